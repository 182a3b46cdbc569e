import type { TreeFs } from '../fs/tree-fs';
import type { Signal } from '../protocol/signals';
import { AnswerSide, newChannelMemory } from '../protocol/channel';
import { INTERRUPT_GRACE_MS, MAX_INPUT_CHARS } from '../protocol/limits';
import {
  WorkerMessageSchema,
  type KernelToWorker,
  type ProcessSpec,
  type ShellMemory,
  type WorkerMessage,
} from '../protocol/process';
import { endsProcess, exitCodeOf } from '../protocol/signals';
import { placeOfFile } from '../protocol/http';
import { runSearch } from './searcher';
import { SyscallSchema } from '../protocol/syscall';
import { ChildProcesses, type ChildEvents, type ChildRequest, type TerminalSize } from './child-processes';
import { answerFileCall, syscallFailure, jsonAnswer, noAnswer, type SyscallAnswer } from './file-calls';
import type { FileLocks } from './file-locks';
import type { Network } from './network';
import { NetworkLine } from './network-line';
import type { PackageSet } from './package-set';
import { ProcessInput } from './process-input';
import { encode } from '../../bytes-text';
import type { Sink } from './sink';
import { Watchers } from './watchers';
import type { WorkerKind, WorkerPool } from './worker-pool';

/** How long the changes that a program watches for are gathered. */
const WATCH_PAUSE_MS = 10;

/** What a process needs from its process table. */
export interface ProcessHost {
  readonly fs: TreeFs;
  readonly pool: WorkerPool;
  readonly network: Network;
  readonly packages: PackageSet;
  readonly locks: FileLocks;
  /** Throws if there are too many processes or the folder does not exist. */
  start(request: ChildRequest, sink: Sink, events: ChildEvents): Process;
  /** Whether the process exists. `null` signals nothing. */
  kill(pid: number, signal: Signal | null): boolean;
}

const kindOf = (command: string): WorkerKind =>
  command === 'node' || command === 'git' || command === 'jq' || command === 'python3' ? command : 'shell';

/** One running program: a worker, its shared memory, its input and its children. The worker is not trusted. */
export class Process {
  readonly kind: WorkerKind;
  private worker: Worker;
  private channel: AnswerSide;
  private ended = false;
  /** Always empty for a terminal: what is typed there is for the shell alone. */
  private readonly input = new ProcessInput(
    () => this.flood(),
    (taken) => this.events.onTaken?.(taken),
  );
  /** Whether it has asked for all input as it arrives. */
  private reads = false;
  private readonly children: ChildProcesses;
  private readonly handled = new Set<string>();
  private readonly line: NetworkLine;
  private readonly watchers = new Watchers((changes) => this.post({ t: 'changes', changes }), WATCH_PAUSE_MS);
  private stopListening: (() => void) | undefined;
  private memory: ShellMemory | undefined;
  /** Aborts the searches that it waits for. */
  private readonly ending = new AbortController();
  private interrupt: ReturnType<typeof setTimeout> | undefined;
  /** While it is stopped: what it has said since. It waits for the answer to its next system call. */
  private held: unknown[] | undefined;
  /** Whether it, or a program that it has started, gets each key of the terminal as it is. */
  private raw = false;
  /** Typed since Ctrl-C while the shell has not responded. */
  private typedSince = '';

  constructor(
    private readonly host: ProcessHost,
    private readonly spec: ProcessSpec,
    private readonly sink: Sink,
    private readonly events: ChildEvents,
  ) {
    this.kind = kindOf(spec.command);
    this.line = new NetworkLine(host.network, (side, id, frame) => this.post({ t: 'http', side, id, frame }));
    const { pid, terminal: size = spec.tty } = spec;
    this.children = new ChildProcesses(host, {
      pid,
      input: this.input,
      sink,
      size,
      post: (message) => this.post(message),
      append: (path, text) => host.fs.write(path, encode(text), { append: true }),
      setRawMode: (raw) => this.setRawMode(raw),
    });
    this.worker = host.pool.take(this.kind);
    this.channel = this.startWorker(spec);
  }

  /** How many characters of its input it has read. */
  get taken(): number {
    return this.input.taken;
  }

  /** `null` ends the input. */
  write(text: string | null): void {
    if (this.ended || this.input.ended) return;
    if (!this.spec.terminal) return this.take(text);
    this.post({ t: 'input', text });
    if (text?.includes('\x03') && !this.raw) {
      // As in a terminal, output of the interrupted program that is not yet on its way to the screen is dropped.
      this.sink.discard?.();
      this.expectAnswer();
      this.typedSince = text.slice(text.lastIndexOf('\x03') + 1);
    } else if (this.interrupt) this.typedSince += text ?? '';
  }

  /** Input that does not come from a terminal. A shell gets it as it arrives, other programs ask for it. */
  private take(text: string | null): void {
    this.input.write(text);
    if (this.kind === 'shell' || this.reads) this.pass();
  }

  private pass(): void {
    this.input.pass((part) => this.post({ t: 'input', ...part }));
  }

  /** `group`: also for what it has started, as a terminal sends it. */
  kill(signal: Signal, group = false): void {
    if (signal === 'SIGSTOP') this.held ??= [];
    else if (signal === 'SIGCONT') this.goOn();
    this.children.pass(signal, group);
    if (signal !== 'SIGKILL' && this.handled.has(signal)) this.post({ t: 'signal', signal });
    else if (endsProcess(signal)) this.end(exitCodeOf(signal), false, signal);
  }

  tell(text: string | null): void {
    this.post({ t: 'parent-messages', text });
  }

  resize(size: TerminalSize): void {
    if (!this.spec.terminal && !this.spec.tty) return;
    this.post({ t: 'resize', size });
    this.children.resize(size);
  }

  /** The shell at the terminal passes on what is typed. */
  private setRawMode(raw: boolean): void {
    this.raw = raw;
    if (this.spec.terminal) this.post({ t: 'raw-mode', raw });
    else this.events.onRawMode?.(raw);
  }

  private startWorker(spec: ProcessSpec): AnswerSide {
    const memory = newChannelMemory();
    const { worker } = this;
    // A worker that was terminated while loading still reports an error, and a replaced one may have sent messages before.
    const current = () => !this.ended && this.worker === worker;
    worker.onmessage = (event: MessageEvent<unknown>) => {
      if (current()) this.receive(event.data);
    };
    worker.onerror = (event) => {
      // Handled here: an unhandled error would bubble up from worker to worker and reach the page without a message.
      event.preventDefault();
      if (!current()) return;
      void this.sink.write(2, `${spec.command}: ${event.message}\n`);
      this.end(1, false);
    };
    this.post({ t: 'start', memory, spec });
    return new AnswerSide(memory);
  }

  private post(message: KernelToWorker): void {
    if (this.ended) return;
    const thread = message.t === 'start' ? message.spec.thread : undefined;
    this.worker.postMessage(message, thread ? [thread.port] : []);
  }

  private goOn(): void {
    const held = this.held ?? [];
    this.held = undefined;
    for (const data of held) this.receive(data);
  }

  private receive(data: unknown): void {
    if (this.held) return void this.held.push(data);
    const message = WorkerMessageSchema.safeParse(data);
    if (message.success) this.handle(message.data);
  }

  private handle(message: WorkerMessage): void {
    switch (message.t) {
      case 'syscall':
        return this.syscall(message.request);
      case 'more':
        return this.channel.more();
      case 'exit':
        return this.end(message.code & 255, true, message.signal);
      case 'spawn':
        return this.children.spawn(message);
      case 'child-input':
        return this.children.write(message.id, message.text);
      case 'child-kill':
        return this.children.kill(message.id, message.signal, message.group);
      case 'child-unread':
        return this.children.unread(message.id, message.fd);
      case 'child-messages':
        return this.children.tell(message.id, message.text);
      case 'parent-messages':
        return this.events.onMessages?.(message.text);
      case 'reads':
        this.reads = true;
        this.input.flow();
        return this.pass();
      case 'took':
        // A shell gets all of it at once, but does not read it all.
        return this.kind === 'shell' ? this.input.hasRead(message.chars) : this.input.took(message.chars);
      case 'unread':
        return this.input.putBack(message.chars);
      case 'handles':
        this.handled.clear();
        for (const signal of message.signals) this.handled.add(signal);
        return;
      case 'memory':
        this.memory = message.memory;
        return;
      case 'http':
        return this.line.receive(message.side, message.id, message.frame);
      case 'unlisten':
        return this.line.unlisten(message.port);
      case 'watch':
        this.stopListening ??= this.host.fs.onChange((change) => this.watchers.changed(change));
        return this.watchers.watch(message.id, message.path);
      case 'unwatch':
        return this.watchers.unwatch(message.id);
      case 'raw-mode':
        return this.setRawMode(message.raw);
      case 'alive':
        clearTimeout(this.interrupt);
        this.interrupt = undefined;
        this.typedSince = '';
    }
  }

  private syscall(request: unknown): void {
    // Do not answer a worker that was replaced meanwhile: its successor has not asked.
    const { channel } = this;
    const answer = ({ kind, bytes }: SyscallAnswer): void => {
      if (!this.ended && this.channel === channel) channel.answer(kind, bytes);
    };
    const call = SyscallSchema.safeParse(request);
    if (!call.success) return answer(syscallFailure(Object.assign(new Error(call.error.message), { code: 'EINVAL' })));
    switch (call.data.op) {
      case 'output':
        return this.output(call.data.fd, call.data.text, answer);
      case 'input': {
        const give = (text: string) => answer({ kind: 'bytes', bytes: [encode(text)] });
        if (this.spec.terminal) give('');
        else if (call.data.part) this.input.part(give);
        else this.input.whole(give);
        return;
      }
      case 'kill':
        return answer(jsonAnswer(this.host.kill(call.data.pid, call.data.signal)));
      case 'run':
        return this.children.run(call.data, answer);
      case 'package':
        this.host.packages.ask(call.data.file).then(
          (bytes) => answer({ kind: 'bytes', bytes: [bytes] }),
          (error: unknown) => answer(syscallFailure(error)),
        );
        return;
      case 'holding': {
        const { path, literals, anyCase } = call.data;
        const task = { kind: 'literals', query: { path, literals, anyCase } } as const;
        runSearch(this.host.fs, this.host.pool, task, this.ending.signal).then(
          ({ paths }) => answer(jsonAnswer(paths)),
          (error: unknown) => answer(syscallFailure(error)),
        );
        return;
      }
      case 'listen':
        return answer(this.listen(call.data.port));
      case 'bind':
        return answer(this.bind(call.data.path));
      case 'lock':
        return answer(jsonAnswer(this.host.locks.take(this, call.data.path, call.data.shared)));
      case 'unlock':
        this.host.locks.release(this, call.data.path);
        return answer(noAnswer);
      default:
        answer(answerFileCall(this.host.fs, call.data));
    }
  }

  private output(fd: 1 | 2, text: string, answer: (answer: SyscallAnswer) => void): void {
    try {
      const wait = this.sink.write(fd, text);
      if (wait) void wait.then(() => answer(noAnswer));
      else answer(noAnswer);
    } catch (error) {
      // Node ignores SIGPIPE.
      if (this.kind === 'node') return answer(syscallFailure(error));
      answer(noAnswer);
      this.kill('SIGPIPE');
    }
  }

  private listen(port: number): SyscallAnswer {
    try {
      return jsonAnswer(this.line.listen(port));
    } catch (error) {
      return syscallFailure(error);
    }
  }

  private bind(path: string): SyscallAnswer {
    try {
      return this.listen(placeOfFile(this.host.fs.bind(path)));
    } catch (error) {
      return syscallFailure(error);
    }
  }

  /** After Ctrl-C, a shell too busy to respond is replaced by one with the state that the old one last reported. */
  private expectAnswer(): void {
    this.interrupt ??= setTimeout(() => {
      this.interrupt = undefined;
      if (this.ended) return;
      this.children.killAll();
      this.line.close();
      this.host.locks.releaseAll(this);
      this.worker.terminate();
      this.sink.discard?.();
      this.worker = this.host.pool.take(this.kind);
      this.held = undefined;
      const memory = this.memory && { ...this.memory, status: 130 };
      this.channel = this.startWorker({ ...this.spec, memory });
      this.post({ t: 'input', text: this.typedSince });
      this.typedSince = '';
    }, INTERRUPT_GRACE_MS);
  }

  private flood(): void {
    void this.sink.write(2, `${this.spec.command}: more than ${MAX_INPUT_CHARS / 2 ** 20} MiB of input at once\n`);
    this.end(1, false);
  }

  private end(code: number, clean: boolean, signal?: Signal): void {
    if (this.ended) return;
    this.ended = true;
    this.ending.abort();
    clearTimeout(this.interrupt);
    if (this.raw) this.events.onRawMode?.(false);
    const { kind } = this;
    // A git command that failed may have left something that affects the next one.
    const reusable = kind === 'shell' || kind === 'jq' || (kind === 'git' && code === 0);
    if (clean && reusable) this.host.pool.give(kind, this.worker);
    else this.worker.terminate();
    this.stopListening?.();
    this.children.leave(this.events.onOrphan);
    this.line.close();
    this.host.locks.releaseAll(this);
    this.events.onExit(code, signal);
  }
}
