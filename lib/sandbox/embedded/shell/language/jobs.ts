import type { ShellTask } from './task';

export interface Job {
  number: number;
  pid: number;
  command: string;
  status: number | undefined;
  done: Promise<number>;
  task: ShellTask;
  /** Called when the shell has waited for it. */
  onGone: (() => void) | undefined;
  /** Whether the shell has noticed that it ended: `wait -n` does not report it any more. */
  noticed: boolean;
}

/** The background jobs of a shell. */
export class Jobs {
  readonly all: Job[] = [];
  /** Jobs of the parent shell: listed, but not waited for. */
  inherited: readonly Job[] = [];
  /** Statuses that `wait` may still ask for, by process id. */
  private readonly ended = new Map<number, number>();
  private readonly waiting = new Set<() => void>();

  add(task: ShellTask, command: string, done: Promise<number>, onGone?: () => void): Job {
    const number = (this.all.at(-1)?.number ?? 0) + 1;
    const { pid } = task;
    const job: Job = { number, pid, command, status: undefined, done, task, onGone, noticed: false };
    this.all.push(job);
    void done.then((status) => {
      job.status = status;
      this.ended.set(pid, status);
    });
    return job;
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
