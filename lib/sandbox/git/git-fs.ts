import { decodeUtf8, encodeUtf8 } from './store/bytes';

/** What git needs to know about a path. */
export interface GitStat {
  readonly type: 'file' | 'directory' | 'symlink' | 'fifo' | 'device';
  /** Bytes. */
  readonly size: number;
  /** Permission bits. */
  readonly mode: number;
  readonly mtimeMs: number;
  readonly ino: number;
}

/** The files that a repository is in. Paths are absolute; a failure rejects with an error whose `code` is Node's. */
export interface GitFs {
  readFile(path: string): Promise<Uint8Array>;
  /** `mode`: permission bits for a new file. */
  writeFile(path: string, data: Uint8Array, mode?: number): Promise<void>;
  /** The names in a folder. */
  readdir(path: string): Promise<string[]>;
  /** All paths below a folder with their stats, without `.git`; present only if one call can return them all. */
  below?(path: string): Promise<readonly (GitStat & { readonly path: string })[]>;
  chmod?(path: string, mode: number): Promise<void>;
  mkdir(path: string): Promise<void>;
  rmdir(path: string): Promise<void>;
  unlink(path: string): Promise<void>;
  stat(path: string): Promise<GitStat>;
  /** Does not follow a link. */
  lstat(path: string): Promise<GitStat>;
  readlink(path: string): Promise<string>;
  symlink(target: string, path: string): Promise<void>;
}

const missing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(Object(error).code);

/** The text of a file; undefined if there is none. */
export async function readGitText(fs: GitFs, path: string): Promise<string | undefined> {
  try {
    return decodeUtf8(await fs.readFile(path));
  } catch (error) {
    if (missing(error) || Object(error).code === 'EISDIR') return undefined;
    throw error;
  }
}

export const writeText = (fs: GitFs, path: string, text: string): Promise<void> => fs.writeFile(path, encodeUtf8(text));

/** What is at a path, without following links; undefined if nothing is. */
export async function lookAt(fs: GitFs, path: string): Promise<GitStat | undefined> {
  try {
    return await fs.lstat(path);
  } catch (error) {
    if (missing(error)) return undefined;
    throw error;
  }
}

/** Makes a folder and its parents. */
export async function makeFolder(fs: GitFs, path: string): Promise<void> {
  const found = await lookAt(fs, path);
  if (found) return;
  const parent = path.slice(0, path.lastIndexOf('/'));
  if (parent) await makeFolder(fs, parent);
  await fs.mkdir(path);
}

/** Removes a file, or a folder with everything in it; does nothing if the path does not exist. */
export async function removeAll(fs: GitFs, path: string): Promise<void> {
  const found = await lookAt(fs, path);
  if (!found) return;
  if (found.type !== 'directory') return fs.unlink(path);
  for (const name of await fs.readdir(path)) await removeAll(fs, `${path}/${name}`);
  await fs.rmdir(path);
}

/** Moves a file, or a folder with everything in it. */
export async function moveAll(fs: GitFs, from: string, to: string): Promise<void> {
  const stat = await lookAt(fs, from);
  if (!stat) return;
  if (stat.type === 'directory') {
    await makeFolder(fs, to);
    for (const name of await fs.readdir(from)) await moveAll(fs, `${from}/${name}`, `${to}/${name}`);
    return fs.rmdir(from);
  }
  await removeAll(fs, to);
  await makeFolder(fs, to.slice(0, to.lastIndexOf('/')));
  if (stat.type === 'symlink') await fs.symlink(await fs.readlink(from), to);
  else await fs.writeFile(to, await fs.readFile(from), stat.mode & 0o100 ? 0o755 : undefined);
  await fs.unlink(from);
}
