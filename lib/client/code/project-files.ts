import type { Sandbox } from '@/lib/ports';
import type { FilesUpdate } from './questions';

/** Files above this size are left out, bytes. */
const MAX_FILE_BYTES = 1024 * 1024;
/** Maximum number of files of a project. */
const MAX_FILES = 5000;
/** Maximum number of declaration files of packages; if there are more, all of them are left out. */
const MAX_PACKAGE_FILES = 400;
/** How many files are read in parallel. */
const AT_ONCE = 16;

const PATTERN = '**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs,json}';

/** Files that mark a project's root folder. */
const MARKS = new Set(['tsconfig.json', 'jsconfig.json', 'package.json', '.git']);

/** The root of the project that a path belongs to: the nearest marked folder, otherwise `sandbox.workdir`. */
export async function projectRoot({ fs, workdir }: Sandbox, path: string): Promise<string> {
  for (let folder = path; folder.startsWith(`${workdir}/`); folder = folder.slice(0, folder.lastIndexOf('/'))) {
    const entries = await fs.readdir(folder).catch(() => []);
    if (entries.some(({ name }) => MARKS.has(name))) return folder;
  }
  return workdir;
}

/** Follows a project's files: returns the changes since the last call. */
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
    // It has been removed in the meantime, or cannot be read.
    return [path, null];
  }
}

/** The declarations of packages, unless there are too many. */
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
