import type { Task, TaskStore } from '@/lib/ports';
import { failed, ok, type Outcome } from '../../result';

/** A task by its id, or the result that names those there are. */
export function findTask(tasks: TaskStore, id: string): Outcome<Task> {
  const task = tasks.get(id);
  if (task) return ok(task);
  return failed('NOT_FOUND', `There is no task ${id}. ${thoseThereAre(tasks)}`);
}

/** Whether every id that a task is to wait for is one of a task. */
export function findBlockers(tasks: TaskStore, ids: readonly string[]): Outcome<readonly string[]> {
  const missing = ids.filter((id) => !tasks.get(id));
  if (missing.length === 0) return ok([...new Set(ids)]);
  return failed(
    'NOT_FOUND',
    `It cannot wait for ${missing.join(', ')}: there is no such task. ${thoseThereAre(tasks)}`,
  );
}

function thoseThereAre({ value }: TaskStore): string {
  if (value.length === 0) return 'There are no tasks: create one with TaskCreate.';
  return `There are: ${value.map(({ id, status }) => `${id} (${status})`).join(', ')}.`;
}
