import { denialTexts } from './denial-texts';
import type { Permissions } from './permissions';
import { suggestRule, ruleCovers } from './match-rule';
import { askTexts } from './ask-texts';
import { denied } from './denied';
import type { Invocation, StepDecision } from '../invocation';
import type { ApprovalDecision } from '@/lib/ports';
import { sha256, type Denial, type FileDiff } from '@/lib/protocol';
import { abortReasonOf, abortedResult, untilAborted } from '../result';

/** Asks a person about a call. The answer applies to exactly this call: its id and the arguments it will run with. */
export async function askPerson(
  permissions: Permissions,
  invocation: Invocation,
  reason: string,
): Promise<StepDecision> {
  const { call, tool, within, input, context, report, trace } = invocation;
  const startedAt = trace.now();
  const { person, otherArguments } = denialTexts(context);
  const refuse = (denial: Denial): StepDecision => {
    trace.note('permission', 'blocked', `person: ${denial.reason}`, startedAt);
    return { answer: denied(denial, context) };
  };

  const suggestedRule = await suggestRule(tool, input, context);
  const subject = await tool.ruleSubject?.(input, context);
  const covers = (rule: string) => ruleCovers(rule, { tool, subject });
  const preview = await previewOf(invocation);
  const argsHash = await sha256(call.args);
  const title = tool.titleFor?.(input) ?? tool.title;
  const request = { callId: call.id, argsHash, toolName: tool.name, title, kind: tool.kind, input, reason };
  report('awaiting-approval');
  let decision: ApprovalDecision;
  try {
    const asked = permissions.ask(
      { ...request, suggestedRule, covers, ...(within.length > 0 && { within }), ...(preview && { preview }) },
      context.signal,
    );
    decision = await untilAborted(asked, context.signal);
  } catch (error) {
    if (context.signal.aborted) return { answer: abortedResult(abortReasonOf(context.signal, context.language)) };
    throw error;
  }
  if (decision.argsHash !== undefined && decision.argsHash !== argsHash)
    return refuse({ source: 'person', ...otherArguments });
  if (decision.behavior === 'deny') {
    return refuse({ source: 'person', ...person, ...(decision.reason.trim() && { reason: decision.reason.trim() }) });
  }
  if (decision.behavior === 'always') keep(decision.rule);
  else trace.note('permission', 'passed', `person: ${askTexts(context).once}`, startedAt);
  return undefined;

  /** The person allowed this call; a rule that would not cover it is not saved. */
  function keep(rule: string): void {
    const kept = covers(rule) === 'covers';
    if (kept) permissions.allowAlways(rule);
    const texts = askTexts(context);
    trace.note('permission', 'passed', `person: ${kept ? texts.always(rule) : texts.notKept(rule)}`, startedAt);
  }
}

/** A preview is optional: if it fails, the person is asked without one. */
async function previewOf({ tool, input, context }: Invocation): Promise<FileDiff | undefined> {
  try {
    return await tool.preview?.(input, context);
  } catch {
    return undefined;
  }
}
