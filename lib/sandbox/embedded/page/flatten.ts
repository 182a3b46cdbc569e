import type { FileTree } from '@/lib/ports';

/** The files and folders of a tree with absolute paths, parents first; folders have no data. */
export function flatten(tree: FileTree, folder: string): { path: string; data: Uint8Array | null }[] {
  return [
    { path: folder, data: null },
    ...Object.entries(tree).flatMap(([name, node]) => {
      const path = `${folder}/${name}`;
      return 'file' in node ? [{ path, data: toBytes(node.file.contents) }] : flatten(node.directory, path);
    }),
  ];
}

/** Always a copy: a message carries the whole buffer behind a view. */
export const toBytes = (contents: string | Uint8Array): Uint8Array =>
  typeof contents === 'string' ? new TextEncoder().encode(contents) : contents.slice();
