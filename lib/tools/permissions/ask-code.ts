import { validate } from '@/lib/schema';
import { messageOf } from '@/lib/protocol/message-of';
import { z } from 'zod';
import { untilAborted } from '../dispatch/until-aborted';
import { denialTexts } from './denial-texts';
import { denyRules, hardCoded, type Check, restriction } from './absolute-checks';
import { questionOf, type PermissionQuestion } from './question';
import { allow, deny, none, type Ruling } from './ruling';
import { suggestRule } from './match-rules';

const AnswerSchema = z.discriminatedUnion('behavior', [
  z.object({ behavior: z.literal('allow'), updatedInput: z.unknown().optional(), hook: z.string().optional() }),
  z.object({ behavior: z.literal('deny'), message: z.string(), hook: z.string().optional() }),
  z.object({ behavior: z.literal('ask') }),
]);

const NO_CODE = none('No callback is set.');
const NO_OPINION = none('The callback leaves it to what follows.');
const NOT_CONSULTED = none('A callback would be asked here, and may allow or deny what follows.');

/** The callback `canUseTool`. One that throws, or answers something that is no answer, denies. */
export const askCode: Check = {
  name: 'canUseTool',
  rule(question) {
    if (!question.permissions.canUseTool) return NO_CODE;
    return question.consult ? consult(question, question.permissions.canUseTool) : NOT_CONSULTED;
  },
};

async function consult(
  question: PermissionQuestion,
  canUseTool: NonNullable<PermissionQuestion['permissions']['canUseTool']>,
): Promise<Ruling> {
  const { tool, input, context, trace } = question;
  const { signal } = context;
  const { callback: texts, hook: blocked } = denialTexts(context);
  const refusal = (reason: string): Ruling => deny({ source: 'callback', reason, hint: texts.hint });
  try {
    const suggestions = [await suggestRule(tool, input, context)];
    // A copy: what is changed in place would not be validated.
    const asked = canUseTool(tool.name, structuredClone(input), {
      signal,
      suggestions,
      ...(trace && { note: ({ outcome, note, startedAt }) => trace.note('hooks', outcome, note, startedAt) }),
    });
    const answer = AnswerSchema.safeParse(await untilAborted(asked, signal));
    if (!answer.success) return refusal(texts.noAnswer);
    if (answer.data.behavior === 'ask') return NO_OPINION;
    const { hook } = answer.data;
    if (answer.data.behavior === 'deny') {
      if (hook === undefined) return refusal(answer.data.message);
      return deny({ source: 'hook', rule: hook, reason: answer.data.message || blocked, hint: texts.hint });
    }
    return answer.data.updatedInput === undefined
      ? allow(hook === undefined ? 'The callback allows it.' : 'A hook allows it.', hook)
      : await allowChanged(question, answer.data.updatedInput, refusal);
  } catch (error) {
    if (signal.aborted) throw error;
    return refusal(texts.failed(messageOf(error)));
  }
}

/** What the callback made of the input has to be valid and must not be what is refused whatever anyone says. */
async function allowChanged(
  question: PermissionQuestion,
  changed: unknown,
  refusal: (reason: string) => Ruling,
): Promise<Ruling> {
  const { tool, context, permissions, consult: consulting } = question;
  const valid = validate(tool.input, changed, { language: context.language });
  if (!valid.ok) {
    const [issue] = valid.issues;
    return refusal(denialTexts(context).callback.invalid(issue?.path ?? '$', issue?.message ?? ''));
  }
  const again = questionOf({ tool, context, input: valid.value }, permissions, consulting);
  for (const check of [hardCoded, denyRules, restriction]) {
    const ruling = await check.rule(again);
    if (ruling.verdict) return ruling;
  }
  return { verdict: { behavior: 'allow', input: valid.value }, note: 'The callback allows it with another input.' };
}
