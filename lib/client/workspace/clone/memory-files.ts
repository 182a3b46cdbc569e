import { SandboxError } from '@/lib/ports';
import type { SnapshotEntry } from '@/lib/ports/snapshot';
import type { GitFs, GitStat } from '@/lib/sandbox/git';

/** Files in memory, for git. */
export interface MemoryFiles extends GitFs {
  /** Everything in `ROOT`, parents first. */
  entries(): SnapshotEntry[];
}

/** The folder that is cloned into. isomorphic-git takes `/` for a relative path. */
export const ROOT = '/project';

/** @param onWrite called with the bytes of each file that is written; what it throws, the write rejects with */
export function createMemoryFiles(onWrite: (bytes: number) => void): MemoryFiles {
  const known = new Map<string, SnapshotEntry>([[ROOT, { path: '', type: 'directory', mode: 0o755 }]]);
  const children = new Map<string, Set<string>>([[ROOT, new Set()]]);
  const find = (path: string): SnapshotEntry => {
    const found = known.get(plain(path));
    if (!found) throw new SandboxError('ENOENT', `no such file: ${path}`, path);
    return found;
  };
  const add = (path: string, entry: SnapshotEntry): void => {
    const [folder, name] = placeOf(path);
    const names = children.get(folder);
    if (!names) throw new SandboxError('ENOENT', `no such folder: ${folder}`, folder);
    names.add(name);
    known.set(path, entry);
  };
  const remove = async (path: string): Promise<void> => {
    find(path);
    const [folder, name] = placeOf(path);
    children.get(folder)?.delete(name);
    known.delete(path);
  };
  const stat = async (path: string): Promise<GitStat> => statOf(find(path));
  return {
    async readFile(path) {
      const entry = find(path);
      if (entry.type === 'directory') throw new SandboxError('EISDIR', `a folder: ${path}`, path);
      return entry.type === 'file' ? entry.data : new TextEncoder().encode(entry.target);
    },
    async writeFile(path, data, mode = 0o644) {
      onWrite(data.length);
      add(path, { path: below(path), type: 'file', mode, mtimeMs: Date.now(), data });
    },
    async readdir(path) {
      const names = children.get(plain(path));
      if (names) return [...names];
      throw new SandboxError(known.has(path) ? 'ENOTDIR' : 'ENOENT', `no such folder: ${path}`, path);
    },
    async mkdir(path) {
      if (known.has(path)) throw new SandboxError('EEXIST', `already there: ${path}`, path);
      add(path, { path: below(path), type: 'directory', mode: 0o755 });
      children.set(path, new Set());
    },
    async rmdir(path) {
      await remove(path);
      children.delete(path);
    },
    unlink: remove,
    stat,
    lstat: stat,
    async readlink(path) {
      const entry = find(path);
      if (entry.type === 'symlink') return entry.target;
      throw new SandboxError('EINVAL', `not a link: ${path}`, path);
    },
    async symlink(target, path) {
      add(path, { path: below(path), type: 'symlink', target });
    },
    entries: () => [...known.values()].filter(({ path }) => path !== ''),
  };
}

/** isomorphic-git asks for `/project/.`, too. */
const plain = (path: string): string => path.replace(/\/\.$/, '');

const below = (path: string): string => path.slice(ROOT.length + 1);

const placeOf = (path: string): [folder: string, name: string] => {
  const cut = path.lastIndexOf('/');
  return [path.slice(0, cut), path.slice(cut + 1)];
};

const statOf = (entry: SnapshotEntry): GitStat => ({
  type: entry.type,
  size: entry.type === 'file' ? entry.data.length : 0,
  mode: entry.type === 'symlink' ? 0o777 : entry.mode,
  mtimeMs: entry.type === 'file' ? entry.mtimeMs : 0,
  ino: 0,
});
