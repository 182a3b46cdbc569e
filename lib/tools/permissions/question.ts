import type { PermissionMode, Denial } from '@/lib/protocol';
import type { Trace } from '../dispatch/invocation';
import type { AnyTool, RuleSubject, ToolContext } from '../tool';
import type { PermissionRule, Permissions } from './permissions';

/** A call to decide about. */
export interface Petition {
  readonly tool: AnyTool;
  readonly input: unknown;
  readonly context: ToolContext;
  /** Where hooks that are asked note what they did; left out for a call that is not going to run. */
  readonly trace?: Trace;
}

/** A petition with everything its checks need. */
export interface PermissionQuestion extends Petition {
  readonly mode: PermissionMode;
  readonly rules: readonly PermissionRule[];
  readonly permissions: Permissions;
  /** Whether code may be asked; not when a call is only being judged. */
  readonly consult: boolean;
  /** What patterns are matched against; found out when the first rule with a pattern asks. */
  subject(): Promise<RuleSubject | undefined>;
}

export function questionOf(
  { tool, input, context, trace }: Petition,
  permissions: Permissions,
  consult: boolean,
): PermissionQuestion {
  let subject: Promise<RuleSubject | undefined> | undefined;
  return {
    tool,
    input,
    context,
    ...(trace && { trace }),
    permissions,
    consult,
    mode: permissions.mode(),
    rules: permissions.rules(),
    subject: () => (subject ??= Promise.resolve(tool.ruleSubject?.(input, context))),
  };
}

/** What one check says of a call. Without a verdict it leaves it to the checks after it. */
export interface Ruling {
  readonly verdict?: Verdict;
  /** The rule that matched, where one did. */
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

/** What becomes of a call. */
export type Verdict =
  | { readonly behavior: 'allow'; /** With this input instead, which is valid. */ readonly input?: unknown }
  | { readonly behavior: 'deny'; readonly denial: Denial }
  | { readonly behavior: 'ask'; readonly reason: string };

/** One check of the permission step, and what it said of a call. The last one with a verdict decided. */
export interface PermissionCheck {
  readonly check: string;
  readonly verdict: 'allow' | 'deny' | 'ask' | 'none';
  /** The rule that matched, where one did. */
  readonly rule?: string;
  readonly note: string;
}
