import { messageOf } from '@/lib/protocol/message-of';
import type { KernelToWorker, ProcessSpec, StreamPaths, Thread, Tty, WorkerMessage } from '../protocol/process';
import type { Signal } from '../protocol/signals';
import type { Syscall } from '../protocol/syscall';
import { syscallFailure, jsonAnswer, type SyscallAnswer } from './file-calls';
import type { ProcessInput } from './process-input';
import { captured, type Sink } from './sink';

export interface ChildRequest {
  command: string;
  args: string[];
  cwd: string;
  env: Record<string, string>;
  /** Those that its parent gives; otherwise, the kernel numbers it. */
  pid?: number | undefined;
  ppid?: number | undefined;
  argv0?: string | undefined;
  /** Those of its standard streams that are the terminal. */
  tty?: Tty | undefined;
  /** Where its standard streams lead. */
  paths?: StreamPaths | undefined;
  /** The size of that terminal. */
  size?: TerminalSize | undefined;
  /** Set for a thread of the program that starts it. */
  thread?: Thread | undefined;
}

export type TerminalSize = NonNullable<ProcessSpec['terminal']>;

/** A program started by another one. */
interface Child {
  /** How many characters of its input it has read. */
  readonly taken: number;
  /** `null` ends the input. */
  write(text: string | null): void;
  kill(signal: Signal, group?: boolean): void;
  /** The terminal that it runs at has another size. */
  resize(size: TerminalSize): void;
  /** Messages from the program that started it. */
  tell(text: string | null): void;
}

/** What the parent is told of a program that it started. */
export interface ChildEvents {
  onExit(code: number, signal?: Signal): void;
  /** Told now and then how many characters of its input it has read so far. */
  onTaken?(taken: number): void;
  /** Messages to the program that started it. */
  onMessages?(text: string | null): void;
  /** It has set its terminal to raw mode, or back. */
  onRawMode?(raw: boolean): void;
  /** A program that outlives it; `detached`: in a group of its own. */
  onOrphan?(child: Child, detached: boolean): void;
}

/** Where each program that runs is kept. */
const kept = new WeakMap<Child, Set<Child>>();

interface Starter {
  /** Throws if there are too many processes or the folder does not exist. */
  start(request: ChildRequest, sink: Sink, events: ChildEvents): Child;
}

/** What children may inherit, and how their parent is told about them. */
interface Parent {
  readonly pid: number;
  readonly input: ProcessInput;
  readonly sink: Sink;
  /** Of the terminal that it runs at. */
  readonly size: TerminalSize | undefined;
  post(message: KernelToWorker): void;
  /** Writes at the end of a file what a child says there that has outlived the program, which wrote it until then. */
  append(path: string, text: string): void;
  /** One of its children has set the terminal to raw mode, or back. */
  setRawMode(raw: boolean): void;
}

/** The programs that a program started: spawned ones run alongside it, it waits for the others. */
export class ChildProcesses {
  private readonly spawned = new Map<number, Child>();
  /** The outputs of spawned programs that nobody reads any more. */
  private readonly unreadOutputs = new Map<number, Set<number>>();
  private readonly running = new Set<Child>();
  private readonly detached = new WeakSet<Child>();
  private readonly threads = new WeakSet<Child>();
  private size: TerminalSize | undefined;
  /** Set once the program has ended: nobody reads what its children say. */
  private left = false;

  constructor(
    private readonly host: Starter,
    private readonly parent: Parent,
  ) {
    this.size = parent.size;
  }

  spawn(request: Extract<WorkerMessage, { t: 'spawn' }>): void {
    const { id, command, inheritOutput, inheritInput } = request;
    if (this.spawned.has(id)) return;
    const { input, sink, post } = this.parent;
    const unread = new Set<number>();
    const toParent: Sink = {
      write: (fd, text) => {
        const path = this.left ? request.paths?.[fd] : undefined;
        if (path?.startsWith('/')) {
          this.parent.append(path, text);
          return undefined;
        }
        if (this.left || unread.has(fd)) throw Object.assign(new Error('EPIPE: broken pipe, write'), { code: 'EPIPE' });
        post({ t: 'child-output', id, fd, text });
        return undefined;
      },
    };
    try {
      const output = inheritOutput ? sink : captured(toParent, () => this.kill(id, 'SIGKILL'));
      const child = this.start(request, output, {
        onExit: (code, signal) => {
          this.spawned.delete(id);
          this.unreadOutputs.delete(id);
          input.disinherit(child, child.taken);
          post({ t: 'child-exit', id, code, signal, taken: child.taken });
        },
        onTaken: (taken) => (inheritInput ? input.heirTook(child, taken) : post({ t: 'child-taken', id, taken })),
        onMessages: (text) => post({ t: 'child-messages', id, text }),
      });
      this.spawned.set(id, child);
      this.unreadOutputs.set(id, unread);
      if (request.detached) this.detached.add(child);
      if (inheritInput) input.bequeath(child);
    } catch (error) {
      post({ t: 'child-output', id, fd: 2, text: `${command}: ${messageOf(error)}\n` });
      post({ t: 'child-exit', id, code: 126, taken: 0 });
    }
  }

  /** Runs a program to its end and answers with its outcome. */
  run(request: Extract<Syscall, { op: 'run' }>, answer: (answer: SyscallAnswer) => void): void {
    const text = { 1: '', 2: '' };
    const collect: Sink = { write: (fd, part) => void (text[fd] += part) };
    let child: Child | undefined;
    const end = () => child?.kill('SIGKILL');
    let timedOut: true | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      const sink = request.inherit ? this.parent.sink : captured(collect, end);
      const onExit: ChildEvents['onExit'] = (code, signal) => {
        clearTimeout(timer);
        if (child) this.parent.input.disinherit(child, child.taken);
        answer(jsonAnswer({ code, stdout: text[1], stderr: text[2], signal, timedOut }));
      };
      const onTaken: ChildEvents['onTaken'] = (taken) => child && this.parent.input.heirTook(child, taken);
      child = this.start(request, sink, { onExit, onTaken });
      if (request.inheritInput) this.parent.input.bequeath(child);
      else {
        if (request.input) child.write(request.input);
        child.write(null);
      }
      if (request.timeoutMs) {
        timer = setTimeout(() => {
          timedOut = true;
          end();
        }, request.timeoutMs);
      }
    } catch (error) {
      answer(syscallFailure(error));
    }
  }

  write(id: number, text: string | null): void {
    this.spawned.get(id)?.write(text);
  }

  kill(id: number, signal: Signal, group?: boolean): void {
    this.spawned.get(id)?.kill(signal, group);
  }

  unread(id: number, fd: number): void {
    this.unreadOutputs.get(id)?.add(fd);
  }

  tell(id: number, text: string | null): void {
    this.spawned.get(id)?.tell(text);
  }

  killAll(): void {
    for (const child of this.running) child.kill('SIGKILL');
  }

  /** Passes on a signal for the program: its threads stop with it, and its group has the children that are not detached. */
  pass(signal: Signal, group: boolean): void {
    const stops = signal === 'SIGSTOP' || signal === 'SIGCONT';
    for (const child of this.running)
      if (this.threads.has(child) ? stops : group && !this.detached.has(child)) child.kill(signal, group);
  }

  resize(size: TerminalSize): void {
    this.size = size;
    for (const child of this.running) child.resize(size);
  }

  /** As the program ends: its threads end, too; the other children go to whoever started it, or end where nobody did. */
  leave(onOrphan: ChildEvents['onOrphan']): void {
    this.left = true;
    for (const child of this.running) if (this.threads.has(child)) child.kill('SIGKILL');
    for (const child of onOrphan ? this.running : []) {
      this.running.delete(child);
      child.write(null);
      child.tell(null);
      onOrphan?.(child, this.detached.has(child));
    }
    this.killAll();
  }

  private keep(child: Child): void {
    this.running.add(child);
    kept.set(child, this.running);
  }

  private start(request: ChildRequest, sink: Sink, events: ChildEvents): Child {
    const onExit: ChildEvents['onExit'] = (code, signal) => {
      kept.get(child)?.delete(child);
      events.onExit(code, signal);
    };
    const onOrphan: ChildEvents['onOrphan'] = (orphan, detached) => {
      if (detached) this.detached.add(orphan);
      this.keep(orphan);
    };
    const child: Child = this.host.start({ ppid: this.parent.pid, ...request, size: this.size }, sink, {
      ...events,
      onExit,
      onOrphan,
      onRawMode: (raw) => this.parent.setRawMode(raw),
    });
    this.keep(child);
    if (request.thread) this.threads.add(child);
    return child;
  }
}
