import { suggestRule } from './match-rule';
import { denialTexts } from './denial-texts';
import { validate } from '@/lib/schema';
import { messageOf } from '@/lib/protocol/message-of';
import { z } from 'zod';
import { untilAborted } from '../result';
import { type PermissionQuestion, type Ruling, deny, allow, none } from './question';

const AnswerSchema = z.discriminatedUnion('behavior', [
  z.object({ behavior: z.literal('allow'), updatedInput: z.unknown().optional(), hook: z.string().optional() }),
  z.object({ behavior: z.literal('deny'), message: z.string(), hook: z.string().optional() }),
  z.object({ behavior: z.literal('ask') }),
]);

const NO_OPINION = none('The callback leaves it to what follows.');

/**
 * Asks the callback `canUseTool`. If it throws or returns something invalid, the call is denied. `refused`: what the checks before
 * it say about another input; undefined if they have no verdict.
 */
export async function consult(
  question: PermissionQuestion,
  canUseTool: NonNullable<PermissionQuestion['permissions']['canUseTool']>,
  refused: (question: PermissionQuestion, input: unknown) => Promise<Ruling | undefined>,
): Promise<Ruling> {
  const { tool, input, context, trace } = question;
  const { signal } = context;
  const { callback: texts, hook: blocked } = denialTexts(context);
  const refusal = (reason: string): Ruling => deny({ source: 'callback', reason, hint: texts.hint });
  try {
    const suggestions = [await suggestRule(tool, input, context)];
    // A copy: changes in place would bypass validation.
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
    if (answer.data.updatedInput === undefined)
      return allow(hook === undefined ? 'The callback allows it.' : 'A hook allows it.', hook);
    const valid = validate(tool.input, answer.data.updatedInput, { language: context.language });
    if (!valid.ok) {
      const [issue] = valid.issues;
      return refusal(texts.invalid(issue?.path ?? '$', issue?.message ?? ''));
    }
    // It must not be one that is always refused.
    const refusedInput = await refused(question, valid.value);
    return refusedInput ?? { verdict: { behavior: 'allow', input: valid.value }, note: OTHER_INPUT };
  } catch (error) {
    if (signal.aborted) throw error;
    return refusal(texts.failed(messageOf(error)));
  }
}

const OTHER_INPUT = 'The callback allows it with another input.';
