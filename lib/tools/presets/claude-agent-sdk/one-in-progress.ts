import type { ToolResult } from '@/lib/protocol';
import { z } from 'zod';
import { failure } from '../../result';

const Todos = z.array(z.object({ status: z.string() }));

/** A list has exactly one entry in progress, whatever is done already; an empty one clears the list. */
export function oneInProgress(todos: unknown): ToolResult | undefined {
  const list = Todos.safeParse(todos).data ?? [];
  const active = list.filter(({ status }) => status === 'in_progress').length;
  if (list.length === 0 || active === 1) return undefined;
  const message = `${active} entries are in_progress; it has to be exactly one. An empty list clears it.`;
  return failure('INVALID_ARGS', message, {
    issues: [{ path: '$.todos', expected: 'one in_progress', received: String(active), message }],
  });
}
