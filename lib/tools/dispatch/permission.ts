import { sha256, type FileDiff } from '@/lib/protocol';
import { abortReasonOf } from '../abort-reason';
import { decide } from '../permissions/decide';
import { denied } from '../permissions/denied';
import type { Permissions } from '../permissions/permissions';
import { suggestRule } from '../permissions/suggest-rule';
import { abortedResult } from '../result';
import type { CallResult } from './call';
import type { Invocation } from './invocation';
import type { Next, Step } from './step';

/** Lets a call through, refuses it, or asks a person. */
export const permission = (permissions: Permissions): Step => ({
  name: 'permission',
  async run(invocation, next) {
    const verdict = await decide(invocation, permissions);
    if (verdict.behavior === 'allow') return next(invocation);
    if (verdict.behavior === 'deny') return denied(verdict.denial);
    return askPerson(permissions, invocation, verdict.reason, next);
  },
});

/** The answer holds for exactly this call: the invocation that goes on is the one that was asked about. */
async function askPerson(
  permissions: Permissions,
  invocation: Invocation,
  reason: string,
  next: Next,
): Promise<CallResult> {
  const { call, tool, input, context, report } = invocation;
  const suggestedRule = await suggestRule(tool, input, context);
  const preview = await previewOf(invocation);
  const argsHash = await sha256(call.args);
  report('awaiting-approval');
  const title = tool.titleFor?.(input) ?? tool.title;
  const request = { callId: call.id, argsHash, toolName: tool.name, title, kind: tool.kind, input, reason };
  try {
    const decision = await permissions.ask({ ...request, suggestedRule, ...(preview && { preview }) }, context.signal);
    if (decision.behavior === 'deny') {
      return denied({
        source: 'person',
        reason: decision.reason.trim() || 'A person refused this call.',
        hint: 'Do not try the same by another way. Go on with what is allowed, or say what you need it for.',
      });
    }
    if (decision.behavior === 'always') permissions.allowAlways(decision.rule);
  } catch (error) {
    if (context.signal.aborted) return abortedResult(abortReasonOf(context.signal));
    throw error;
  }
  return next(invocation);
}

/** A preview is a courtesy: a tool that cannot make one is asked about without. */
async function previewOf({ tool, input, context }: Invocation): Promise<FileDiff | undefined> {
  try {
    return await tool.preview?.(input, context);
  } catch {
    return undefined;
  }
}
