import type { Signal } from '../protocol/signals';
import type { KernelToWorker, StreamPaths, Thread, Tty, WorkerMessage } from '../protocol/process';

export interface ChildProcessOptions {
  command: string;
  args: string[];
  cwd: string;
  env: Record<string, string>;
  inheritOutput: boolean;
  inheritInput: boolean;
  /** Those of its standard streams that are the terminal. */
  tty?: Tty;
  /** Where its standard streams lead; null where that is no file. */
  paths?: StreamPaths;
  /** It goes on when this program ends. */
  detached?: boolean;
  /** The process ids of the child and of the program that starts it, if they are known here. */
  pid?: number;
  ppid?: number;
  /** What the child is called, if that is not the command. */
  argv0?: string;
  /** Set for a thread of this program. */
  thread?: Thread;
  onOutput(fd: 1 | 2, text: string): void;
  /** `taken`: how many characters of its input it has read. */
  onExit(code: number, signal: Signal | undefined, taken: number): void;
  /** Told now and then how many characters of its input it has read so far. */
  onTaken?(taken: number): void;
  /** Takes messages from the child; `null` ends them. */
  onMessages?(text: string | null): void;
}

export interface Child {
  readonly id: number;
  /** `null` ends the child's input. */
  write(text: string | null): void;
  /** `group`: also for what it has started, as a terminal sends it. */
  kill(signal: Signal, group?: boolean): void;
  /** Nobody reads this output any more: the child's next write to it fails. */
  unread(fd: 1 | 2): void;
  /** Messages to the child; `null` ends them. */
  tell(text: string | null): void;
}

/** Messages about children that a program may send before it waits for the kernel to catch up. */
const MOST_AHEAD = 32;

/** The children of a program. */
export class Children {
  private static nextId = 1;
  private readonly running = new Map<number, ChildProcessOptions>();
  private ahead = 0;

  /** `catchUp` returns once the kernel has processed everything sent: a loop that starts programs must not flood it. */
  constructor(
    private readonly send: (message: WorkerMessage) => void,
    private readonly catchUp: () => void,
  ) {}

  get count(): number {
    return this.running.size;
  }

  start(options: ChildProcessOptions): Child {
    const id = Children.nextId++;
    const { onOutput: _output, onExit: _exit, onMessages: _messages, onTaken: _taken, ...request } = options;
    this.running.set(id, options);
    this.post({ t: 'spawn', id, ...request });
    return {
      id,
      write: (text) => this.post({ t: 'child-input', id, text }),
      kill: (signal, group) => this.post({ t: 'child-kill', id, signal, group }),
      unread: (fd) => this.post({ t: 'child-unread', id, fd }),
      tell: (text) => this.post({ t: 'child-messages', id, text }),
    };
  }

  private post(message: WorkerMessage): void {
    this.send(message);
    this.ahead += 1;
    if (this.ahead < MOST_AHEAD) return;
    this.ahead = 0;
    this.catchUp();
  }

  /** Handles the kernel's messages about children. */
  receive(message: KernelToWorker): void {
    if (message.t === 'child-output') this.running.get(message.id)?.onOutput(message.fd, message.text);
    else if (message.t === 'child-messages') this.running.get(message.id)?.onMessages?.(message.text);
    else if (message.t === 'child-taken') this.running.get(message.id)?.onTaken?.(message.taken);
    else if (message.t === 'child-exit') {
      const child = this.running.get(message.id);
      this.running.delete(message.id);
      child?.onExit(message.code, message.signal, message.taken);
    }
  }
}
