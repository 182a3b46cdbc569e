import { SOCKET, type StreamPaths, type Tty } from '../../protocol/process';
import { isTty, type NodeProgram } from '../program';
import { facts } from '../library';
import { INPUT_WINDOW } from '../../protocol/limits';
import { signalOf } from '../../protocol/signals';
import { isCallback, type Binding } from '../binding';
import { decode, encode } from '../../../bytes-text';
import { Handle } from './handle';
import { missing } from '../missing';
import { pathOf, type OpenFiles } from './open-files';
import { writingTo, type StandardStreams } from './stdio';
import type { StreamHandle } from './stream';
import { errnoOf } from './uv';

/** The end of a channel of messages. */
interface Channel {
  join(tell: (text: string | null) => void): void;
  hear(text: string | null): void;
}

interface SpawnOptions {
  file: string;
  args?: string[];
  cwd?: string | null;
  envPairs?: string[];
  stdio?: {
    type: string;
    handle?: StreamHandle & Partial<Channel>;
    fd?: number;
    input?: Uint8Array;
    readable?: boolean;
    /** Marks the channel that `fork` requests. */
    ipc?: boolean;
  }[];
  detached?: boolean;
  timeout?: number;
  killSignal?: number;
  maxBuffer?: number;
}

/** Programs that always exist. */
const COMMON = new Set([
  'node',
  'git',
  'bash',
  'sh',
  'npm',
  'npx',
  'cat',
  'echo',
  'ls',
  'grep',
  'sleep',
  'true',
  'false',
  'pwd',
  'env',
  'wc',
  'sort',
  'head',
  'tail',
  'sed',
  'awk',
  'find',
  'printf',
  'mkdir',
  'rm',
  'cp',
  'mv',
  'touch',
  'which',
  'date',
  'tr',
  'cut',
  'uname',
  'whoami',
  'seq',
  'tee',
  'xargs',
  'test',
]);

/** Programs of the sandbox by their path, which need no PATH. */
const OWN = /^(?:\/usr)?(?:\/local)?\/bin\/(?:node|bash|sh|git|npm|npx)$/;

/** A PATH along which they are found. */
const HAS_COMMON = /(?:^|:)\/(?:usr\/)?(?:local\/)?bin\/?(?::|$)/;

const envOf = (program: NodeProgram, pairs: readonly string[] | undefined): Record<string, string> =>
  pairs
    ? Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]))
    : { ...program.env };

/** Finds programs, and builds the kernel's requests to run them. */
class Programs {
  private readonly found = new Map<string, boolean>();

  constructor(private readonly program: NodeProgram) {}

  request({ file, args = [file], cwd, envPairs }: SpawnOptions) {
    const command = OWN.test(file) ? (file.split('/').at(-1) ?? file) : file;
    const [name = file, ...given] = args.map(String);
    // A shell that gets only a text for `-c` has its own name as `$0`.
    const isNameless = (command === 'sh' || command === 'bash') && given[0] === '-c' && given.length === 2;
    return {
      command: command === 'sh' || (command === 'bash' && file !== 'bash') ? `/bin/${command}` : command,
      args: isNameless ? [...given, name] : given,
      cwd: this.folder(cwd),
      env: envOf(this.program, envPairs),
      ...(command === 'node' && { argv0: name }),
    };
  }

  /** Where a program starts: it is told no links on the way. */
  private folder(name: string | null | undefined): string {
    if (typeof name !== 'string') return this.program.cwd;
    const path = this.program.path(name);
    try {
      return this.program.sys.realpath(pathOf(this.program, name));
    } catch {
      return path;
    }
  }

  /** libuv's error number if it cannot start, or 0. */
  check(options: SpawnOptions): number {
    const { file } = options;
    const { cwd, env } = this.request(options);
    try {
      if (this.program.sys.stat(cwd).type !== 'directory') return errnoOf('ENOTDIR');
    } catch {
      return errnoOf('ENOENT');
    }
    const along = env.PATH;
    if (OWN.test(file) || (COMMON.has(file) && (along === undefined || HAS_COMMON.test(along)))) return 0;
    if (file.includes('/')) {
      try {
        const { type, mode } = this.program.sys.stat(this.program.path(file));
        return type === 'directory' || (mode & 0o111) === 0 ? errnoOf('EACCES') : 0;
      } catch {
        return errnoOf('ENOENT');
      }
    }
    const key = `${file} ${along}`;
    let known = this.found.get(key);
    if (known === undefined) {
      const { code } = this.program.sys.run({
        command: 'bash',
        args: ['-c', 'type -P -- "$0"', file],
        cwd,
        env,
        input: '',
        inherit: false,
      });
      known = code === 0;
      this.found.set(key, known);
    }
    return known ? 0 : errnoOf('ENOENT');
  }
}

/** The most bytes of a child's output that one read brings. */
const READ = 64 * 1024;

const MORE_STREAMS = 'stdio of children beyond the three standard streams';

/** Whether it has more than the three standard streams, which reach no program here. */
const hasMore = (stdio: NonNullable<SpawnOptions['stdio']>): boolean =>
  stdio.slice(3).some(({ type, ipc }) => type !== 'ignore' && !ipc);

/** `internalBinding('process_wrap')` and `spawn_sync`, over the kernel's processes. */
export function processes(
  program: NodeProgram,
  streams: StandardStreams,
  files: OpenFiles,
): { wrap: Binding; sync: Binding } {
  const programs = new Programs(program);
  let { firstPid: nextPid } = program.spec;
  /** Where a child's streams are those of the program with these numbers. */
  const ttyOf = (numbers: readonly (number | undefined)[]): Tty =>
    ([0, 1, 2] as const).filter((fd) => numbers[fd] !== undefined && isTty(program, numbers[fd]));
  /** Where a child's streams lead: to nothing, to a socket, to a file that is open here, or where the program's own do. */
  const pathsOf = (stdio: NonNullable<SpawnOptions['stdio']>): StreamPaths =>
    stdio.slice(0, 3).map(({ type, fd }, index) => {
      if (type === 'ignore') return '/dev/null';
      if (type === 'pipe' || type === 'overlapped') return `${SOCKET}[${index + 1}]`;
      if (fd === undefined) return null;
      return fd > 2 ? files.path(fd) : (program.spec.paths?.[fd] ?? null);
    });

  class Child extends Handle {
    pid: number | undefined = undefined;
    onexit: unknown = undefined;
    #kill: ((signal: number) => number) | undefined;

    spawn(options: SpawnOptions): number {
      const stdio = options.stdio ?? [];
      const handles = stdio.map(({ type, handle }) => (type === 'pipe' || type === 'overlapped' ? handle : undefined));
      const refused = programs.check(options);
      if (refused) {
        // A program that did not start has no output.
        for (const handle of handles.slice(1)) handle?.receive(null);
        return refused;
      }
      if (hasMore(stdio)) return missing(MORE_STREAMS)();
      const numbers = stdio.map(({ type, fd }) => (type === 'inherit' || type === 'fd' ? fd : undefined));
      const [input, output, errors] = numbers;
      const opened = numbers.map((fd) => (fd === undefined || fd <= 2 ? undefined : files.shared(fd)));
      const channel = stdio.find(({ ipc }) => ipc)?.handle;
      const request = programs.request(options);
      const pid = nextPid++;
      this.pid = pid;
      this.setActive(true);
      const [inputHandle] = handles;
      if (input === 0) streams.putBackInput();
      streams.release();
      let [sent, taken] = [0, 0];
      const child = program.children.start({
        ...request,
        pid,
        inheritOutput: output === 1 && errors === 2,
        inheritInput: input === 0,
        tty: ttyOf(numbers),
        paths: pathsOf(stdio),
        ...(options.detached && { detached: true }),
        onOutput: (fd, text) => {
          const bytes = encode(text);
          const handle = handles[fd];
          const number = numbers[fd];
          const given = stdio[fd]?.type === 'wrap' ? stdio[fd].handle : undefined;
          if (handle) handle.receive(bytes);
          else if (given) given.writeBuffer(given, bytes);
          else if (opened[fd]) opened[fd].write(bytes);
          else if (number !== undefined) streams.write(number === 2 ? 2 : 1, bytes);
        },
        onMessages: (text) => channel?.hear?.(text),
        onTaken: (now) => {
          taken = now;
          if (sent - taken <= INPUT_WINDOW) inputHandle?.makeRoom();
        },
        onExit: (code, signal) => {
          taken = Infinity;
          inputHandle?.makeRoom();
          for (const handle of handles.slice(1)) handle?.receive(null);
          // libuv tells of signals last, so what the child sent before it ended is read by then.
          const leave = () => {
            if (handles.slice(1).some((handle) => handle?.deliverNext())) return program.loop.completeNext(leave);
            this.run(() => {
              this.setActive(false);
              const { onexit } = this;
              if (isCallback(onexit)) onexit.call(this, signal ? 0 : code, signal ?? '');
            });
          };
          program.loop.complete(leave);
        },
      });
      if (stdio[0]?.type === 'wrap') stdio[0].handle?.giveTo(writingTo((text) => child.write(text)));
      else if (inputHandle) {
        inputHandle.isFull = () => sent - taken > INPUT_WINDOW;
        inputHandle.sendTo = writingTo((text) => {
          sent += text?.length ?? 0;
          child.write(text);
        });
      } else if (input !== 0) {
        if (opened[0]) child.write(decode(opened[0].rest()));
        child.write(null);
      }
      channel?.join?.((text) => child.tell(text));
      for (const fd of [1, 2] as const) {
        const handle = handles[fd];
        if (handle) handle.sendTo = (part) => part === null && child.unread(fd);
      }
      this.#kill = (number) => {
        if (number === 0) return 0;
        const signal = signalOf(number);
        if (!signal) return errnoOf('ENOTSUP');
        child.kill(signal);
        return 0;
      };
      return 0;
    }

    kill(signal: number): number {
      return this.#kill?.(signal) ?? errnoOf('ESRCH');
    }
  }

  const { Process } = { Process: class extends Child {} };
  const spawn = (options: SpawnOptions) => {
    const stdio = options.stdio ?? [];
    if (hasMore(stdio)) return missing(MORE_STREAMS)();
    const refused = programs.check(options);
    if (refused) return { error: refused, status: null, signal: null, output: null, pid: 0 };
    // `inherit` for all three is given as their numbers.
    const inherits = stdio.map(({ type, fd }, index) => type === 'inherit' || (type === 'fd' && fd === index));
    const inherit = inherits[1] === true && inherits[2] === true;
    const inheritInput = inherits[0] === true;
    const input = stdio[0]?.input;
    const opened = stdio.map(({ fd }) => (fd === undefined || fd <= 2 ? undefined : files.shared(fd)));
    const request = programs.request(options);
    const pid = nextPid++;
    if (inheritInput) streams.putBackInput();
    streams.release();
    const result = program.sys.run({
      ...request,
      pid,
      input: input
        ? decode(new Uint8Array(input.buffer, input.byteOffset, input.byteLength))
        : opened[0]
          ? decode(opened[0].rest())
          : '',
      inheritInput,
      inherit,
      tty: ttyOf(inherits.map((isInherited, fd) => (isInherited ? fd : undefined))),
      paths: pathsOf(stdio),
      ...(options.timeout ? { timeoutMs: options.timeout } : {}),
    });
    const { maxBuffer = Infinity } = options;
    // What is more than it may be ends the child, once a read has brought it.
    const buffer = (text: string) =>
      Object(Reflect.get(globalThis, 'Buffer')).from(
        encode(text).subarray(0, (Math.floor(maxBuffer / READ) + 1) * READ),
      );
    const parts = [undefined, result.stdout, result.stderr].map((text, fd) => {
      const one = stdio[fd];
      if (text === undefined || !one) return null;
      if (one.type === 'pipe') return buffer(text);
      if (opened[fd]) opened[fd].write(encode(text));
      else if ((one.type === 'inherit' || one.type === 'fd') && !inherit)
        streams.write(one.fd === 2 || fd === 2 ? 2 : 1, encode(text));
      return null;
    });
    const overflow = parts.some((part) => part && part.length > maxBuffer);
    const ended = result.timedOut || overflow ? (signalOf(options.killSignal ?? 0) ?? 'SIGTERM') : undefined;
    const signal = ended ?? result.signal ?? null;
    return {
      status: signal ? null : result.code,
      signal,
      output: parts,
      pid,
      ...(result.timedOut && { error: errnoOf('ETIMEDOUT') }),
      ...(overflow && { error: errnoOf('ENOBUFS') }),
    };
  };
  return { wrap: { Process }, sync: { spawn } };
}

/** `internalBinding('signal_wrap')`. */
export function signals(program: NodeProgram): Binding {
  const listening = new Map<string, Set<Signal>>();
  const tell = () =>
    program.post({ t: 'handles', signals: [...listening].filter(([, all]) => all.size > 0).map(([name]) => name) });
  const numbers: Record<string, number> = Object(facts.bindings.constants?.os).signals ?? {};
  class Signal extends Handle {
    onsignal: unknown = undefined;
    #name = '';

    start(signal: number): number {
      this.#name = program.options.signalName(signal) ?? '';
      if (this.#name === 'SIGKILL' || this.#name === 'SIGSTOP') return errnoOf('EINVAL');
      const all = listening.get(this.#name) ?? new Set();
      listening.set(this.#name, all.add(this));
      this.setActive(true);
      tell();
      return 0;
    }

    fire(): void {
      const { onsignal } = this;
      if (isCallback(onsignal)) this.run(() => onsignal.call(this, numbers[this.#name]));
    }

    protected override stop(): void {
      listening.get(this.#name)?.delete(this);
      tell();
    }
  }
  program.options.handles = (name) => (listening.get(name)?.size ?? 0) > 0;
  program.options.raise = (name) => {
    for (const one of listening.get(name) ?? []) one.fire();
  };
  return { Signal };
}
