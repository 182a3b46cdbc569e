import type { TaskStore } from '@/lib/ports';
import type { ToolResult } from '@/lib/protocol';
import { failure } from '../../result';
import type { ToolContext } from '../../tool';

/** Shells that were killed are gone from the map of shells: nobody can ask for them any more. */
const forgotten = new WeakMap<TaskStore, Set<string>>();

export function forgetShell({ tasks }: ToolContext, id: unknown): void {
  if (!tasks) return;
  const gone = forgotten.get(tasks) ?? new Set();
  forgotten.set(tasks, gone.add(String(id)));
}

/** The result for a shell that was killed before. */
export const unknownShell = ({ tasks }: ToolContext, id: unknown): ToolResult | undefined =>
  tasks && forgotten.get(tasks)?.has(String(id))
    ? failure('NOT_FOUND', `No background command has the id ${String(id)}: it was killed, and is forgotten.`)
    : undefined;
