import { FsError } from './fs-error';
import { contentsOf, filesOf, newFile, type FileNode, type Inode } from './inode';

/** Counts the bytes of all files. Content that would exceed the capacity throws ENOSPC and changes nothing. */
export class Space {
  private taken = 0;

  constructor(private readonly capacity: number) {}

  get used(): number {
    return this.taken;
  }

  /** A file that keeps `bytes` itself, not a copy. */
  create(bytes: Uint8Array, path: string, mode: number | undefined): FileNode {
    this.reserve(bytes.length, path);
    return newFile(bytes, mode);
  }

  replace(node: FileNode, bytes: Uint8Array, path: string): void {
    this.resize(node, bytes.length, path);
    node.buffer = bytes;
    node.size = bytes.length;
  }

  /** Writes over what is there from `at` on. A gap before it becomes zeros. Whoever has read the file keeps what was there. */
  writeAt(node: FileNode, bytes: Uint8Array, at: number, path: string): void {
    const size = Math.max(node.size, at + bytes.length);
    this.resize(node, size, path);
    const made = new Uint8Array(size);
    made.set(contentsOf(node));
    made.set(bytes, at);
    node.buffer = made;
    node.size = size;
  }

  append(node: FileNode, bytes: Uint8Array, path: string): void {
    const size = node.size + bytes.length;
    this.resize(node, size, path);
    if (size > node.buffer.length) {
      const grown = new Uint8Array(Math.max(size, Math.min(node.buffer.length * 2, this.capacity)));
      grown.set(contentsOf(node));
      node.buffer = grown;
    }
    node.buffer.set(bytes, node.size);
    node.size = size;
  }

  /** Called when a name is removed from a node: frees the space of files that have no name left. */
  release(node: Inode): void {
    for (const file of filesOf(node)) if (--file.links === 0) this.taken -= file.size;
  }

  /** Takes the room of a new size. A file without a name is kept only for a program that has it open, and counts for nothing. */
  private resize(node: FileNode, size: number, path: string): void {
    if (node.links > 0) this.reserve(size - node.size, path);
    else if (size > this.capacity) throw new FsError('ENOSPC', 'write', path);
  }

  private reserve(bytes: number, path: string): void {
    if (bytes > 0 && this.taken + bytes > this.capacity) throw new FsError('ENOSPC', 'write', path);
    this.taken += bytes;
  }
}
