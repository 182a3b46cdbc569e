import { HookAnswerSchema, type HookAnswer, type HookEvent } from '@/lib/protocol';
import { z } from 'zod';
import { ANSWER_FIELDS } from './hook-event';

const AnyObject = z.record(z.string(), z.unknown());

/**
 * What a hook answered, as far as it means something to the event; nothing is an answer that changes nothing. Read field by
 * field: a block counts even if there is something odd beside it.
 */
export function readAnswer(event: HookEvent, value: unknown): { answer: HookAnswer; issue?: string } {
  if (value === undefined || value === null) return { answer: {} };
  const read = AnyObject.safeParse(value);
  if (!read.success) return { answer: {}, issue: 'answered something that is not an object' };
  const issues: string[] = [];
  const fitting: Record<string, unknown> = {};
  for (const [field, content] of Object.entries(read.data)) {
    if (!ANSWER_FIELDS[event].includes(field)) issues.push(`${event} takes no ${field}`);
    else if (HookAnswerSchema.safeParse({ [field]: content }).success) fitting[field] = content;
    else issues.push(`its ${field} is not what it should be`);
  }
  const answer = HookAnswerSchema.parse(fitting);
  return issues.length === 0 ? { answer } : { answer, issue: issues.join('; ') };
}
