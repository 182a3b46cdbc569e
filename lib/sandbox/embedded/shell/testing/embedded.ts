import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolveFrom } from '../../../paths';
import { runJq } from '../../jq/run-jq';
import { fail } from '../../protocol/http';
import type { Tty, WorkerMessage } from '../../protocol/process';
import { exitCodeOf } from '../../protocol/signals';
import { TreeFs } from '../../fs/tree-fs';
import { HttpClient } from '../../http/http-client';
import { answerFileCall } from '../../kernel/file-calls';
import { layOut, WORKDIR } from '../../kernel/layout';
import { Children } from '../../program/children';
import type { AskSide } from '../../protocol/channel';
import { SysClient } from '../../protocol/sys-client';
import { SyscallSchema } from '../../protocol/syscall';
import { concat, encode } from '../../../bytes-text';
import { ShellSession } from '../session';
import { StandardInput } from '../standard-files';
import { InteractiveShell } from '../terminal/interactive';
import { FOLDER, latin1, type Outcome } from '../../testing/outcome';
import { FIXTURE, FIXTURE_TIME } from './fixture';
import { bulkSource } from '../../search/bulk-source';
import { filesHolding } from '../../search/files-holding';
import { TextCache } from '../../search/text-cache';

/** Called with a script's output while it runs. */
export type Listener = (session: ShellSession, text: string) => void;

/** A client whose every connection is refused. */
function nobodyListens(): HttpClient {
  const client: HttpClient = new HttpClient((id, { kind }) => {
    if (kind === 'request') queueMicrotask(() => client.receive(id, fail('ECONNREFUSED', 'nobody listens')));
  });
  return client;
}

/** Runs a script in the sandbox's shell, in this process; its system calls are answered at once. */
export async function runEmbedded(
  script: string,
  {
    heard = () => undefined,
    client = nobodyListens(),
    files = FIXTURE,
    packageFile = () => undefined,
    tty = [],
  }: {
    heard?: Listener;
    client?: HttpClient;
    files?: Readonly<Record<string, string>>;
    packageFile?: (file: string) => Uint8Array | undefined;
    /** Those of its standard streams that are a terminal. */
    tty?: Tty;
  } = {},
): Promise<Outcome> {
  const fs = filesOf(files);
  const output = { 1: '', 2: '' };
  const input = new StandardInput(false);
  input.push(null);
  const onOutput = (fd: 1 | 2, text: string): void => {
    output[fd] += text;
    heard(session, text);
  };
  const sys = new SysClient(answering(fs, onOutput, packageFile));
  const session = new ShellSession(sys, runningJq(fs), client, input, () => undefined, {
    pid: 1000,
    ppid: 1,
    firstPid: 1001,
    env: { TZ: 'UTC' },
    tty: { cols: 80, rows: 24, streams: tty },
  });
  const { code } = await session.run(['bash', '-c', script], WORKDIR);
  session.close();
  const place = (text: string) => text.replaceAll(WORKDIR, FOLDER);
  return {
    stdout: place(latin1(encode(output[1]))),
    stderr: place(output[2]),
    code: code & 255,
    files: Object.fromEntries([...filesBelow(fs, '')].map(([path, text]) => [path, place(text)])),
  };
}

/** A shell at a terminal of 80 columns, in this process; `screen()` is what it has written, without colours, `given()` what a program outside it has got. */
export function atTerminal(): {
  type(text: string): void;
  screen(): string;
  given(): string;
  setRawMode(raw: boolean): void;
} {
  const fs = filesOf(FIXTURE);
  let written = '';
  const sys = new SysClient(
    answering(
      fs,
      (_fd, text) => void (written += text),
      () => undefined,
    ),
  );
  let given = '';
  const spec = { pid: 1000, ppid: 1, firstPid: 1001, command: 'bash', args: [], cwd: WORKDIR, env: { TZ: 'UTC' } };
  const terminal = { cols: 80, rows: 24 };
  const shell = new InteractiveShell(
    sys,
    runningJq(fs, 'node', (text) => void (given += text)),
    nobodyListens(),
    { ...spec, terminal },
    () => undefined,
  );
  shell.start();
  return {
    type: (text) => shell.receive({ t: 'input', text }),
    given: () => given,
    setRawMode: (raw) => shell.receive({ t: 'raw-mode', raw }),
    // oxlint-disable-next-line no-control-regex
    screen: () => written.replaceAll(/\x1b\[[?0-9;]*[a-zA-Z]/g, '').replaceAll('\r', ''),
  };
}

function filesOf(files: Readonly<Record<string, string>>): TreeFs {
  const fs = new TreeFs(512 * 1024 * 1024);
  layOut(fs);
  for (const [path, text] of Object.entries(files)) {
    const full = `${WORKDIR}/${path}`;
    fs.mkdir(full.slice(0, full.lastIndexOf('/')), { recursive: true });
    fs.write(full, new TextEncoder().encode(text));
    fs.utimes(full, FIXTURE_TIME * 1000, FIXTURE_TIME * 1000);
  }
  return fs;
}

/**
 * Stands in for the kernel when the shell starts a program with a worker of its own: jq runs here, git and node do not.
 * `endless` is a program that says `begun` and runs until a signal ends it.
 */
function runningJq(fs: TreeFs, endless?: string, onGiven: (text: string) => void = () => undefined): Children {
  const written = new Map<number, string[]>();
  const starts = new Map<number, Extract<WorkerMessage, { t: 'spawn' }>>();
  const children: Children = new Children(
    (message) => {
      if (message.t === 'spawn') {
        written.set(message.id, []);
        starts.set(message.id, message);
        const { id } = message;
        if (message.command === endless)
          queueMicrotask(() => children.receive({ t: 'child-output', id, fd: 1, text: 'begun\n' }));
        else if (message.inheritInput) void end(id);
      } else if (message.t === 'child-kill') {
        const { id, signal } = message;
        queueMicrotask(() => children.receive({ t: 'child-exit', id, code: exitCodeOf(signal), signal, taken: 0 }));
      } else if (message.t === 'child-input') {
        onGiven(message.text ?? '<end>');
        if (message.text !== null) written.get(message.id)?.push(message.text);
        else void end(message.id);
      }
    },
    () => undefined,
  );
  const end = async (id: number): Promise<void> => {
    const { command, args, cwd, env } = starts.get(id) ?? { command: '', args: [], cwd: '/', env: {} };
    // Of the programs outside the shell, the cases have jq only.
    if (command !== 'jq') return children.receive({ t: 'child-exit', id, code: 127, taken: 0 });
    const code = await runJq(args, {
      module: await JQ,
      env,
      input: async () => new TextEncoder().encode(written.get(id)?.join('')),
      read: (path) => fs.read(resolveFrom(cwd, path)),
      write: (fd, bytes) =>
        children.receive({ t: 'child-output', id, fd, text: new TextDecoder().decode(bytes, { stream: true }) }),
    });
    children.receive({ t: 'child-exit', id, code, taken: 0 });
  };
  return children;
}

const JQ = WebAssembly.compile(readFileSync(createRequire(import.meta.url).resolve('jq-wasm/jq.wasm')));

/** The kernel's side of the system calls, without a worker in between. */
function answering(
  fs: TreeFs,
  onOutput: (fd: 1 | 2, text: string) => void,
  packageFile: (file: string) => Uint8Array | undefined,
): AskSide {
  const ask: AskSide['ask'] = (request) => {
    const call = SyscallSchema.parse(request);
    if (call.op === 'output') {
      onOutput(call.fd, call.text);
      return { kind: 'bytes', bytes: new Uint8Array() };
    }
    if (call.op === 'package') {
      const bytes = packageFile(call.file);
      return bytes
        ? { kind: 'bytes', bytes }
        : { kind: 'failure', bytes: encode(JSON.stringify({ code: 'ENOENT', message: 'there is none' })) };
    }
    // There is only one process, so no lock is ever taken.
    if (call.op === 'lock') return { kind: 'json', bytes: encode('true') };
    if (call.op === 'unlock') return { kind: 'bytes', bytes: new Uint8Array() };
    if (call.op === 'holding') {
      const sys = new SysClient(side);
      const paths = filesHolding(
        bulkSource(() => sys, call.path),
        sys,
        new TextCache(),
        call,
      );
      return { kind: 'json', bytes: encode(JSON.stringify(paths)) };
    }
    if (call.op === 'kill') return { kind: 'json', bytes: encode('false') };
    if (call.op === 'input' || call.op === 'run' || call.op === 'listen' || call.op === 'bind')
      throw new Error(`${call.op} is not for cases`);
    const { kind, bytes } = answerFileCall(fs, call);
    return { kind, bytes: concat(bytes) };
  };
  let sent: ReturnType<AskSide['ask']>;
  const side = { ask, send: (call: unknown) => void (sent = ask(call)), receive: () => sent } as unknown as AskSide;
  return side;
}

function* filesBelow(fs: TreeFs, folder: string): Generator<[string, string]> {
  for (const { name, type } of fs.list(`${WORKDIR}/${folder}`)) {
    const path = folder + name;
    if (type === 'symlink') yield [path, `-> ${fs.readlink(`${WORKDIR}/${path}`)}`];
    else if (type === 'directory') {
      yield [`${path}/`, ''];
      yield* filesBelow(fs, `${path}/`);
    } else yield [path, latin1(fs.read(`${WORKDIR}/${path}`))];
  }
}
