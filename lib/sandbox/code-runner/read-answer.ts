import { parseJson } from '@/lib/protocol';
import type { CodeOutcome } from '@/lib/ports';
import { z } from 'zod';
import { MAX_ANSWER, MAX_LOG } from './limits';

const Log = z.string().max(MAX_LOG);

/** What comes out of the frame: believed only as far as it has this form. */
const AnswerSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), json: z.string().max(MAX_ANSWER).optional(), log: Log }),
  z.object({
    ok: z.literal(false),
    cause: z.enum(['threw', 'not-code', 'not-json', 'deadline', 'aborted', 'unavailable']),
    message: z.string().max(MAX_LOG),
    log: Log,
  }),
]);

export const SupervisorMessageSchema = z.object({ id: z.number().int(), answer: z.unknown() });

/** Reads a guest's answer; what makes no sense counts as an answer that is not JSON. */
export function readAnswer(answer: unknown): CodeOutcome {
  const parsed = AnswerSchema.safeParse(answer);
  if (!parsed.success) return refused('not-json', 'it answered nonsense');
  if (!parsed.data.ok) return parsed.data;
  const { json, log } = parsed.data;
  if (json === undefined) return { ok: true, value: undefined, log };
  const value = parseJson(z.unknown(), json);
  return value.ok ? { ok: true, value: value.value, log } : { ...refused('not-json', value.reason), log };
}

export const refused = (cause: (CodeOutcome & { ok: false })['cause'], message: string): CodeOutcome => ({
  ok: false,
  cause,
  message,
  log: '',
});
