import type { AskPerson } from '@/lib/ports';
import type { PermissionMode } from '@/lib/protocol';

/** A rule as a person wrote or saved it, such as `Edit(src/**)`. */
export interface PermissionRule {
  readonly behavior: 'allow' | 'deny' | 'ask';
  readonly rule: string;
}

/** What decides about calls; read anew for each one. */
export interface Permissions {
  mode(): PermissionMode;
  rules(): readonly PermissionRule[];
  readonly ask: AskPerson;
  /** A person chose `always`: keeps the rule for calls to come. */
  allowAlways(rule: string): void;
}
