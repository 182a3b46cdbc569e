import type { Task, TaskStore } from '@/lib/ports';

/** Output taken from a store but not shown yet, by task id. */
const heldBack = new WeakMap<TaskStore, Map<string, string>>();

function heldOf(tasks: TaskStore): Map<string, string> {
  const held = heldBack.get(tasks) ?? new Map<string, string>();
  heldBack.set(tasks, held);
  return held;
}

/**
 * A command's output since the last call. With `wholeLines`, an incomplete last line is held back: half a line could be
 * filtered wrongly.
 */
export function takeNew(
  tasks: TaskStore,
  { id, status }: Task,
  wholeLines: boolean,
): { fresh: string; putBack: () => void } {
  const held = heldOf(tasks);
  const text = (held.get(id) ?? '') + (tasks.takeNew(id) ?? '');
  const end = wholeLines && status === 'running' ? text.lastIndexOf('\n') + 1 : text.length;
  held.set(id, text.slice(end));
  return { fresh: text.slice(0, end), putBack: () => void held.set(id, text) };
}

/** Discards a command's output, including what was held back. */
export function dropOutput(tasks: TaskStore, id: string): void {
  heldOf(tasks).delete(id);
  tasks.clearOutput(id);
}
