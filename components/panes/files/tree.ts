import type { DirEntry } from '@/lib/ports';

/** One visible line of the file tree. */
export interface FileRow {
  path: string;
  name: string;
  depth: number;
  type: DirEntry['type'];
  open: boolean;
}

/** Folders first, then by name in natural order. */
export const inOrder = (entries: readonly DirEntry[]): DirEntry[] =>
  entries.toSorted(
    (a, b) =>
      Number(b.type === 'directory') - Number(a.type === 'directory') ||
      a.name.localeCompare(b.name, 'en', { numeric: true, sensitivity: 'base' }),
  );

/** The visible lines below `root`, in order. An open folder that has not been read yet shows no children. */
export function treeRows(
  root: string,
  entries: ReadonlyMap<string, readonly DirEntry[]>,
  open: ReadonlySet<string>,
): FileRow[] {
  const rows: FileRow[] = [];
  const walk = (folder: string, depth: number): void => {
    for (const { name, type } of entries.get(folder) ?? []) {
      const path = `${folder === '/' ? '' : folder}/${name}`;
      const isOpen = type === 'directory' && open.has(path);
      rows.push({ path, name, depth, type, open: isOpen });
      if (isOpen) walk(path, depth + 1);
    }
  };
  walk(root, 0);
  return rows;
}

/** The line that the focus moves to from `index` on a key; undefined if the key does not move it. */
export function moveTo(rows: readonly FileRow[], index: number, key: string): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return Math.min(index + 1, rows.length - 1);
    case 'ArrowUp':
      return Math.max(index - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return rows.length - 1;
    case 'ArrowLeft': {
      const depth = rows[index]?.depth ?? 0;
      const parent = rows.slice(0, index).findLastIndex((row) => row.depth < depth);
      return parent < 0 ? undefined : parent;
    }
    default:
      return undefined;
  }
}
