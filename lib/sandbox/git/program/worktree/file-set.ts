import type { FileEntry } from '../../store/tree';

/** The files of a commit that is being made: what is put at a path takes the place of what was there. */
export class FileSet {
  readonly files: Map<string, FileEntry>;
  /** How many files each folder has, with those in folders in it. */
  private readonly folders = new Map<string, number>();

  constructor(files: ReadonlyMap<string, FileEntry> = new Map()) {
    this.files = new Map(files);
    for (const path of files.keys()) this.count(path, 1);
  }

  put(path: string, entry: FileEntry): void {
    if (!this.files.has(path)) {
      this.remove(path);
      for (const folder of foldersOf(path)) if (this.files.has(folder)) this.drop(folder);
      this.count(path, 1);
    }
    this.files.set(path, entry);
  }

  /** Removes a file, or a folder with everything in it; the empty path is all of them. */
  remove(path: string): void {
    if (this.files.has(path)) this.drop(path);
    else if (path === '' || this.folders.has(path)) for (const [one] of this.below(path)) this.drop(one);
  }

  /** The files at a path: the file itself, or everything in the folder. */
  below(path: string): [string, FileEntry][] {
    const own = this.files.get(path);
    if (own) return [[path, own]];
    return [...this.files].filter(([one]) => path === '' || one.startsWith(`${path}/`));
  }

  private drop(path: string): void {
    if (this.files.delete(path)) this.count(path, -1);
  }

  private count(path: string, more: number): void {
    for (const folder of foldersOf(path)) {
      const left = (this.folders.get(folder) ?? 0) + more;
      if (left === 0) this.folders.delete(folder);
      else this.folders.set(folder, left);
    }
  }
}

/** The folders that a path is in. */
export function* foldersOf(path: string): Generator<string> {
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) yield path.slice(0, at);
}
