import type { AskPerson, CanUseTool } from '@/lib/ports';
import type { PermissionMode } from '@/lib/protocol';

/** A rule as a person wrote or saved it, such as `Edit(src/**)`. Must not be mutated: it is parsed once. */
export interface PermissionRule {
  readonly behavior: 'allow' | 'deny' | 'ask';
  readonly rule: string;
}

/** What decides about calls; read again for each call. */
export interface Permissions {
  mode(): PermissionMode;
  rules(): readonly PermissionRule[];
  /** Code that is asked after the deny rules. What it allows runs without asking anyone else. */
  readonly canUseTool?: CanUseTool;
  readonly ask: AskPerson;
  /** Saves a rule for future calls, after a person chose `always` with a rule that covers the call. */
  allowAlways(rule: string): void;
}
