import type { GitFs } from './git-fs';

/** What all worktrees of a repository share, by the first part of its path; the rest belongs to each worktree. */
const SHARED = new Set([
  'branches',
  'config',
  'hooks',
  'info',
  'objects',
  'packed-refs',
  'refs',
  'shallow',
  'worktrees',
]);

/** Paths in shared folders that nevertheless belong to each worktree. */
const OWN = /^(?:logs(?:\/HEAD)?$|refs\/(?:bisect|worktree|rewritten)(?:\/|$))/;

/** Whether all worktrees share a file, named within the repository. */
export const isShared = (inside: string): boolean => {
  const [first = ''] = inside.split('/');
  return (SHARED.has(first) || first === 'logs') && !OWN.test(inside);
};

/**
 * A worktree's files, with the shared ones read from the repository's folder: isomorphic-git does not know `commondir`,
 * and always looks for `info/exclude` below `.git`. `own` is `.git/worktrees/<name>`, `common` is `.git`.
 */
export function withCommonFolder(fs: GitFs, root: string, own: string, common: string): GitFs {
  const folders = [`${own}/`, `${root}/.git/`];
  const at = (path: string): string => {
    const folder = folders.find((start) => path.startsWith(start));
    if (folder === undefined) return path;
    const inside = path.slice(folder.length);
    return isShared(inside) ? `${common}/${inside}` : path;
  };
  return {
    readFile: (path) => fs.readFile(at(path)),
    writeFile: (path, data, mode) => fs.writeFile(at(path), data, mode),
    readdir: (path) => fs.readdir(at(path)),
    // `below` leaves out `.git`, so its paths need no mapping.
    ...(fs.below && { below: (path: string) => fs.below?.(path) ?? Promise.resolve([]) }),
    ...(fs.chmod && { chmod: async (path: string, mode: number) => fs.chmod?.(at(path), mode) }),
    mkdir: (path) => fs.mkdir(at(path)),
    rmdir: (path) => fs.rmdir(at(path)),
    unlink: (path) => fs.unlink(at(path)),
    stat: (path) => fs.stat(at(path)),
    lstat: (path) => fs.lstat(at(path)),
    readlink: (path) => fs.readlink(at(path)),
    symlink: (target, path) => fs.symlink(target, at(path)),
  };
}
