import type { Task, TaskStore } from '@/lib/ports';
import { need } from '../../requirements';
import { failed, ok, type Outcome } from '../../result';
import type { ToolContext } from '../../tool';
import { naming, type Addressed } from '../../system';

/** A task by id with its store, or a failure that names the existing tasks. */
export function taskOf(context: ToolContext, id: string): Outcome<{ task: Task; tasks: TaskStore }> {
  const found = need(context, 'tasks');
  if (!found.ok) return found;
  const tasks = found.value;
  const task = tasks.get(id);
  if (task) return ok({ task, tasks });
  return failed('NOT_FOUND', `There is no task ${id}. ${thoseThereAre(tasks, context)}`);
}

/** Checks that every id a task should wait for exists; returns them without duplicates. */
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
