import { lstat, mkdir, readFile, readdir, readlink, rmdir, stat, symlink, unlink, writeFile } from 'node:fs/promises';
import type { Stats } from 'node:fs';
import type { GitFs, GitStat } from '../git-fs';

const statOf = (found: Stats): GitStat => ({
  type: found.isDirectory() ? 'directory' : found.isSymbolicLink() ? 'symlink' : 'file',
  size: found.size,
  mode: found.mode & 0o777,
  mtimeMs: found.mtimeMs,
  ino: found.ino,
});

async function below(folder: string): Promise<(GitStat & { path: string })[]> {
  const found: (GitStat & { path: string })[] = [];
  for (const name of await readdir(folder)) {
    if (name === '.git') continue;
    const path = `${folder}/${name}`;
    const one = statOf(await lstat(path));
    found.push({ path, ...one }, ...(one.type === 'directory' ? await below(path) : []));
  }
  return found;
}

/** The machine's own files, for tests. */
export const nodeGitFs = (): GitFs => ({
  readFile: async (path) => new Uint8Array(await readFile(path)),
  writeFile: (path, data, mode) => writeFile(path, data, mode === undefined ? {} : { mode }),
  below: async (path) => below(path),
  readdir: (path) => readdir(path),
  mkdir: (path) => mkdir(path),
  rmdir,
  unlink,
  stat: async (path) => statOf(await stat(path)),
  lstat: async (path) => statOf(await lstat(path)),
  readlink: (path) => readlink(path),
  symlink: (target, path) => symlink(target, path),
});
