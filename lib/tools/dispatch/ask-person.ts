import type { ApprovalDecision } from '@/lib/ports';
import { sha256, type Denial, type FileDiff } from '@/lib/protocol';
import { abortReasonOf } from '../abort-reason';
import { askTexts } from '../permissions/ask-texts';
import { denialTexts } from '../permissions/denial-texts';
import { denied } from '../permissions/denied';
import type { Permissions } from '../permissions/permissions';
import { ruleCovers, suggestRule } from '../permissions/match-rules';
import { abortedResult } from '../result';
import { untilAborted } from './until-aborted';
import type { Invocation } from './invocation';
import type { Before } from './step';

/** Asks a person about a call. The answer holds for exactly this call: its id, and the arguments it is about to run with. */
export async function askPerson(permissions: Permissions, invocation: Invocation, reason: string): Promise<Before> {
  const { call, tool, within, input, context, report, trace } = invocation;
  const startedAt = trace.now();
  const { person, otherArguments } = denialTexts(context);
  const refuse = (denial: Denial): Before => {
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

  /** The person did allow this call; a rule that would not have is not kept. */
  function keep(rule: string): void {
    const kept = covers(rule) === 'covers';
    if (kept) permissions.allowAlways(rule);
    const texts = askTexts(context);
    trace.note('permission', 'passed', `person: ${kept ? texts.always(rule) : texts.notKept(rule)}`, startedAt);
  }
}

/** A preview is a courtesy: a tool that cannot make one is asked about without. */
async function previewOf({ tool, input, context }: Invocation): Promise<FileDiff | undefined> {
  try {
    return await tool.preview?.(input, context);
  } catch {
    return undefined;
  }
}
