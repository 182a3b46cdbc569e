import { spawn } from 'node:child_process';
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
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Case } from './cases';
import { FOLDER, latin1, type Outcome } from './outcome';

/** Milliseconds a case may take. */
const DEADLINE = 20_000;

/** Whether this machine's node is one that the sandbox's can be held against. */
export const hasNode20 = (): boolean => process.version.startsWith('v20.');

/** Runs a case with the machine's node, in a temporary folder. */
export async function runNative({ files, command }: Case): Promise<Outcome> {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'toolyard-node-')));
  const root = join(top, 'project');
  mkdirSync(root);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const env = {
    PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
    HOME: root,
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    USER: 'user',
  };
  const child = spawn('bash', ['-c', command], {
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
    stdout: place(Buffer.concat(out).toString()),
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
  for (const name of readdirSync(join(root, folder))) {
    const path = folder + name;
    const found = lstatSync(join(root, path));
    if (found.isSymbolicLink()) yield [path, `-> ${readlinkSync(join(root, path))}`];
    else if (found.isDirectory()) {
      yield [`${path}/`, ''];
      yield* filesBelow(root, `${path}/`);
    } else yield [path, latin1(readFileSync(join(root, path)))];
  }
}
