import type { TreeFs } from './tree-fs';

export interface MountedFile {
  readonly path: string;
  /** `null`: it is a folder. */
  readonly data: Uint8Array | null;
}

/** Writes files that come together. They are equally old: what is listed by age is listed alike each time. */
export function mountFiles(fs: TreeFs, files: readonly MountedFile[]): void {
  const now = Date.now();
  for (const { path, data } of files) {
    if (data) {
      fs.write(path, data);
      fs.utimes(path, now);
    } else fs.mkdir(path, { recursive: true });
  }
}
