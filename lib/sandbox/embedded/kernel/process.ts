import { messageOf } from '@/lib/protocol/message-of';
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
import { exitCodeOf } from '../protocol/signals';
import { SyscallSchema, type Syscall } from '../protocol/syscall';
import { answerFileCall, failure, jsonAnswer, noAnswer, type Answer } from './file-calls';
import type { Network } from './network';
import { NetworkLine } from './network-line';
import { captured, type Sink } from './sink';
import type { WorkerKind, WorkerPool } from './worker-pool';

export interface ChildRequest {
  command: string;
  args: string[];
  cwd: string;
  env: Record<string, string>;
}

/** What a process needs of the table it stands in. */
export interface ProcessHost {
  readonly fs: TreeFs;
  readonly pool: WorkerPool;
  readonly network: Network;
  /** Throws if there are too many processes or no such folder. */
  start(request: ChildRequest, sink: Sink, onExit: (code: number) => void): Process;
}

/** One running program: a worker, its shared memory, its input and its children. The worker is not trusted. */
export class Process {
  readonly kind: WorkerKind;
  private worker: Worker;
  private channel: AnswerSide;
  private ended = false;
  private input = '';
  private inputEnded = false;
  private onInputEnd: (() => void) | undefined;
  private readonly children = new Map<number, Process>();
  private readonly inheriting = new Set<Process>();
  private readonly handled = new Set<string>();
  private readonly line: NetworkLine;
  private memory: ShellMemory | undefined;
  private interrupt: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly host: ProcessHost,
    private readonly spec: ProcessSpec,
    private readonly sink: Sink,
    private readonly onExit: (code: number) => void,
  ) {
    this.kind = spec.command === 'node' || spec.command === 'git' ? spec.command : 'shell';
    this.line = new NetworkLine(host.network, (side, id, frame) => this.post({ t: 'http', side, id, frame }));
    this.worker = host.pool.take(this.kind);
    this.channel = this.startWorker(spec);
  }

  /** `null` ends the input. */
  write(text: string | null): void {
    if (this.ended || this.inputEnded) return;
    this.post({ t: 'input', text });
    if (this.spec.terminal) {
      if (text?.includes('\x03')) this.expectAnswer();
      return;
    }
    if (text === null) {
      this.inputEnded = true;
      this.onInputEnd?.();
    } else this.input = (this.input + text).slice(0, MAX_INPUT_CHARS);
    for (const child of this.inheriting) child.write(text);
  }

  kill(signal: Signal): void {
    if (signal !== 'SIGKILL' && this.handled.has(signal)) this.post({ t: 'signal', signal });
    else this.end(exitCodeOf(signal), false);
  }

  resize(size: { cols: number; rows: number }): void {
    this.post({ t: 'resize', size });
  }

  private startWorker(spec: ProcessSpec): AnswerSide {
    const memory = newChannelMemory();
    this.worker.onmessage = (event: MessageEvent<unknown>) => this.receive(event.data);
    this.worker.onerror = (event) => {
      void this.sink.write(2, `${spec.command}: ${event.message}\n`);
      this.end(1, false);
    };
    this.post({ t: 'start', memory, spec });
    return new AnswerSide(memory);
  }

  private post(message: KernelToWorker): void {
    if (!this.ended) this.worker.postMessage(message);
  }

  private receive(data: unknown): void {
    const message = WorkerMessageSchema.safeParse(data);
    if (message.success && !this.ended) this.handle(message.data);
  }

  private handle(message: WorkerMessage): void {
    switch (message.t) {
      case 'syscall':
        return this.syscall(message.request);
      case 'more':
        return this.channel.more();
      case 'exit':
        return this.end(message.code & 255, true);
      case 'spawn':
        return this.spawnChild(message);
      case 'child-input':
        return this.children.get(message.id)?.write(message.text);
      case 'child-kill':
        return this.children.get(message.id)?.kill(message.signal);
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
      case 'alive':
        clearTimeout(this.interrupt);
        this.interrupt = undefined;
    }
  }

  private syscall(request: unknown): void {
    const call = SyscallSchema.safeParse(request);
    if (!call.success) return this.answer(failure(Object.assign(new Error(call.error.message), { code: 'EINVAL' })));
    switch (call.data.op) {
      case 'output': {
        const wait = this.sink.write(call.data.fd, call.data.text);
        if (wait) void wait.then(() => this.answer(noAnswer));
        else this.answer(noAnswer);
        return;
      }
      case 'input': {
        const answer = () => this.answer({ kind: 'bytes', bytes: [new TextEncoder().encode(this.input)] });
        if (this.inputEnded || this.spec.terminal) answer();
        else this.onInputEnd = answer;
        return;
      }
      case 'run':
        return this.run(call.data);
      case 'listen':
        return this.answer(this.listen(call.data.port));
      default:
        this.answer(answerFileCall(this.host.fs, call.data));
    }
  }

  private answer({ kind, bytes }: Answer): void {
    if (!this.ended) this.channel.answer(kind, bytes);
  }

  private listen(port: number): Answer {
    try {
      return jsonAnswer(this.line.listen(port));
    } catch (error) {
      return failure(error);
    }
  }

  private spawnChild(request: Extract<WorkerMessage, { t: 'spawn' }>): void {
    const { id, inheritOutput, inheritInput } = request;
    if (this.children.has(id)) return;
    const toParent: Sink = {
      write: (fd, text) => {
        this.post({ t: 'child-output', id, fd, text });
        return undefined;
      },
    };
    const sink = inheritOutput ? this.sink : captured(toParent, () => this.children.get(id)?.kill('SIGKILL'));
    try {
      const child = this.host.start(request, sink, (code) => {
        this.children.delete(id);
        this.inheriting.delete(child);
        this.post({ t: 'child-exit', id, code });
      });
      this.children.set(id, child);
      if (inheritInput && !this.spec.terminal) this.inherit(child);
    } catch (error) {
      this.post({ t: 'child-output', id, fd: 2, text: `${request.command}: ${messageOf(error)}\n` });
      this.post({ t: 'child-exit', id, code: 126 });
    }
  }

  private inherit(child: Process): void {
    if (this.input) child.write(this.input);
    if (this.inputEnded) child.write(null);
    this.inheriting.add(child);
  }

  private run(request: Extract<Syscall, { op: 'run' }>): void {
    const text = { 1: '', 2: '' };
    const collect: Sink = { write: (fd, part) => void (text[fd] += part) };
    let child: Process | undefined;
    const sink = request.inherit ? this.sink : captured(collect, () => child?.kill('SIGKILL'));
    let timedOut = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      const started = this.host.start(request, sink, (code) => {
        clearTimeout(timer);
        this.inheriting.delete(started);
        const signal = timedOut ? 'SIGTERM' : undefined;
        this.answer(jsonAnswer({ code, stdout: text[1], stderr: text[2], signal }));
      });
      child = started;
      this.inheriting.add(started);
      if (request.input) started.write(request.input);
      started.write(null);
      if (request.timeoutMs) {
        timer = setTimeout(() => {
          timedOut = true;
          started.kill('SIGKILL');
        }, request.timeoutMs);
      }
    } catch (error) {
      this.answer(failure(error));
    }
  }

  /** After Ctrl-C: a shell too busy to answer is replaced by one that knows what the old one last told. */
  private expectAnswer(): void {
    this.interrupt ??= setTimeout(() => {
      this.interrupt = undefined;
      if (this.ended) return;
      this.killChildren();
      this.line.close();
      this.worker.terminate();
      this.worker = this.host.pool.take(this.kind);
      const memory = this.memory && { ...this.memory, status: 130 };
      this.channel = this.startWorker({ ...this.spec, memory });
    }, INTERRUPT_GRACE_MS);
  }

  private killChildren(): void {
    for (const child of [...this.children.values(), ...this.inheriting]) child.end(137, false);
    this.children.clear();
    this.inheriting.clear();
  }

  private end(code: number, clean: boolean): void {
    if (this.ended) return;
    this.ended = true;
    clearTimeout(this.interrupt);
    if (clean && this.kind === 'shell') this.host.pool.give(this.kind, this.worker);
    else this.worker.terminate();
    this.killChildren();
    this.line.close();
    this.onExit(code);
  }
}
