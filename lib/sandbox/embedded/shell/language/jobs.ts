import type { Killed, ShellTask } from '../task';

/** A program, a pipeline or a subshell that the shell has started beside itself, or that was stopped in front of it. */
export class Job {
  status: number | undefined;
  /** Whether the shell has noticed that it ended: `wait -n` does not report it any more. */
  noticed = false;
  /** Whether dash has waited for it: `jobs` tells of it once more, and the next job may have its number. */
  waited = false;

  constructor(
    readonly number: number,
    readonly tasks: readonly ShellTask[],
    readonly command: string,
    readonly done: Promise<number>,
    /** Called when the shell has waited for it. */
    readonly onGone: (() => void) | undefined,
  ) {}

  get pid(): number {
    return this.tasks[0]?.pid ?? 0;
  }

  get isStopped(): boolean {
    return this.tasks.some((task) => task.isStopped);
  }

  /** The signal that ended it. */
  get killed(): Killed | undefined {
    return this.tasks.at(-1)?.killed;
  }

  signal(signal: string): void {
    for (const task of this.tasks) task.signalGroup(signal);
  }
}

/** What `jobs -l` says of the signal that stopped a job; nothing of Ctrl-Z. */
const STOPPED_BY: Readonly<Record<string, string>> = { STOP: ' (signal)', TTIN: ' (tty input)', TTOU: ' (tty output)' };

/** The jobs of a shell. */
export class Jobs {
  readonly all: Job[] = [];
  /** Whether a job takes the lowest number that is free, as in dash. */
  fillsGaps = false;
  /** The tasks in the foreground, with job control. */
  front: readonly ShellTask[] = [];
  /** Jobs of the parent shell: listed, but not waited for. */
  inherited: readonly Job[] = [];
  /** Statuses that `wait` may still ask for, by process id. */
  private readonly ended = new Map<number, number>();
  private readonly waiting = new Set<() => void>();

  add(tasks: readonly ShellTask[], command: string, done: Promise<number>, onGone?: () => void): Job {
    const job = new Job(this.freeNumber(), tasks, command, done, onGone);
    this.all.push(job);
    void done.then((status) => {
      job.status = status;
      this.ended.set(job.pid, status);
    });
    return job;
  }

  private freeNumber(): number {
    if (!this.fillsGaps) return (this.all.at(-1)?.number ?? 0) + 1;
    const taken = new Map(this.all.map((job) => [job.number, job]));
    let number = 1;
    while (taken.has(number) && !taken.get(number)?.waited) number += 1;
    const waited = taken.get(number);
    if (waited) this.remove(waited);
    return number;
  }

  /** Finds a job by `%1`, `%+`, `%-`, `%name` or its process id. */
  find(text: string): Job | undefined {
    if (!text.startsWith('%')) return this.all.find(({ pid }) => String(pid) === text);
    const key = text.slice(1);
    if (key === '' || key === '+' || key === '%') return this.all.at(-1);
    if (key === '-') return this.all.at(-2) ?? this.all.at(-1);
    if (/^\d+$/.test(key)) return this.all.find(({ number }) => number === Number(key));
    return this.all.find(({ command }) =>
      key.startsWith('?') ? command.includes(key.slice(1)) : command.startsWith(key),
    );
  }

  /** What `jobs` prints of a job. `stops`: whether the shell notices that one is stopped. */
  describe(
    job: Job,
    { long = false, stops = true, among = this.all }: { long?: boolean; stops?: boolean; among?: readonly Job[] } = {},
  ): string {
    const { number, pid, command, status, killed } = job;
    const mark = job === among.at(-1) ? '+' : job === among.at(-2) ? '-' : ' ';
    const stopped = stops && job.isStopped;
    const by = job.tasks.find((task) => task.isStopped)?.stoppedBy ?? '';
    const now = stopped ? `Stopped${(long && STOPPED_BY[by]) || ''}` : 'Running';
    const state = status === undefined ? now : (killed?.said ?? (status === 0 ? 'Done' : `Exit ${status}`));
    const end = status === undefined && !stopped ? ' &' : '';
    return `[${number}]${mark}  ${long ? `${String(pid).padStart(4)} ` : ''}${state.padEnd(24)}${command}${end}`;
  }

  /** After a program in the foreground, the shell has noticed which jobs ended meanwhile. */
  notice(): void {
    for (const job of this.all) job.noticed ||= job.status !== undefined;
  }

  /** Forgets how jobs ended: `wait` without arguments has waited for all. */
  forget(): void {
    this.ended.clear();
  }

  statusOf(pid: number): number | undefined {
    return this.ended.get(pid);
  }

  remove(job: Job): void {
    const at = this.all.indexOf(job);
    if (at < 0) return;
    this.all.splice(at, 1);
    job.onGone?.();
  }

  /** Wakes `wait` when a signal has arrived. */
  interrupt(): void {
    for (const wake of this.waiting) wake();
  }

  /** The status, or undefined if a signal came first. */
  async waitFor(done: Promise<number>): Promise<number | undefined> {
    return new Promise((resolve) => {
      const wake = () => {
        this.waiting.delete(wake);
        resolve(undefined);
      };
      this.waiting.add(wake);
      void done.then((status) => {
        this.waiting.delete(wake);
        resolve(status);
      });
    });
  }
}
