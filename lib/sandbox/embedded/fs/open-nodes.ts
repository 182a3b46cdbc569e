import { filesOf, type FileNode, type Inode } from './inode';

/** Most files, and most bytes of them together, that are kept after their last name was removed. */
const MOST_FILES = 64;
const MOST_BYTES = 16 * 1024 * 1024;
const MOST_MOVED = 1000;

/**
 * Finds files that a program opened under a name that they no longer have. The last files to lose all their names are kept
 * for a while, as a program may have one of them open.
 */
export class OpenNodes {
  private readonly removed = new Map<number, FileNode>();
  private readonly moved = new Map<number, string>();
  private bytes = 0;

  /** Notes the files without a name at or below a node that was removed. */
  keep(node: Inode): void {
    for (const file of filesOf(node)) if (file.links === 0 && file.size <= MOST_BYTES) this.note(file);
  }

  private note(node: FileNode): void {
    this.removed.set(node.ino, node);
    this.bytes += node.size;
    for (const [ino, { size }] of this.removed) {
      if (this.removed.size <= MOST_FILES && this.bytes <= MOST_BYTES) return;
      this.removed.delete(ino);
      this.bytes -= size;
    }
  }

  /** Notes the new path of a file. */
  move(node: Inode, path: string): void {
    if (node.type !== 'file') return;
    this.moved.delete(node.ino);
    this.moved.set(node.ino, path);
    const [oldest] = this.moved.keys();
    if (this.moved.size > MOST_MOVED && oldest !== undefined) this.moved.delete(oldest);
  }

  pathOf = (ino: number): string | undefined => this.moved.get(ino);

  nameless = (ino: number): FileNode | undefined => this.removed.get(ino);
}
