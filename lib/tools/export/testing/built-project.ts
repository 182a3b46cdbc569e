import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { z } from 'zod';
import type { ExportedFiles } from '..';

const ROOT = join(import.meta.dirname, '../../../..');

/** Frameworks whose packages are among our dependencies; the others are installed only in long test runs. */
export const HERE: ReadonlySet<string> = new Set(['ai-sdk', 'mcp-server']);
export const LONG = process.env.TOOLYARD_LONG !== undefined;
/** Milliseconds. */
export const PATIENCE = 300_000;

const folders: string[] = [];
export const removeProjects = (): Promise<unknown> =>
  Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));

const RanSchema = z.object({ code: z.number(), out: z.string(), err: z.string() });
export type Ran = z.infer<typeof RanSchema>;

export function run(folder: string, command: string, ...args: string[]): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(command, args, { cwd: folder }, (error, out, err) => {
      resolve({ code: error === null ? 0 : typeof error.code === 'number' ? error.code : -1, out, err });
    });
  });
}

/** Runs the main program of a project once for each call, in one process: most of its time is loading its framework. */
const EACH_CALL = `
const wholly = process.stdout.write.bind(process.stdout);
let ran;
process.stdout.write = (text) => (ran.out += text) !== '';
process.stderr.write = (text) => (ran.err += text) !== '';
const all = [];
for (const words of JSON.parse(process.argv[1])) {
  all.push((ran = { code: 0, out: '', err: '' }));
  process.exitCode = 0;
  process.argv = [process.execPath, 'dist/main.js', ...words];
  await import('./dist/main.js?' + all.length);
  ran.code = process.exitCode;
}
process.exitCode = 0;
wholly(JSON.stringify(all));
`;

/** What a project says to calls of its tools, made one after the other as with `node dist/main.js <name> '<input>'`. */
export async function callEach(
  folder: string,
  calls: readonly (readonly [name: string, input: unknown, ...more: unknown[]])[],
): Promise<Ran[]> {
  const words = calls.map(([name, input]) => [name, JSON.stringify(input)]);
  const { out, err } = await run(
    folder,
    process.execPath,
    '--input-type=module',
    '-e',
    EACH_CALL,
    JSON.stringify(words),
  );
  expect(err).toBe('');
  return z.array(RanSchema).length(calls.length).parse(JSON.parse(out));
}

/** Creates an exported project in a folder, as after `npm install`; returns the folder. */
export async function installedProject(id: string, files: ExportedFiles): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'toolyard-export-'));
  folders.push(folder);
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(folder, dirname(path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  if (HERE.has(id)) await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
  else {
    // The SDK's optional dependencies are its large native binary, which no tool needs.
    const less = id === 'claude-agent-sdk' ? ['--omit=optional'] : [];
    const installed = await run(folder, 'npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund', ...less);
    expect(installed).toMatchObject({ code: 0 });
  }
  return folder;
}

/** The same as after a build, with the compiler that is ours. */
export async function builtProject(id: string, files: ExportedFiles): Promise<string> {
  const folder = await installedProject(id, files);
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  expect(await run(folder, process.execPath, compiler)).toEqual({ code: 0, out: '', err: '' });
  return folder;
}
