import { FsError } from './fs-error';
import type { FolderNode, Inode } from './inode';

const MAX_LINKS = 40;

/** Where a path leads, whether or not something exists there. */
export interface PathTarget {
  folder: FolderNode;
  name: string;
  /** The real path: every link in the folder's path resolved. */
  path: string;
  node: Inode | undefined;
}

/** What is at a path below `root`. Throws ENOENT, and whatever `findTarget` throws. */
export function findNode(root: FolderNode, path: string, syscall: string, follow: boolean): Inode {
  const node = findPlain(root, path) ?? findTarget(root, path, syscall, follow).node;
  if (!node) throw new FsError('ENOENT', syscall, path);
  return node;
}

/** Fast lookup for paths without links or dots, as most are; undefined for any other. */
function findPlain(root: FolderNode, path: string): Inode | undefined {
  let node: Inode | undefined = root;
  for (const part of path.split('/').slice(1)) {
    if (part === '' || part === '.' || part === '..' || node?.type !== 'directory') return undefined;
    node = node.children.get(part);
  }
  return node?.type === 'symlink' ? undefined : node;
}

/** The folder and name that a path leads to, with all links resolved, the last one only if `follow`. Throws `FsError`. */
export function findTarget(root: FolderNode, path: string, syscall: string, follow: boolean): PathTarget {
  let links = 0;
  const left = stepsOf(path).reverse();
  // A trailing slash means a folder, so a link there is followed.
  const followLast = follow || /\/\.?$/.test(path);
  const trail: { node: FolderNode; name: string }[] = [{ node: root, name: '' }];
  for (let part = left.pop(); part !== undefined; part = left.pop()) {
    if (part === '..') {
      if (trail.length > 1) trail.pop();
      continue;
    }
    const folder = trail[trail.length - 1]?.node ?? root;
    const node = folder.children.get(part);
    const last = left.length === 0;
    if (node?.type === 'symlink' && (!last || followLast)) {
      if (++links > MAX_LINKS) throw new FsError('ELOOP', syscall, path);
      if (node.target.startsWith('/')) trail.length = 1;
      left.push(...stepsOf(node.target).reverse());
      continue;
    }
    if (last) {
      if (node?.type === 'directory') {
        trail.push({ node, name: part });
        continue;
      }
      if (node && /\/\.?$/.test(path)) throw new FsError('ENOTDIR', syscall, path);
      return { folder, name: part, path: `${pathOf(trail)}/${part}`, node };
    }
    if (!node) throw new FsError('ENOENT', syscall, path);
    if (node.type !== 'directory') throw new FsError('ENOTDIR', syscall, path);
    trail.push({ node, name: part });
  }
  const end = trail.at(-1);
  const folder = trail.at(-2)?.node ?? root;
  return { folder, name: end?.name ?? '', path: pathOf(trail) || '/', node: end?.node ?? root };
}

/** The parts of a path to walk. Unlike in `partsOf`, `..` stays, as it may come after a link. */
const stepsOf = (path: string): string[] => path.split('/').filter((part) => part !== '' && part !== '.');

const pathOf = (trail: readonly { name: string }[]): string => trail.map(({ name }) => name).join('/');
