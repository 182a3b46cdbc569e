import type { TreeFs } from './tree-fs';

export interface MountedFile {
  readonly path: string;
  /** `null` for a folder. */
  readonly data: Uint8Array | null;
}

/** Writes several files with the same mtime, so that listings sorted by age are the same every time. */
export function mountFiles(fs: TreeFs, files: readonly MountedFile[]): void {
  const now = Date.now();
  for (const { path, data } of files) {
    if (data) {
      fs.write(path, data);
      fs.utimes(path, now);
    } else fs.mkdir(path, { recursive: true });
  }
}
