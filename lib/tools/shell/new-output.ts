import type { Task, TaskStore } from '@/lib/ports';

/** Output that was taken from a store and not shown, by the task's id. */
const heldBack = new WeakMap<TaskStore, Map<string, string>>();

function heldOf(tasks: TaskStore): Map<string, string> {
  const held = heldBack.get(tasks) ?? new Map<string, string>();
  heldBack.set(tasks, held);
  return held;
}

/**
 * What a command has put out since this was last asked. Of `wholeLines` the last stays back until it is complete: half of it could
 * be judged wrongly.
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

/** Forgets what a command has put out, what was held back of it too. */
export function dropOutput(tasks: TaskStore, id: string): void {
  heldOf(tasks).delete(id);
  tasks.clearOutput(id);
}
