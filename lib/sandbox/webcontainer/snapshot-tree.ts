import type { FileSystemTree } from '@webcontainer/api';
import type { SnapshotEntry } from '@/lib/ports/snapshot';

const FILE_MODE = 0o644;
const FOLDER_MODE = 0o755;

/** An exported tree as the entries of our snapshot. The runtime tells neither modes nor times. */
export function* entriesOf(tree: FileSystemTree, mtimeMs: number, folder = ''): Generator<SnapshotEntry> {
  for (const name of Object.keys(tree).toSorted()) {
    const node = tree[name];
    if (node === undefined) continue;
    const path = `${folder}${name}`;
    if ('directory' in node) {
      yield { path, type: 'directory', mode: FOLDER_MODE };
      yield* entriesOf(node.directory, mtimeMs, `${path}/`);
    } else if ('symlink' in node.file) yield { path, type: 'symlink', target: node.file.symlink };
    else yield { path, type: 'file', mode: FILE_MODE, mtimeMs, data: toBytes(node.file.contents) };
  }
}

/** The way back. Parents come before what is in them. */
export function snapshotTree(entries: readonly SnapshotEntry[]): FileSystemTree {
  const root: FileSystemTree = {};
  const folders = new Map<string, FileSystemTree>([['', root]]);
  for (const entry of entries) {
    const cut = entry.path.lastIndexOf('/');
    const parent = folders.get(cut < 0 ? '' : entry.path.slice(0, cut));
    if (!parent) continue;
    const name = entry.path.slice(cut + 1);
    if (entry.type === 'directory') {
      const directory: FileSystemTree = {};
      folders.set(entry.path, directory);
      parent[name] = { directory };
    } else if (entry.type === 'symlink') parent[name] = { file: { symlink: entry.target } };
    else parent[name] = { file: { contents: entry.data } };
  }
  return root;
}

const toBytes = (contents: string | Uint8Array): Uint8Array =>
  typeof contents === 'string' ? new TextEncoder().encode(contents) : contents;
