import type { Task, TaskStore } from '@/lib/ports';
import { need } from '../../requirements';
import { failed, ok, type Outcome } from '../../result';
import type { ToolContext } from '../../tool';
import { naming, type Addressed } from '../../system';

/** A task by its id and the store it is in, or the result that names those there are. */
export function taskOf(context: ToolContext, id: string): Outcome<{ task: Task; tasks: TaskStore }> {
  const found = need(context, 'tasks');
  if (!found.ok) return found;
  const tasks = found.value;
  const task = tasks.get(id);
  if (task) return ok({ task, tasks });
  return failed('NOT_FOUND', `There is no task ${id}. ${thoseThereAre(tasks, context)}`);
}

/** Whether every id that a task is to wait for is one of a task. */
export function findBlockers(tasks: TaskStore, ids: readonly string[], context: Addressed): Outcome<readonly string[]> {
  const missing = ids.filter((id) => !tasks.get(id));
  if (missing.length === 0) return ok([...new Set(ids)]);
  return failed(
    'NOT_FOUND',
    `It cannot wait for ${missing.join(', ')}: there is no such task. ${thoseThereAre(tasks, context)}`,
  );
}

function thoseThereAre({ value }: TaskStore, context: Addressed): string {
  if (value.length === 0) {
    return `There are no tasks${naming(context, ['TaskCreate'], (create) => `: create one with ${create}`)}.`;
  }
  return `There are: ${value.map(({ id, status }) => `${id} (${status})`).join(', ')}.`;
}
