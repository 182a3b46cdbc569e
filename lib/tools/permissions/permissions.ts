import type { AskPerson, CanUseTool } from '@/lib/ports';
import type { PermissionMode } from '@/lib/protocol';

/** A rule as a person wrote or saved it, such as `Edit(src/**)`. Not changed in place: it is read once. */
export interface PermissionRule {
  readonly behavior: 'allow' | 'deny' | 'ask';
  readonly rule: string;
}

/** What decides about calls; read anew for each one. */
export interface Permissions {
  mode(): PermissionMode;
  rules(): readonly PermissionRule[];
  /** Code that is asked after the deny rules. What it allows runs without asking anybody else. */
  readonly canUseTool?: CanUseTool;
  readonly ask: AskPerson;
  /** A person chose `always`, with a rule that covers the call: keeps it for calls to come. */
  allowAlways(rule: string): void;
}
