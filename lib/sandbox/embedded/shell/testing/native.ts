import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { FOLDER, type Outcome } from './embedded';
import { FIXTURE, FIXTURE_TIME } from './fixture';

/** Milliseconds a case may take. */
const DEADLINE = 20_000;

/** Whether this machine has a bash that the sandbox's can be held against: 5 or newer. */
export function hasBash(): boolean {
  try {
    return Number(execFileSync('bash', ['-c', 'echo $BASH_VERSINFO'], { encoding: 'utf8' })) >= 5;
  } catch {
    return false;
  }
}

/** Runs a script in the machine's bash, in a temporary folder with the same files. */
export async function runNative(script: string): Promise<Outcome> {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'toolyard-bash-')));
  const root = join(top, 'project');
  for (const [path, text] of Object.entries(FIXTURE)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    utimesSync(join(root, path), FIXTURE_TIME, FIXTURE_TIME);
  }
  const env = {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    HOME: root,
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    USER: 'user',
    TERM: 'xterm-256color',
  };
  const child = spawn('bash', ['-c', script], {
    cwd: root,
    env: { ...env, NODE_ENV: 'test' },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on('data', (part: Buffer) => out.push(part));
  child.stderr.on('data', (part: Buffer) => err.push(part));
  const timer = setTimeout(() => endGroup(child.pid), DEADLINE);
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(timer);
  const place = (text: string) => text.replaceAll(root, FOLDER);
  const outcome: Outcome = {
    stdout: place(Buffer.concat(out).toString('latin1')),
    stderr: place(Buffer.concat(err).toString()),
    code: code ?? -1,
    files: Object.fromEntries([...filesBelow(root, '')].map(([path, text]) => [path, place(text)])),
  };
  rmSync(top, { recursive: true, force: true, maxRetries: 5 });
  return outcome;
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has just ended.
  }
}

function* filesBelow(root: string, folder: string): Generator<[string, string]> {
  for (const name of readdirSync(join(root, folder)).sort()) {
    const path = folder + name;
    const found = lstatSync(join(root, path));
    if (found.isSymbolicLink()) yield [path, `-> ${readlinkSync(join(root, path))}`];
    else if (found.isDirectory()) {
      yield [`${path}/`, ''];
      yield* filesBelow(root, `${path}/`);
    } else yield [path, readFileSync(join(root, path)).toString('latin1')];
  }
}
