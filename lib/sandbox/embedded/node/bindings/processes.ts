import { TextDecoder } from './native';
import type { Guest } from '../guest';
import { facts } from '../library';
import { SignalSchema } from '../../protocol/signals';
import { isCallback, type Binding } from './binding';
import { bytesOf, textOf, writingTo } from './bytes-text';
import { Handle } from './handle';
import type { StandardStreams } from './stdio';
import type { StreamHandle } from './stream';
import { errnoOf } from './uv';

interface SpawnOptions {
  file: string;
  args?: string[];
  cwd?: string;
  envPairs?: string[];
  stdio?: {
    type: string;
    handle?: StreamHandle & { sendTo?: (bytes: Uint8Array | null) => void };
    fd?: number;
    input?: Uint8Array;
    readable?: boolean;
    /** The channel that `fork` asks for. */
    ipc?: boolean;
  }[];
  timeout?: number;
  killSignal?: number;
  maxBuffer?: number;
}

const FIRST_PID = 1000;
const NAMES: Readonly<Record<number, string>> = {
  1: 'SIGHUP',
  2: 'SIGINT',
  3: 'SIGQUIT',
  6: 'SIGABRT',
  9: 'SIGKILL',
  13: 'SIGPIPE',
  14: 'SIGALRM',
  15: 'SIGTERM',
};
/** Programs that are there for sure. */
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

const envOf = (guest: Guest, pairs: readonly string[] | undefined): Record<string, string> =>
  pairs
    ? Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]))
    : { ...guest.env };

/** Finds programs, and says what the kernel is to run. */
class Programs {
  private readonly found = new Map<string, boolean>();

  constructor(private readonly guest: Guest) {}

  request({ file, args = [file], cwd, envPairs }: SpawnOptions) {
    const own = file === '/usr/bin/node' || /^(?:\/usr)?(?:\/local)?\/bin\/(?:node|bash|sh|git|npm|npx)$/.test(file);
    const command = own ? (file.split('/').at(-1) ?? file) : file;
    return {
      command: command === 'sh' ? 'bash' : command,
      args: args.slice(1).map(String),
      cwd: this.guest.path(cwd ?? '.'),
      env: envOf(this.guest, envPairs),
    };
  }

  /** libuv's number of why it cannot start, or 0. */
  check(options: SpawnOptions): number {
    const { command, cwd } = this.request(options);
    try {
      if (this.guest.sys.stat(cwd).type !== 'directory') return errnoOf('ENOTDIR');
    } catch {
      return errnoOf('ENOENT');
    }
    if (COMMON.has(command)) return 0;
    if (command.includes('/')) {
      try {
        const { type, mode } = this.guest.sys.stat(this.guest.path(command));
        return type === 'directory' || (mode & 0o111) === 0 ? errnoOf('EACCES') : 0;
      } catch {
        return errnoOf('ENOENT');
      }
    }
    let known = this.found.get(command);
    if (known === undefined) {
      const { code } = this.guest.sys.run({
        command: 'bash',
        args: ['-c', 'type -P -- "$0"', command],
        cwd,
        env: envOf(this.guest, options.envPairs),
        input: '',
        inherit: false,
      });
      known = code === 0;
      this.found.set(command, known);
    }
    return known ? 0 : errnoOf('ENOENT');
  }
}

/** `internalBinding('process_wrap')` and `spawn_sync`, over the kernel's processes. */
export function processes(guest: Guest, streams: StandardStreams): { wrap: Binding; sync: Binding } {
  const programs = new Programs(guest);
  let lastPid = FIRST_PID + guest.spec.pid * 100;

  class Process extends Handle {
    pid = 0;
    onexit: unknown = undefined;
    #kill: ((signal: number) => boolean) | undefined;

    spawn(options: SpawnOptions): number {
      const refused = programs.check(options);
      if (refused) return refused;
      const stdio = options.stdio ?? [];
      const handles = stdio.map(({ type, handle }) => (type === 'pipe' || type === 'overlapped' ? handle : undefined));
      const [input, output, errors] = stdio.map(({ type, fd }) =>
        type === 'inherit' || type === 'fd' ? fd : undefined,
      );
      const channel = stdio.find(({ ipc }) => ipc)?.handle;
      let signalled: string | null = null;
      let wanted: number | undefined;
      this.setActive(true);
      const child = guest.children.start({
        ...programs.request(options),
        inheritOutput: output === 1 && errors === 2,
        inheritInput: input === 0,
        onOutput: (fd, text) => {
          const bytes = bytesOf(text);
          const handle = handles[fd];
          if (handle) handle.receive(bytes);
          else if ((fd === 1 ? output : errors) !== undefined)
            streams.write((fd === 1 ? output : errors) === 2 ? 2 : 1, bytes);
        },
        onMessages: (text) => channel?.receive(text === null ? null : bytesOf(text)),
        onExit: (code) => {
          guest.children.forget(this.pid);
          for (const handle of handles.slice(1)) handle?.receive(null);
          if (wanted !== undefined && code === 128 + wanted) signalled = NAMES[wanted] ?? null;
          else if (code === 137 || code === 143 || code === 130)
            signalled = wanted === code - 128 ? (NAMES[wanted] ?? null) : null;
          guest.loop.complete(() =>
            this.run(() => {
              this.setActive(false);
              const { onexit } = this;
              if (isCallback(onexit)) onexit.call(this, signalled ? 0 : code, signalled ?? '');
            }),
          );
        },
      });
      this.pid = ++lastPid;
      const [inputHandle] = handles;
      if (inputHandle) inputHandle.sendTo = writingTo((text) => child.write(text));
      else if (input !== 0) child.write(null);
      if (channel) channel.sendTo = writingTo((text) => child.tell(text));
      this.#kill = (signal) => {
        if (signal === 0) return true;
        wanted = signal;
        child.kill(SignalSchema.catch('SIGTERM').parse(NAMES[signal]));
        return true;
      };
      guest.children.remember(this.pid, (signal) => this.#kill?.(signal) ?? false);
      return 0;
    }

    kill(signal: number): number {
      return this.#kill?.(signal) ? 0 : errnoOf('ESRCH');
    }
  }

  const spawn = (options: SpawnOptions) => {
    const refused = programs.check(options);
    if (refused) return { error: refused, status: null, signal: null, output: null, pid: 0 };
    const stdio = options.stdio ?? [];
    const [, output, errors] = stdio;
    const inherit = output?.type === 'inherit' && errors?.type === 'inherit';
    const input = stdio[0]?.input;
    const result = guest.sys.run({
      ...programs.request(options),
      input: input
        ? textOf(new Uint8Array(input.buffer, input.byteOffset, input.byteLength))
        : stdio[0]?.type === 'inherit'
          ? new TextDecoder().decode(guest.sys.input())
          : '',
      inherit,
      ...(options.timeout ? { timeoutMs: options.timeout } : {}),
    });
    const buffer = (text: string) => Object(Reflect.get(globalThis, 'Buffer')).from(bytesOf(text));
    const parts = [undefined, result.stdout, result.stderr].map((text, fd) => {
      const one = stdio[fd];
      if (text === undefined || !one) return null;
      if (one.type === 'pipe') return buffer(text);
      if ((one.type === 'inherit' || one.type === 'fd') && !inherit)
        streams.write(one.fd === 2 || fd === 2 ? 2 : 1, bytesOf(text));
      return null;
    });
    const overflow =
      options.maxBuffer !== undefined && parts.some((part) => part && part.length > (options.maxBuffer ?? 0));
    const status =
      result.signal || (result.code > 128 && result.code - 128 in NAMES && result.code !== 130 && result.code === 137)
        ? null
        : result.code;
    return {
      status: overflow ? null : status,
      signal: result.signal ?? (overflow ? 'SIGTERM' : status === null ? (NAMES[result.code - 128] ?? null) : null),
      output: parts,
      pid: ++lastPid,
      ...(result.signal && { error: errnoOf('ETIMEDOUT') }),
      ...(overflow && { error: errnoOf('ENOBUFS') }),
    };
  };
  return { wrap: { Process }, sync: { spawn } };
}

/** `internalBinding('signal_wrap')`. */
export function signals(guest: Guest): Binding {
  const listening = new Map<string, Set<Signal>>();
  const tell = () =>
    guest.post({ t: 'handles', signals: [...listening].filter(([, all]) => all.size > 0).map(([name]) => name) });
  const numbers: Record<string, number> = Object(facts.bindings.constants?.os).signals ?? {};
  class Signal extends Handle {
    onsignal: unknown = undefined;
    #name = '';

    start(signal: number): number {
      this.#name = guest.options.signalName(signal) ?? '';
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
  guest.options.handles = (name) => (listening.get(name)?.size ?? 0) > 0;
  guest.options.raise = (name) => {
    for (const one of listening.get(name) ?? []) one.fire();
  };
  return { Signal };
}
