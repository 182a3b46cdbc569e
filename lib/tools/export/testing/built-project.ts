import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
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

export function run(
  folder: string,
  command: string,
  ...args: string[]
): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    execFile(command, args, { cwd: folder }, (error, out, err) => {
      resolve({ code: error === null ? 0 : typeof error.code === 'number' ? error.code : -1, out, err });
    });
  });
}

/** Creates an exported project in a folder, as after `npm install` and `npm run build`; returns the folder. */
export async function builtProject(id: string, files: ExportedFiles): Promise<string> {
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
  expect(await run(folder, process.execPath, 'node_modules/typescript/bin/tsc')).toEqual({ code: 0, out: '', err: '' });
  return folder;
}
