import { statSync } from 'node:fs';

const inodeOf = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.ino;

/** The files of a database that is open, which somebody may remove or replace meanwhile. */
export class OpenFiles {
  readonly #file: string;
  readonly #inode: number | undefined;
  /** Of the write-ahead log, which holds what was acknowledged last. It is there from the first write on. */
  #walInode: number | undefined;

  constructor(file: string) {
    this.#file = file;
    this.#inode = inodeOf(file);
    this.#walInode = inodeOf(`${file}-wal`);
  }

  /** Whether what is written now would go into a file that nobody finds again. */
  replaced(): boolean {
    const wal = inodeOf(`${this.#file}-wal`);
    const known = this.#walInode;
    this.#walInode ??= wal;
    return inodeOf(this.#file) !== this.#inode || (known !== undefined && wal !== known);
  }
}
