import { EventEmitter } from 'events';
import { Writable, type Readable } from 'readable-stream';
import { VERSION } from '../early';
import type { Guest } from '../guest';
import type { InputQueue } from '../input-queue';

const SIGNALS = new Set(['SIGTERM', 'SIGINT', 'SIGHUP']);

function outputStream(guest: Guest, fd: 1 | 2) {
  const decoder = new TextDecoder();
  const stream = new Writable({
    decodeStrings: false,
    write(chunk: unknown, _encoding, done) {
      guest.sys.output(fd, chunk instanceof Uint8Array ? decoder.decode(chunk, { stream: true }) : String(chunk));
      done();
    },
  });
  const { terminal } = guest.spec;
  return Object.assign(stream, { fd, isTTY: terminal !== undefined, columns: terminal?.cols, rows: terminal?.rows });
}

/** Variables are text, whatever a program sets them to. */
const variables = (env: Record<string, string>): Record<string, string> =>
  new Proxy(env, {
    set: (target, name, value: unknown) => Reflect.set(target, name, String(value)),
  });

/** What `process.emitWarning` was given, as the error that listeners get. */
function warningOf(warning: unknown, options: unknown, code: unknown): Error & { code?: string } {
  if (warning instanceof Error) return warning;
  const given: Record<string, unknown> =
    typeof options === 'object' && options ? { ...options } : { type: options, code };
  const { type, code: number } = given;
  return Object.assign(new Error(String(warning)), {
    name: typeof type === 'string' ? type : 'Warning',
    ...(typeof number === 'string' && { code: number }),
  });
}

/** `process`. `argv` from the second on is the program and its arguments. */
export function makeProcess(guest: Guest, input: InputQueue, argv: string[]) {
  const emitter = new EventEmitter();
  const started = performance.now();
  let stdin: Readable | undefined;
  const hrtime = (since?: [number, number]): [number, number] => {
    const now = performance.now();
    const [seconds, nanos] = [Math.floor(now / 1000), Math.floor((now % 1000) * 1e6)];
    if (!since) return [seconds, nanos];
    const difference = seconds * 1e9 + nanos - (since[0] * 1e9 + since[1]);
    return [Math.floor(difference / 1e9), difference % 1e9];
  };
  const tellHandled = () => {
    const signals = emitter
      .eventNames()
      .filter((name): name is string => typeof name === 'string' && SIGNALS.has(name));
    guest.post({ t: 'handles', signals });
  };
  const process = Object.assign(emitter, {
    title: 'node',
    argv: ['/usr/bin/node', ...argv],
    argv0: 'node',
    execArgv: [],
    execPath: '/usr/bin/node',
    env: variables({ ...guest.spec.env }),
    exitCode: undefined as number | undefined,
    pid: guest.spec.pid,
    ppid: 1,
    platform: 'linux',
    arch: 'x64',
    version: VERSION,
    versions: { node: VERSION.slice(1), v8: '11.3' },
    release: { name: 'node' },
    config: {},
    features: {},
    stdout: outputStream(guest, 1),
    stderr: outputStream(guest, 2),
    cwd: () => guest.cwd,
    chdir: (folder: string) => {
      guest.cwd = guest.sys.realpath(guest.path(folder));
    },
    exit: (code?: unknown): never => guest.exit(Number(code ?? process.exitCode ?? 0)),
    abort: (): never => guest.exit(134),
    kill: () => true,
    nextTick: (task: (...args: unknown[]) => void, ...args: unknown[]) => guest.loop.nextTick(() => task(...args)),
    hrtime: Object.assign(hrtime, { bigint: () => BigInt(Math.round(performance.now() * 1e6)) }),
    uptime: () => (performance.now() - started) / 1000,
    memoryUsage: Object.assign(() => ({ rss: 0, heapTotal: 0, heapUsed: 0, external: 0, arrayBuffers: 0 }), {
      rss: () => 0,
    }),
    cpuUsage: () => ({ user: 0, system: 0 }),
    umask: () => 0o022,
    getuid: () => 1000,
    getgid: () => 1000,
    emitWarning: (warning: unknown, options?: unknown, code?: unknown) => {
      const told = warningOf(warning, options, code);
      guest.loop.nextTick(() => {
        const named = told.code === undefined ? '' : `[${told.code}] `;
        guest.sys.output(2, `(node:${guest.spec.pid}) ${named}${told.name}: ${told.message}\n`);
        emitter.emit('warning', told);
      });
    },
    binding: () => {
      throw new Error('process.binding is not available in this sandbox');
    },
  });
  Object.defineProperty(process, 'stdin', {
    get: () => (stdin ??= Object.assign(input.readable(), { fd: 0, isTTY: guest.spec.terminal !== undefined })),
  });
  for (const name of ['on', 'addListener', 'once', 'off', 'removeListener'] as const) {
    const original = emitter[name].bind(emitter);
    Object.assign(process, {
      [name]: (event: string, listener: (...args: unknown[]) => void) => {
        original(event, listener);
        if (SIGNALS.has(event)) {
          tellHandled();
          // A program that handles a signal still ends when nothing else keeps it alive.
        }
        return process;
      },
    });
  }
  return process;
}

export type GuestProcess = ReturnType<typeof makeProcess>;
