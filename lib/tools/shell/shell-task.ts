import type { Task, TaskStore } from '@/lib/ports';
import { failed, ok, type Outcome } from '../result';
import { naming, namesOf, type Addressed } from '../system';

/** Finds a background command by id, or fails with a list of the existing ones. */
export function findShell(tasks: TaskStore, id: string, context: Addressed): Outcome<Task> {
  const task = tasks.get(id);
  if (task?.kind === 'shell') return ok(task);
  const known = tasks.value.filter(({ kind }) => kind === 'shell').map((shell) => `${shell.id} (${shell.status})`);
  const hint = known.length > 0 ? `There are: ${known.join(', ')}.` : startOne(context);
  return failed('NOT_FOUND', `No background command has the id ${id}. ${hint}`);
}

/** A background command's status in words. */
export function statusOf({ status, exitCode }: Task): string {
  if (status === 'running') return 'still running';
  return exitCode === undefined ? status : `${status}, exit code ${exitCode}`;
}

const startOne = (context: Addressed): string =>
  `There is none${naming(context, ['Bash'], (bash) => {
    const field = namesOf(context).field('Bash', 'run_in_background');
    return field === undefined ? '' : `: start one with ${bash} and ${field}`;
  })}.`;
