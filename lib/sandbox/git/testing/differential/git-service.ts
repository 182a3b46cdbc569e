import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, closeSync, openSync, readFileSync, readlinkSync, unlinkSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeUtf8, encodeUtf8 } from '../../store/bytes';
import { runGit } from '../../program/run-git';
import { nodeGitFs } from '../node-git-fs';

/** A folder with our git as the program `git`, for scripts that the machine's bash runs. */
export interface GitService {
  readonly folder: string;
  close(): Promise<void>;
}

/**
 * Sends the service its process id; the service runs git with that process's arguments, folder, environment and files.
 * It writes to 6 and 7 because descriptor 1 of the shell is the socket while `echo` runs.
 */
const SHIM = (port: number) => `#!/bin/bash
exec 9<>/dev/tcp/127.0.0.1/${port} || exit 99
exec 6>&1 7>&2
echo $$ >&9
while read -r code <&9; do
  [ "$code" = input ] || break
  file=$(mktemp); cat >"$file"; echo "$file" >&9
done
exit "$code"
`;

export async function startGitService(): Promise<GitService> {
  const folder = await mkdtemp(join(tmpdir(), 'toolyard-git-program-'));
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (data) => void answer(socket, Number(String(data))));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await writeFile(join(folder, 'git'), SHIM(typeof address === 'object' && address ? address.port : 0));
  await chmod(join(folder, 'git'), 0o755);
  return {
    folder,
    async close() {
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const strings = (path: string): string[] => decodeUtf8(readFileSync(path)).split('\0').slice(0, -1);

async function answer(socket: Socket, pid: number): Promise<void> {
  const own = `/proc/${pid}`;
  const cwd = decodeUtf8(readlinkSync(`${own}/cwd`, 'buffer'));
  const env = Object.fromEntries(strings(`${own}/environ`).map((line) => /^([^=]*)=(.*)$/s.exec(line)?.slice(1) ?? []));
  const code = await runGit(strings(`${own}/cmdline`).slice(2), {
    fs: nodeGitFs(),
    cwd,
    env,
    settings: `${env.HOME}/settings`,
    out: (text) => say(`${own}/fd/6`, text),
    err: (text) => say(`${own}/fd/7`, text),
    input: () => inputOf(socket),
    run: async (command, options) => runProgram(command, options, own),
  });
  socket.end(`${code}\n`);
}

/** The shim passes its standard input on: the service cannot open a pipe whose writer is gone. */
async function inputOf(socket: Socket): Promise<Uint8Array> {
  socket.write('input\n');
  const [data] = await once(socket, 'data');
  const file = String(data).trim();
  const bytes = new Uint8Array(readFileSync(file));
  unlinkSync(file);
  return bytes;
}

/** The reader may be gone before everything is written: that is not an error. */
function say(path: string, text: string | Uint8Array): void {
  try {
    appendFileSync(path, typeof text === 'string' ? encodeUtf8(text) : text);
  } catch (error) {
    if (!['EPIPE', 'ENXIO'].includes(String(Object(error).code))) throw error;
  }
}

let count = 0;

type Program = Parameters<NonNullable<Parameters<typeof runGit>[1]['run']>>;

/** Runs a hook or an editor. Not synchronously, since it may call git again. */
async function runProgram(
  [command, ...args]: Program[0],
  { cwd, env, input, capture }: Program[1],
  own: string,
): Promise<{ code: number; out: string }> {
  // Output goes to files and to what the shell has open: a git called from here opens its output by name, and a socket
  // has none.
  const captured = join(tmpdir(), `toolyard-captured-${process.pid}-${count++}`);
  const [out, err] = [openSync(capture ? captured : `${own}/fd/6`, 'a'), openSync(`${own}/fd/7`, 'a')];
  const child = spawn(command ?? 'true', args, { cwd, env: { ...process.env, ...env }, stdio: ['pipe', out, err] });
  child.on('error', () => undefined);
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(encodeUtf8(input ?? ''));
  const [code] = await Promise.race([once(child, 'close'), once(child, 'error').then(() => [127])]);
  for (const file of [out, err]) closeSync(file);
  if (!capture) return { code: Number(code), out: '' };
  const text = decodeUtf8(readFileSync(captured));
  unlinkSync(captured);
  return { code: Number(code), out: text };
}

/** Whether the machine has what the cases need: git 2 and bash. */
export const canCompare = (): boolean =>
  /git version 2\.\d+/.test(spawnSync('git', ['--version'], { encoding: 'utf8' }).stdout ?? '') &&
  spawnSync('bash', ['-c', ':']).status === 0;
