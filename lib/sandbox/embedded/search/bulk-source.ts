import type { DirEntry, FileStat } from '@/lib/ports';
import type { SearchSource } from '../../search';
import type { SysClient } from '../protocol/sys-client';

/** A tree fetched at once; only contents are read one by one. */
export function bulkSource(sys: SysClient, root: string): SearchSource {
  const { type, size, mtimeMs } = sys.stat(root);
  const stats = new Map<string, FileStat>();
  const folders = new Map<string, DirEntry[]>();
  if (type === 'file') stats.set(root, { type, size, mtimeMs });
  else {
    stats.set(root, { type: 'directory', size: 0, mtimeMs });
    folders.set(root, []);
    for (const [path, kind, bytes, mtime] of sys.tree(root)) {
      const slash = path.lastIndexOf('/');
      folders.get(path.slice(0, slash) || '/')?.push({ name: path.slice(slash + 1), type: kind });
      if (kind === 'directory') folders.set(path, []);
      if (kind !== 'symlink') stats.set(path, { type: kind, size: bytes, mtimeMs: mtime });
    }
  }
  return {
    list: (path) => folders.get(path) ?? [],
    read: (path) => sys.read(path),
    stat: (path) => stats.get(path) ?? { type: 'file', size: 0, mtimeMs: 0 },
  };
}
