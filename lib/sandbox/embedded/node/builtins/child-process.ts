import { Buffer } from 'buffer';
import { EventEmitter } from 'events';
import { Readable, Writable } from 'readable-stream';
import { promisify } from 'util';
import { quote } from '../../shell/quote';
import { SignalSchema } from '../../protocol/signals';
import type { Guest } from '../guest';

interface Options {
  cwd?: string;
  env?: Record<string, string>;
  encoding?: BufferEncoding | 'buffer';
  input?: string | Uint8Array;
  stdio?: string | readonly unknown[];
  shell?: boolean | string;
  timeout?: number;
}

type Done = (error: Error | null, stdout: string | Buffer, stderr: string | Buffer) => void;

/** What the shell says of a program that is not there, with this exit code. */
const isMissing = (command: string, errors: string): boolean => errors === `bash: ${command}: command not found\n`;
const MISSING = 127;
/** What Node gives in place of an exit code. */
const ENOENT = -2;

/** The error of a program that is not there. */
const missing = (syscall: string, path: string, args: readonly string[]): Error =>
  Object.assign(new Error(`${syscall} ${path} ENOENT`), {
    errno: -2,
    code: 'ENOENT',
    syscall: `${syscall} ${path}`,
    path,
    spawnargs: args,
  });

const isInherit = ({ stdio }: Options): boolean =>
  stdio === 'inherit' || (Array.isArray(stdio) && stdio[1] === 'inherit');

/** `node:child_process`, over the kernel's processes. */
export function makeChildProcess(guest: Guest, env: () => Record<string, string>) {
  const request = (command: string, args: readonly string[], options: Options) => ({
    ...(options.shell
      ? { command: 'bash', args: ['-c', [command, ...args].join(' ')] }
      : { command, args: args.map(String) }),
    cwd: guest.path(options.cwd ?? '.'),
    env: { ...(options.env ?? env()) },
  });

  const spawn = (command: string, argsOrOptions?: readonly string[] | Options, maybe?: Options) => {
    const [args, options] = sorted(argsOrOptions, maybe);
    const streams = { 1: new Readable({ read: () => undefined }), 2: new Readable({ read: () => undefined }) };
    const emitter = new EventEmitter();
    let early = '';
    guest.loop.hold();
    const child = guest.children.start({
      ...request(command, args, options),
      inheritOutput: isInherit(options),
      inheritInput: options.stdio === 'inherit',
      onOutput: (fd, text) => {
        if (fd === 2 && !options.shell && isMissing(command, text)) early = text;
        else guest.loop.run(() => void streams[fd].push(Buffer.from(text)));
      },
      onExit: (code) =>
        guest.loop.run(() => {
          const absent = early !== '' && code === MISSING;
          if (early && !absent) streams[2].push(Buffer.from(early));
          streams[1].push(null);
          streams[2].push(null);
          const status = absent ? ENOENT : code;
          Object.assign(process, { exitCode: status });
          guest.loop.globals.setImmediate(() => emitter.emit('close', status, null));
          guest.loop.release();
          if (absent) emitter.emit('error', missing('spawn', command, args));
          else emitter.emit('exit', code, null);
        }),
    });
    const stdin = new Writable({
      write(chunk: unknown, _encoding, done) {
        child.write(String(chunk));
        done();
      },
      final(done) {
        child.write(null);
        done();
      },
    });
    const process = Object.assign(emitter, {
      pid: child.id,
      stdin,
      stdout: streams[1],
      stderr: streams[2],
      exitCode: null as number | null,
      killed: false,
      kill: (signal: unknown = 'SIGTERM') => {
        child.kill(SignalSchema.catch('SIGTERM').parse(signal));
        process.killed = true;
        return true;
      },
      ref: () => undefined,
      unref: () => undefined,
    });
    guest.loop.globals.setImmediate(() => emitter.emit('spawn'));
    return process;
  };

  const spawnSync = (command: string, argsOrOptions?: readonly string[] | Options, maybe?: Options) => {
    const [args, options] = sorted(argsOrOptions, maybe);
    const { code, stdout, stderr, signal } = guest.sys.run({
      ...request(command, args, options),
      input: typeof options.input === 'string' ? options.input : new TextDecoder().decode(options.input),
      inherit: isInherit(options),
      ...(options.timeout !== undefined && { timeoutMs: options.timeout }),
    });
    if (!options.shell && code === MISSING && isMissing(command, stderr)) {
      const error = missing('spawnSync', command, args);
      return { pid: 0, status: null, signal: null, stdout: null, stderr: null, output: null, error };
    }
    const late = signal && {
      error: Object.assign(new Error(`spawnSync ${command} ETIMEDOUT`), {
        errno: -110,
        code: 'ETIMEDOUT',
        syscall: `spawnSync ${command}`,
        path: command,
        spawnargs: args,
      }),
    };
    const encoded = (text: string) => (options.encoding && options.encoding !== 'buffer' ? text : Buffer.from(text));
    const output = [null, encoded(stdout), encoded(stderr)];
    return {
      pid: 0,
      status: signal ? null : code,
      signal: signal ?? null,
      stdout: output[1],
      stderr: output[2],
      output,
      ...late,
    };
  };

  const checked = (line: string, result: ReturnType<typeof spawnSync>) => {
    if (result.status === 0) return result.stdout;
    if ('error' in result) throw result.error;
    throw Object.assign(new Error(`Command failed: ${line}\n${String(result.stderr)}`), result);
  };

  const exec = (line: string, optionsOrDone?: Options | Done, maybe?: Done) => {
    const options = typeof optionsOrDone === 'object' ? optionsOrDone : {};
    const done = typeof optionsOrDone === 'function' ? optionsOrDone : maybe;
    const child = spawn('bash', ['-c', line], options);
    const text = { stdout: '', stderr: '' };
    child.stdin.end();
    child.stdout.on('data', (part: unknown) => (text.stdout += String(part)));
    child.stderr.on('data', (part: unknown) => (text.stderr += String(part)));
    child.on('close', (code: number) => {
      const error =
        code === 0
          ? null
          : Object.assign(new Error(`Command failed: ${line}\n${text.stderr}`), {
              code,
              killed: child.killed,
              signal: null,
              cmd: line,
            });
      done?.(error, text.stdout, text.stderr);
    });
    return child;
  };
  const execPromise = (line: string, options?: Options) =>
    new Promise((resolve, reject) =>
      exec(line, options ?? {}, (error, stdout, stderr) =>
        error ? reject(Object.assign(error, { stdout, stderr })) : resolve({ stdout, stderr }),
      ),
    );

  return {
    spawn,
    spawnSync,
    exec: Object.assign(exec, { [promisify.custom]: execPromise }),
    execSync: (line: string, options: Options = {}) => checked(line, spawnSync('bash', ['-c', line], options)),
    execFile: Object.assign(
      (file: string, args: readonly string[] = [], ...rest: [Options | Done, Done?]) =>
        exec([file, ...args].map(quote).join(' '), ...rest),
      {
        [promisify.custom]: (file: string, args: readonly string[] = [], options?: Options) =>
          execPromise([file, ...args].map(quote).join(' '), options),
      },
    ),
    execFileSync: (file: string, args: readonly string[] = [], options: Options = {}) =>
      checked(file, spawnSync(file, args, options)),
  };
}

const isList = (value: unknown): value is readonly string[] => Array.isArray(value);

const sorted = (
  first: readonly string[] | Options | undefined,
  second: Options | undefined,
): [readonly string[], Options] => (isList(first) ? [first, second ?? {}] : [[], first ?? {}]);
