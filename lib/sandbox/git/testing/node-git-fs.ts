import { lstat, mkdir, readFile, readdir, readlink, rmdir, stat, symlink, unlink, writeFile } from 'node:fs/promises';
import type { Stats } from 'node:fs';
import type { GitFs, GitStat } from '../git-fs';
import { decodeUtf8, encodeUtf8 } from '../store/bytes';

const statOf = (found: Stats): GitStat => ({
  type: found.isDirectory() ? 'directory' : found.isSymbolicLink() ? 'symlink' : found.isFIFO() ? 'fifo' : 'file',
  size: found.size,
  mode: found.mode & 0o777,
  mtimeMs: found.mtimeMs,
  ino: found.ino,
});

/** A path for Node: as bytes if it is not UTF-8. */
const at = (path: string): string | Buffer => (path.isWellFormed() ? path : Buffer.from(encodeUtf8(path)));

const namesIn = async (path: string): Promise<string[]> =>
  (await readdir(at(path), { encoding: 'buffer' })).map((name) => decodeUtf8(name));

async function below(folder: string): Promise<(GitStat & { path: string })[]> {
  const found: (GitStat & { path: string })[] = [];
  for (const name of await namesIn(folder)) {
    if (name === '.git') continue;
    const path = `${folder}/${name}`;
    const one = statOf(await lstat(at(path)));
    found.push({ path, ...one }, ...(one.type === 'directory' ? await below(path) : []));
  }
  return found;
}

/** The machine's own files, for tests. */
export const nodeGitFs = (): GitFs => ({
  readFile: async (path) => new Uint8Array(await readFile(at(path))),
  writeFile: (path, data, mode) => writeFile(at(path), data, mode === undefined ? {} : { mode }),
  below: async (path) => below(path),
  readdir: namesIn,
  mkdir: (path) => mkdir(at(path)),
  rmdir: (path) => rmdir(at(path)),
  unlink: (path) => unlink(at(path)),
  stat: async (path) => statOf(await stat(at(path))),
  lstat: async (path) => statOf(await lstat(at(path))),
  readlink: async (path) => decodeUtf8(await readlink(at(path), { encoding: 'buffer' })),
  symlink: (target, path) => symlink(at(target), at(path)),
});
