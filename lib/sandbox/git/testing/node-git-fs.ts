import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmdirSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
  type Stats,
} from 'node:fs';
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

const namesIn = (path: string): string[] =>
  readdirSync(at(path), { encoding: 'buffer' }).map((name) => decodeUtf8(name));

function below(folder: string): (GitStat & { path: string })[] {
  const found: (GitStat & { path: string })[] = [];
  for (const name of namesIn(folder)) {
    if (name === '.git') continue;
    const path = `${folder}/${name}`;
    const one = statOf(lstatSync(at(path)));
    found.push({ path, ...one }, ...(one.type === 'directory' ? below(path) : []));
  }
  return found;
}

/** The machine's own files, for tests. Each call is made at once: Node's threads for files cost more than what they do here. */
export const nodeGitFs = (): GitFs => ({
  readFile: async (path) => new Uint8Array(readFileSync(at(path))),
  writeFile: async (path, data, mode) => writeFileSync(at(path), data, mode === undefined ? {} : { mode }),
  below: async (path) => below(path),
  readdir: async (path) => namesIn(path),
  mkdir: async (path) => mkdirSync(at(path)),
  rmdir: async (path) => rmdirSync(at(path)),
  unlink: async (path) => unlinkSync(at(path)),
  stat: async (path) => statOf(statSync(at(path))),
  lstat: async (path) => statOf(lstatSync(at(path))),
  readlink: async (path) => decodeUtf8(readlinkSync(at(path), { encoding: 'buffer' })),
  symlink: async (target, path) => symlinkSync(at(target), at(path)),
});
