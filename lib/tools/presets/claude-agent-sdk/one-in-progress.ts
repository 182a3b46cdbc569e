import type { ValidationIssue } from '@/lib/protocol';
import { z } from 'zod';

const Todos = z.array(z.object({ status: z.string() }));

/** A list has exactly one entry in progress, whatever is done already; an empty one clears the list. */
export function oneInProgress(todos: unknown): readonly ValidationIssue[] {
  const list = Todos.safeParse(todos).data ?? [];
  const active = list.filter(({ status }) => status === 'in_progress').length;
  if (list.length === 0 || active === 1) return [];
  const message = `${active} entries are in_progress; it has to be exactly one. An empty list clears it.`;
  return [{ path: '$.todos', expected: 'one in_progress', received: String(active), message }];
}
