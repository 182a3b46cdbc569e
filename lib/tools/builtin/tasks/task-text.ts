import type { Task, TaskStore } from '@/lib/ports';
import type { ToolContext } from '../../tool';
import { summaries } from '../summaries';

const KINDS: Record<Task['kind'], string> = { plan: 'planned', shell: 'background command', agent: 'background agent' };

/** Uncompleted tasks that this one waits for. */
export const openBlockers = ({ blockedBy = [] }: Task, tasks: TaskStore): readonly string[] =>
  blockedBy.filter((id) => tasks.get(id)?.status !== 'completed');

/** A task's status for people. */
export function summaryOf(task: Task, tasks: TaskStore, context: Pick<ToolContext, 'language'> = {}): string {
  const blockers = task.status === 'pending' ? openBlockers(task, tasks) : [];
  return summaries(context).task(task, blockers);
}

/** A task's status for models. */
export const standing = (task: Task, tasks: TaskStore): string => summaryOf(task, tasks);

/** A task in one line. */
export const taskLine = (task: Task, tasks: TaskStore): string =>
  `${task.id} [${standing(task, tasks)}] ${task.title}${task.owner === undefined ? '' : ` (${task.owner})`}`;

/** Everything known about a task, as text. */
export function describeTask(task: Task, tasks: TaskStore): string {
  const { id, kind, title, description, owner, blockedBy = [] } = task;
  const waiting = tasks.value.filter((other) => other.blockedBy?.includes(id)).map((other) => other.id);
  return [
    `${id}, ${KINDS[kind]}: ${title}`,
    `It is ${standing(task, tasks)}.`,
    ...(owner === undefined ? [] : [`${owner} does it.`]),
    ...(blockedBy.length > 0 ? [`It comes after ${blockedBy.join(', ')}.`] : []),
    ...(waiting.length > 0 ? [`It has to be completed before ${waiting.join(', ')}.`] : []),
    ...(description === undefined ? [] : ['', description]),
  ].join('\n');
}
