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
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ENVIRONMENT, FOLDER, type Outcome } from './outcome';

/** Timeout per case, in milliseconds. */
const DEADLINE = 120_000;

/** Runs a script in the machine's bash, in a temporary folder. `modified`: the files' modification time, in seconds. */
export async function runNative(
  script: string,
  files: Readonly<Record<string, string>>,
  options: { modified?: number; env?: Record<string, string> } = {},
): Promise<Outcome> {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'toolyard-case-')));
  const root = join(top, 'project');
  mkdirSync(root);
  for (const [path, text] of Object.entries(files)) {
    const full = join(root, path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, text);
    if (options.modified !== undefined) utimesSync(full, options.modified, options.modified);
  }
  const child = spawn('bash', ['-c', script], {
    cwd: root,
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', ...options.env, ...ENVIRONMENT, HOME: root },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on('data', (part: Buffer) => out.push(part));
  child.stderr.on('data', (part: Buffer) => err.push(part));
  const timer = setTimeout(() => endGroup(child.pid), DEADLINE);
  await once(child, 'close');
  clearTimeout(timer);
  const place = (text: string) => text.replaceAll(root, FOLDER);
  const outcome: Outcome = {
    stdout: place(Buffer.concat(out).toString('latin1')),
    stderr: place(Buffer.concat(err).toString()),
    code: child.exitCode ?? -1,
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
    // It has just exited.
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
