import { packSnapshot, unpackSnapshot, type SnapshotEntry } from '@/lib/ports/snapshot';
import type { TreeFs } from './tree-fs';

/** Maximum bytes of contents in one part of an incremental export, unless a single file is larger. */
const PART_BYTES = 64 * 1024 * 1024;

/**
 * One blob of everything below `root`. With `since`, it has only contents written after that version, oldest first, and only as
 * many as fit into one part.
 */
export function packTree(fs: TreeFs, root: string, since?: number): Uint8Array {
  const entries = [...entriesBelow(fs, root, '')];
  if (since === undefined) return packSnapshot(entries);
  const written = entries.flatMap((entry) => (entry.type === 'file' && entry.version > since ? [entry] : []));
  const part = new Set<Entry>();
  let bytes = 0;
  for (const file of written.toSorted((a, b) => a.version - b.version)) {
    bytes += file.data.length;
    if (part.size > 0 && bytes > PART_BYTES) break;
    part.add(file);
  }
  return packSnapshot(
    entries.map((entry) => {
      if (entry.type !== 'file' || part.has(entry)) return entry;
      const { data, ...row } = entry;
      return { ...row, size: data.length };
    }),
  );
}

/** Replaces everything below `root`; a broken snapshot throws EINVAL and changes nothing. */
export function restoreTree(fs: TreeFs, root: string, snapshot: Uint8Array): void {
  const entries = unpackSnapshot(snapshot);
  for (const { name } of fs.list(root)) fs.remove(`${root}/${name}`, { recursive: true });
  for (const entry of entries) {
    const path = `${root}/${entry.path}`;
    if (entry.type === 'directory') fs.mkdir(path, { mode: entry.mode });
    else if (entry.type === 'symlink') fs.symlink(entry.target, path);
    else {
      fs.write(path, entry.data, { mode: entry.mode });
      fs.utimes(path, entry.mtimeMs, entry.mtimeMs);
    }
  }
}

type Entry =
  | Exclude<SnapshotEntry, { type: 'file' }>
  | (Extract<SnapshotEntry, { type: 'file' }> & { version: number });

function* entriesBelow(fs: TreeFs, root: string, relative: string): Generator<Entry> {
  for (const { name, type } of fs.list(`${root}/${relative}`)) {
    const path = relative ? `${relative}/${name}` : name;
    const full = `${root}/${path}`;
    if (type === 'symlink') {
      yield { path, type, target: fs.readlink(full) };
      continue;
    }
    const stat = fs.stat(full);
    // The programs that would meet at a named pipe do not outlive the page, and a device is the system's.
    if (stat.type === 'fifo' || stat.type === 'device') continue;
    const { mode, mtimeMs, version } = stat;
    if (type === 'file') yield { path, type, mode, mtimeMs, version, data: fs.read(full) };
    else {
      yield { path, type, mode };
      yield* entriesBelow(fs, root, path);
    }
  }
}
