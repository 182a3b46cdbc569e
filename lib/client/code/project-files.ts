import type { Sandbox } from '@/lib/ports';
import type { FilesUpdate } from './questions';

/** Bytes above which a file is left out. */
const MAX_FILE_BYTES = 1024 * 1024;
/** Files that a project is taken to have at most. */
const MAX_FILES = 5000;
/** Files and bytes of declarations that packages may bring; more are left out altogether. */
const MAX_PACKAGE_FILES = 400;
/** Files that are read at a time. */
const AT_ONCE = 16;

const PATTERN = '**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs,json}';

/** What marks a project's own folder. */
const MARKS = new Set(['tsconfig.json', 'jsconfig.json', 'package.json', '.git']);

/** The folder of the project that a path belongs to: the nearest with a mark in it, at most `sandbox.workdir`. */
export async function projectRoot({ fs, workdir }: Sandbox, path: string): Promise<string> {
  for (let folder = path; folder.startsWith(`${workdir}/`); folder = folder.slice(0, folder.lastIndexOf('/'))) {
    const entries = await fs.readdir(folder).catch(() => []);
    if (entries.some(({ name }) => MARKS.has(name))) return folder;
  }
  return workdir;
}

/** Follows a project's files: what has changed since it was asked last. */
export function createProjectFiles(
  sandbox: Sandbox,
): (root: string, anew: boolean, also?: string) => Promise<FilesUpdate> {
  let root: string | undefined;
  /** Modification times, by path. */
  let known = new Map<string, number>();
  return async (wanted, anew, also) => {
    if (anew || wanted !== root) known = new Map();
    root = wanted;
    const found = await sandbox.glob({ pattern: PATTERN, cwd: wanted });
    const now = new Map(found.slice(0, MAX_FILES).map(({ path, mtimeMs }) => [path, mtimeMs]));
    for (const [path, mtimeMs] of await declarations(sandbox, wanted)) now.set(path, mtimeMs);
    if (also !== undefined && !now.has(also)) now.set(also, (await sandbox.fs.stat(also)).mtimeMs);
    const changed = [...now].filter(([path, mtimeMs]) => known.get(path) !== mtimeMs).map(([path]) => path);
    const files: FilesUpdate['files'] = [...known.keys()].filter((path) => !now.has(path)).map((path) => [path, null]);
    for (let at = 0; at < changed.length; at += AT_ONCE) {
      files.push(...(await Promise.all(changed.slice(at, at + AT_ONCE).map((path) => read(sandbox, path)))));
    }
    known = now;
    return { root: wanted, files };
  };
}

async function read({ fs }: Sandbox, path: string): Promise<[string, string | null]> {
  try {
    const bytes = await fs.readFile(path);
    return [path, bytes.length > MAX_FILE_BYTES ? null : new TextDecoder().decode(bytes)];
  } catch {
    // It went away in the meantime, or cannot be read.
    return [path, null];
  }
}

/** What packages declare, where it is little. */
async function declarations({ fs }: Sandbox, root: string): Promise<[string, number][]> {
  const found: [string, number][] = [];
  const look = async (folder: string): Promise<void> => {
    for (const { name, type } of await fs.readdir(folder).catch(() => [])) {
      if (found.length > MAX_PACKAGE_FILES) return;
      const path = `${folder}/${name}`;
      if (type === 'directory') await look(path);
      else if (/\.d\.[cm]?ts$/.test(name) || name === 'package.json') found.push([path, (await fs.stat(path)).mtimeMs]);
    }
  };
  await look(`${root}/node_modules`);
  return found.length > MAX_PACKAGE_FILES ? [] : found;
}
