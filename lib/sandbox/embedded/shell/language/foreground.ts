import { LoopJump } from '../control';
import type { Job } from './jobs';
import type { Shell } from './shell';
import { Killed, SIGNALS, type ShellTask } from '../task';

/** What runs in front of a shell: its tasks, what was typed for it, and its statuses. */
interface Work {
  readonly tasks: readonly ShellTask[];
  readonly command: string;
  readonly done: Promise<readonly number[]>;
}

/** Whether what runs in front has the terminal for itself: after `set +m`, it shares it with the shell. */
const controlsJobs = (shell: Shell): boolean => shell.interactive && shell.options.has('monitor');

/** Puts a task that has just been started into the group of the work in front, which then has the terminal. */
export function putInFront(shell: Shell, tasks: ShellTask[], task: ShellTask): void {
  tasks.push(task);
  if (!controlsJobs(shell)) return;
  task.group = tasks[0]?.pid ?? task.pid;
  shell.jobs.front = tasks;
}

const STOPPED = 128 + (SIGNALS.TSTP ?? 0);
const INTERRUPTED = 128 + (SIGNALS.INT ?? 0);

/**
 * Waits for a program, pipeline or subshell; returns its statuses. At a terminal, Ctrl-Z makes a job of it and ends the loops
 * around it, and Ctrl-C ends the whole line.
 */
export async function inForeground(shell: Shell, work: Work): Promise<readonly number[]> {
  if (!controlsJobs(shell)) return shell.task.wait(work.done);
  const last = work.done.then((statuses) => statuses.at(-1) ?? 0);
  const statuses = await untilStopped(shell, work.tasks, work.done);
  if (statuses) return unlessInterrupted(shell, work.tasks, statuses);
  await stopped(shell, shell.jobs.add(work.tasks, work.command, last));
  return [STOPPED];
}

/** Brings a job to the front; returns its status. */
export async function bringToFront(shell: Shell, job: Job): Promise<number> {
  job.signal('CONT');
  const statuses = await untilStopped(
    shell,
    job.tasks,
    job.done.then((status) => [status]),
  );
  if (statuses) {
    shell.jobs.remove(job);
    return unlessInterrupted(shell, job.tasks, statuses).at(-1) ?? 0;
  }
  await stopped(shell, job);
  return STOPPED;
}

/** The statuses, or undefined if a signal has stopped a task first. */
async function untilStopped(
  shell: Shell,
  tasks: readonly ShellTask[],
  done: Promise<readonly number[]>,
): Promise<readonly number[] | undefined> {
  shell.jobs.front = tasks;
  try {
    const stops = tasks.map((task) => task.nextStop().then(() => undefined));
    return await shell.task.wait(Promise.race([done, ...stops]));
  } finally {
    shell.jobs.front = [];
  }
}

/** Throws `Killed` if what ran was ended by Ctrl-C; a program may also end with that status by itself. */
function unlessInterrupted(shell: Shell, tasks: readonly ShellTask[], statuses: readonly number[]): readonly number[] {
  const isEnded = statuses.at(-1) === INTERRUPTED && tasks.at(-1)?.killed?.signal === 'INT';
  if (!shell.interactive || !isEnded) return statuses;
  shell.pipeStatus = [...statuses];
  throw new Killed('INT');
}

async function stopped(shell: Shell, job: Job): Promise<void> {
  await shell.write(2, `\n${shell.jobs.describe(job)}\n`);
  if (shell.loopDepth === 0) return;
  shell.status = STOPPED;
  throw new LoopJump('break', shell.loopDepth);
}
