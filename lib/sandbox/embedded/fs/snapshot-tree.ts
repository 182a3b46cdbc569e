import { packSnapshot, unpackSnapshot, type SnapshotEntry } from '../../snapshot';
import type { TreeFs } from './tree-fs';

/** One blob of everything below `root`. */
export const packTree = (fs: TreeFs, root: string): Uint8Array => packSnapshot([...entriesBelow(fs, root, '')]);

/** Replaces everything below `root`; a broken snapshot (EINVAL) changes nothing. */
export function restoreTree(fs: TreeFs, root: string, snapshot: Uint8Array): void {
  const entries = unpackSnapshot(snapshot);
  for (const { name } of fs.list(root)) fs.remove(`${root}/${name}`, { recursive: true });
  for (const entry of entries) {
    const path = `${root}/${entry.path}`;
    if (entry.type === 'directory') fs.mkdir(path, { mode: entry.mode });
    else if (entry.type === 'symlink') fs.symlink(entry.target, path);
    else {
      fs.write(path, entry.data, { mode: entry.mode });
      fs.utimes(path, entry.mtimeMs);
    }
  }
}

function* entriesBelow(fs: TreeFs, root: string, relative: string): Generator<SnapshotEntry> {
  for (const { name, type } of fs.list(`${root}/${relative}`)) {
    const path = relative ? `${relative}/${name}` : name;
    const full = `${root}/${path}`;
    if (type === 'symlink') {
      yield { path, type, target: fs.readlink(full) };
      continue;
    }
    const { mode, mtimeMs } = fs.stat(full);
    if (type === 'file') yield { path, type, mode, mtimeMs, data: fs.read(full) };
    else {
      yield { path, type, mode };
      yield* entriesBelow(fs, root, path);
    }
  }
}
