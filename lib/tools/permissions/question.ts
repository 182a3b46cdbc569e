import type { AnyTool, RuleSubject, ToolContext } from '../tool';
import type { PermissionRule, Permissions } from './permissions';
import type { PermissionMode, Denial } from '@/lib/protocol';
import type { Trace } from '../invocation';

/** A call to decide about. */
export interface PermissionRequest {
  readonly tool: AnyTool;
  readonly input: unknown;
  readonly context: ToolContext;
  /** Where hooks record what they did; omitted for a call that will not run. */
  readonly trace?: Trace;
}

/** A request with everything the checks need. */
export interface PermissionQuestion extends PermissionRequest {
  readonly mode: PermissionMode;
  readonly rules: readonly PermissionRule[];
  readonly permissions: Permissions;
  /** Whether code may be asked; false in a dry run. */
  readonly consult: boolean;
  /** What patterns are matched against; computed when the first rule with a pattern needs it. */
  subject(): Promise<RuleSubject | undefined>;
}

/** What one check says about a call. Without a verdict, the next check is asked. */
export interface Ruling {
  readonly verdict?: Verdict;
  /** The rule that matched, if any. */
  readonly rule?: string;
  /** One line for people. */
  readonly note: string;
}

export const none = (note: string): Ruling => ({ note });

export const allow = (note: string, rule?: string): Ruling => ({
  verdict: { behavior: 'allow' },
  note,
  ...(rule !== undefined && { rule }),
});

export const ask = (reason: string, rule?: string): Ruling => ({
  verdict: { behavior: 'ask', reason },
  note: reason,
  ...(rule !== undefined && { rule }),
});

export const deny = (denial: Denial): Ruling => ({
  verdict: { behavior: 'deny', denial },
  note: denial.reason,
  ...(denial.rule !== undefined && { rule: denial.rule }),
});

/** What happens to a call. */
export type Verdict =
  | { readonly behavior: 'allow'; /** A valid input to use instead. */ readonly input?: unknown }
  | { readonly behavior: 'deny'; readonly denial: Denial }
  | { readonly behavior: 'ask'; readonly reason: string };

/** One check of the permission step and what it said about a call. The last one decided if it has a verdict. */
export interface PermissionCheck {
  readonly check: string;
  readonly verdict: 'allow' | 'deny' | 'ask' | 'none';
  /** The rule that matched, if any. */
  readonly rule?: string;
  readonly note: string;
}
