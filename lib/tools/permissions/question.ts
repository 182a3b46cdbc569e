import type { PermissionMode } from '@/lib/protocol';
import type { Trace } from '../dispatch/trace';
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
