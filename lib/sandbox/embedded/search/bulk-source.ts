import type { DirEntry, FileStat } from '@/lib/ports';
import type { SearchSource } from '../../search';
import type { SysClient } from '../protocol/sys-client';

/** A tree fetched in one request. */
export interface BulkSource extends SearchSource {
  /** A number that no other content of any file has ever had; 0 if it is not a file. */
  version(path: string): number;
  /** All files, including ignored ones. */
  readonly files: readonly string[];
}

/** `sys` returns the current channel: a source may outlive the search it was created for. */
export function bulkSource(sys: () => SysClient, root: string): BulkSource {
  const { type, size, mtimeMs, version } = sys().stat(root);
  const stats = new Map<string, FileStat & { version: number }>();
  const folders = new Map<string, DirEntry[]>();
  if (type === 'file') stats.set(root, { type, size, mtimeMs, version });
  else {
    stats.set(root, { type: 'directory', size: 0, mtimeMs, version });
    folders.set(root, []);
    for (const row of sys().tree(root)) {
      const { path } = row;
      const slash = path.lastIndexOf('/');
      folders.get(path.slice(0, slash) || '/')?.push({ name: path.slice(slash + 1), type: row.type });
      if (row.type === 'directory') folders.set(path, []);
      if (row.type !== 'symlink') stats.set(path, { ...row, type: row.type });
    }
  }
  return {
    files: [...stats].flatMap(([path, stat]) => (stat.type === 'file' ? [path] : [])),
    list: (path) => folders.get(path) ?? [],
    read: (path) => sys().read(path),
    readPart: (path, offset, length) => sys().readPart(path, offset, length),
    stat: (path) => stats.get(path) ?? { type: 'file', size: 0, mtimeMs: 0 },
    version: (path) => stats.get(path)?.version ?? 0,
  };
}
