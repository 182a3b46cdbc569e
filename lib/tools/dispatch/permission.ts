import { sha256, type FileDiff } from '@/lib/protocol';
import { abortReasonOf } from '../abort-reason';
import { decide } from '../permissions/decide';
import { denied } from '../permissions/denied';
import type { Permissions } from '../permissions/permissions';
import { suggestRule } from '../permissions/suggest-rule';
import { abortedResult } from '../result';
import type { Invocation } from './invocation';
import type { Before, Step } from './step';

/** Lets a call through, refuses it, or asks a person. */
export const permission = (permissions: Permissions): Step => ({
  name: 'permission',
  about: 'Hard-coded refusals, deny rules, canUseTool, ask rules, mode, allow rules; else a person is asked.',
  seesChanges: true,
  async before(invocation) {
    const verdict = await decide(invocation, permissions);
    if (verdict.behavior === 'allow') return undefined;
    if (verdict.behavior === 'deny') return { answer: denied(verdict.denial) };
    return askPerson(permissions, invocation, verdict.reason);
  },
});

/** The answer holds for exactly this call: the invocation that goes on is the one that was asked about. */
async function askPerson(permissions: Permissions, invocation: Invocation, reason: string): Promise<Before> {
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
      const answer = denied({
        source: 'person',
        reason: decision.reason.trim() || 'A person refused this call.',
        hint: 'Do not try the same by another way. Go on with what is allowed, or say what you need it for.',
      });
      return { answer };
    }
    if (decision.behavior === 'always') permissions.allowAlways(decision.rule);
  } catch (error) {
    if (context.signal.aborted) return { answer: abortedResult(abortReasonOf(context.signal)) };
    throw error;
  }
  return undefined;
}

/** A preview is a courtesy: a tool that cannot make one is asked about without. */
async function previewOf({ tool, input, context }: Invocation): Promise<FileDiff | undefined> {
  try {
    return await tool.preview?.(input, context);
  } catch {
    return undefined;
  }
}
