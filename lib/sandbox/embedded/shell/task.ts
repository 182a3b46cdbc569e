import type { ProcessSpec } from '../protocol/process';
import { ShellError } from './control';

/** The signals that a program here can receive, with their numbers. */
export const SIGNALS: Readonly<Record<string, number>> = {
  HUP: 1,
  INT: 2,
  QUIT: 3,
  ILL: 4,
  TRAP: 5,
  ABRT: 6,
  BUS: 7,
  FPE: 8,
  KILL: 9,
  USR1: 10,
  SEGV: 11,
  USR2: 12,
  PIPE: 13,
  ALRM: 14,
  TERM: 15,
  STKFLT: 16,
  CHLD: 17,
  CONT: 18,
  STOP: 19,
  TSTP: 20,
  TTIN: 21,
  TTOU: 22,
  URG: 23,
  XCPU: 24,
  XFSZ: 25,
  VTALRM: 26,
  PROF: 27,
  WINCH: 28,
  IO: 29,
  PWR: 30,
  SYS: 31,
};

/** The signals whose names are not what `jobs` and messages say of a program that they ended. */
const ENDED_BY: Readonly<Record<string, string>> = {
  HUP: 'Hangup',
  INT: 'Interrupt',
  QUIT: 'Quit',
  ILL: 'Illegal instruction',
  ABRT: 'Aborted',
  BUS: 'Bus error',
  FPE: 'Floating point exception',
  KILL: 'Killed',
  USR1: 'User defined signal 1',
  SEGV: 'Segmentation fault',
  USR2: 'User defined signal 2',
  PIPE: 'Broken pipe',
  ALRM: 'Alarm clock',
  TERM: 'Terminated',
};

const IGNORED = new Set(['CHLD', 'CONT', 'URG', 'WINCH']);
const STOPPING: ReadonlySet<string> = new Set(['TSTP', 'TTIN', 'TTOU']);

/** The name, without SIG, of a signal written as `9`, `kill` or `SIGKILL`; undefined if there is none. */
export function signalName(text: string): string | undefined {
  const name = text.toUpperCase().replace(/^SIG/, '');
  if (name in SIGNALS) return name;
  if (!/^\d+$/.test(text)) return undefined;
  const number = Number(text) > 128 ? Number(text) - 128 : Number(text);
  return Object.keys(SIGNALS).find((key) => SIGNALS[key] === number);
}

/** A signal as `kill` takes it: by its name or number, or 0, which only asks whether a process is there. */
export const signalArgument = (text: string): string | undefined => (text === '0' ? '0' : signalName(text));

/** Thrown in a task that a signal ends. */
export class Killed extends Error {
  override readonly name = 'Killed';
  constructor(readonly signal: string) {
    super(`killed by SIG${signal}`);
  }
  /** What the shell says of the program. */
  get said(): string {
    return ENDED_BY[this.signal] ?? `Unknown signal ${SIGNALS[this.signal]}`;
  }

  get status(): number {
    return 128 + (SIGNALS[this.signal] ?? 0);
  }
}

/** Maximum number of shells, subshells and commands that run in one worker at once. */
export const MAX_TASKS = 500;

/** The tasks that run in this worker, by process id. */
export class TaskTable {
  readonly running = new Map<number, ShellTask>();
  private readonly first: number[];
  private next: number;

  /** The task that stands for the worker's parent comes first, then the worker's own. */
  constructor({ pid, ppid, firstPid }: Pick<ProcessSpec, 'pid' | 'ppid' | 'firstPid'>) {
    this.first = [ppid, pid];
    this.next = firstPid;
  }

  /** Throws a `ShellError` if `count` more tasks would be too many. */
  expectRoom(count: number): void {
    if (this.running.size + count > MAX_TASKS) throw new ShellError('fork: Resource temporarily unavailable', 254);
  }

  /** Starts a task. Throws a `ShellError` if there are too many. */
  start(parent: ShellTask | undefined, name: string): ShellTask {
    this.expectRoom(1);
    const task = new ShellTask(this, this.first.shift() ?? this.next++, parent, name);
    this.running.set(task.pid, task);
    parent?.children.add(task);
    return task;
  }
}

interface Held {
  retain(): unknown;
  release(): void;
}

/** What `/proc` says of a program. */
export interface TaskProgram {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly fds: { entries(): [number, { readonly about: { terminal?: boolean; path?: string } }][] };
}

/** One process as scripts see it: a shell, a subshell, or a command. */
export class ShellTask {
  readonly children = new Set<ShellTask>();
  /** Handles a signal; true if it did, which replaces the default action. */
  onSignal: ((signal: string, group: boolean) => boolean) | undefined;
  /** Ends the process outside this worker, if the task is one. */
  onKill: (() => void) | undefined;
  /** Stops that process, or lets it go on. */
  onStop: ((stops: boolean, group: boolean) => void) | undefined;
  /** The process group: a signal of the terminal reaches all tasks of one. Tasks that it starts inherit it. */
  group: number;
  /** The program that it runs; a subshell has that of its parent. */
  program: TaskProgram | undefined;
  /** Signals that it ignores; tasks that it starts inherit them. */
  ignored: ReadonlySet<string>;
  private readonly held: Held[] = [];
  /** What `nice` says of it; tasks that it starts inherit it. It changes nothing. */
  niceness: number;
  private killedBy: Killed | undefined;
  private stopped: Promise<void> | undefined;
  /** The signal that stopped it last. */
  stoppedBy: string | undefined;
  private goOn: () => void = () => undefined;
  private readonly tellStopped = new Set<() => void>();
  private over = false;
  private readonly waiting = new Set<(killed: Killed) => void>();

  constructor(
    private readonly table: TaskTable,
    readonly pid: number,
    private startedBy: ShellTask | undefined,
    public name: string,
  ) {
    this.ignored = startedBy?.ignored ?? new Set();
    this.niceness = startedBy?.niceness ?? 0;
    this.program = startedBy?.program;
    this.group = startedBy?.group ?? pid;
  }

  get parent(): ShellTask | undefined {
    return this.startedBy;
  }

  get killed(): Killed | undefined {
    return this.killedBy;
  }

  get hasEnded(): boolean {
    return this.over;
  }

  /** `group`: also for what a process outside this worker has started. */
  signal(signal: string, group = false): void {
    if (signal === '0') return;
    if (signal === 'CONT') this.resume(group);
    if (signal === 'STOP' || (STOPPING.has(signal) && this.onStop)) return this.stop(signal, group);
    if (signal !== 'KILL' && (this.onSignal?.(signal, group) || IGNORED.has(signal) || this.ignored.has(signal)))
      return;
    if (STOPPING.has(signal)) return this.stop(signal, group);
    this.killedBy ??= new Killed(signal);
    this.onKill?.();
    for (const reject of this.waiting) reject(this.killedBy);
    this.waiting.clear();
  }

  /** Notes which signal ended the process outside this worker. */
  endedBy(signal: string): void {
    this.killedBy ??= new Killed(signal);
  }

  get isStopped(): boolean {
    return this.stopped !== undefined;
  }

  /** Pauses at the end of its next wait, until `resume`. */
  private stop(signal: string, group: boolean): void {
    if (this.stopped) return;
    this.stoppedBy = signal;
    this.stopped = new Promise((resolve) => (this.goOn = resolve));
    this.onStop?.(true, group);
    for (const tell of this.tellStopped) tell();
    this.tellStopped.clear();
  }

  private resume(group: boolean): void {
    if (!this.stopped) return;
    this.goOn();
    this.stopped = undefined;
    this.onStop?.(false, group);
  }

  /** Settles the next time that a signal stops the task. */
  nextStop(): Promise<void> {
    return new Promise((resolve) => void this.tellStopped.add(resolve));
  }

  /** Settles once the task is not stopped. */
  async whileStopped(): Promise<void> {
    while (this.stopped) await this.stopped;
  }

  /** Sends a signal to this task and the descendants in its process group, as a terminal does. */
  signalGroup(signal: string): void {
    for (const child of this.children) if (child.group === this.group) child.signalGroup(signal);
    this.signal(signal, true);
  }

  /** Sends a signal to this task and all its descendants. */
  signalAll(signal: string): void {
    for (const child of this.children) child.signalAll(signal);
    this.signal(signal);
  }

  /** Clears the signal that ended it, so that the EXIT trap or the next command can run. */
  revive(): void {
    this.killedBy = undefined;
  }

  check(): void {
    if (this.killedBy) throw this.killedBy;
  }

  /** Waits for `work`; rejects with `Killed` if a signal ends the task. */
  wait<T>(work: Promise<T>): Promise<T> {
    if (this.killedBy) return Promise.reject(this.killedBy);
    return new Promise((resolve, reject) => {
      this.waiting.add(reject);
      work.then(
        async (value) => {
          await this.whileStopped();
          this.waiting.delete(reject);
          resolve(value);
        },
        (error: unknown) => {
          this.waiting.delete(reject);
          reject(error);
        },
      );
    });
  }

  /** Keeps a pipe open until the task ends. */
  holds(file: Held): void {
    file.retain();
    this.held.push(file);
  }

  /** Ends the task. Its children pass to its parent, so that they still end with the shell or on Ctrl-C. */
  end(): void {
    this.over = true;
    this.table.running.delete(this.pid);
    for (const file of this.held) file.release();
    this.parent?.children.delete(this);
    for (const child of this.children) {
      child.startedBy = this.parent;
      this.parent?.children.add(child);
    }
    this.children.clear();
    this.parent?.signal('CHLD');
  }
}
