import type { FileSystemTree } from '@webcontainer/api';
import type { SnapshotEntry } from '@/lib/ports/snapshot';

/** The permissions after a mount. */
export const MOUNTED_MODE = 0o644;
export const FOLDER_MODE = 0o755;

/** An exported tree as snapshot entries. The runtime exports neither permissions, which come from `modes`, nor times. */
export function* snapshotEntries(
  tree: FileSystemTree,
  modes: ReadonlyMap<string, number>,
  mtimeMs: number,
  folder = '',
): Generator<SnapshotEntry> {
  for (const name of Object.keys(tree).toSorted()) {
    const node = tree[name];
    if (node === undefined) continue;
    const path = `${folder}${name}`;
    if ('directory' in node) {
      yield { path, type: 'directory', mode: modes.get(path) ?? FOLDER_MODE };
      yield* snapshotEntries(node.directory, modes, mtimeMs, `${path}/`);
    } else if ('symlink' in node.file) yield { path, type: 'symlink', target: node.file.symlink };
    else
      yield { path, type: 'file', mode: modes.get(path) ?? MOUNTED_MODE, mtimeMs, data: toBytes(node.file.contents) };
  }
}

/** Permissions that a mount does not set, in the helper's format; folders last, as they may make their contents unreachable. */
export const modesOf = (entries: readonly SnapshotEntry[]): string[] =>
  entries
    .flatMap((entry) =>
      entry.type === 'symlink' || entry.mode === (entry.type === 'file' ? MOUNTED_MODE : FOLDER_MODE)
        ? []
        : [`${entry.mode.toString(8)} ${entry.path}`],
    )
    .toReversed();

/** Converts snapshot entries to a mountable tree. Parents must come before their contents. */
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
