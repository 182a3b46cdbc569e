import type { SysClient } from '../protocol/sys-client';
import { TYPE_BITS } from '../../type-bits';

/** Permissions that new files do not get. */
const UMASK = 0o022;
const FIRST = 3;

/** An open file: its path, or its bytes once that path is gone. */
interface OpenFile {
  path: string;
  /** How many descriptors share it. */
  handles: number;
  unlinked?: Uint8Array;
}

/** The sandbox's files for Emscripten's `PROXYFS`. Methods throw errors with a code. Paths are absolute. */
export class SandboxFiles {
  private readonly files = new Map<number, OpenFile>();
  /** The path just created: the `chmod` that follows is subject to the umask. */
  private made: string | undefined;

  constructor(private readonly sys: SysClient) {}

  lstat(path: string) {
    const { type, size, mode, mtimeMs, atimeMs, ctimeMs, ino, links } = this.sys.stat(path, false);
    return {
      dev: 1,
      ino,
      mode: TYPE_BITS[type] | (mode & 0o7777),
      nlink: links,
      uid: 0,
      gid: 0,
      rdev: 0,
      size,
      atime: new Date(atimeMs),
      mtime: new Date(mtimeMs),
      ctime: new Date(ctimeMs),
      blksize: 4096,
      blocks: Math.ceil(size / 512),
    };
  }

  readdir = (path: string): string[] => this.sys.list(path).map(({ name }) => name);
  readlink = (path: string): string => this.sys.readlink(path);
  symlink = (target: string, path: string): void => this.sys.symlink(target, path);
  utime = (path: string, accessed: Date, modified: Date): void =>
    this.sys.utimes(path, modified.getTime(), accessed.getTime());
  mkdir = (path: string, mode: number): void => this.sys.mkdir(path, false, mode & 0o777 & ~UMASK);

  writeFile(path: string, _text: '', { mode }: { mode: number }): void {
    this.sys.write(path, new Uint8Array(), { exclusive: true, mode: mode & 0o777 & ~UMASK });
    this.made = path;
  }

  chmod(path: string, mode: number): void {
    this.sys.chmod(path, mode & 0o7777 & ~(this.made === path ? UMASK : 0));
    this.made = undefined;
  }

  truncate(path: string, size: number): void {
    this.sys.write(path, resized(size === 0 ? new Uint8Array() : this.sys.read(path), size));
  }

  rename(from: string, to: string): void {
    if (from !== to) this.keepOpen(to);
    this.sys.rename(from, to);
    for (const file of this.files.values()) {
      if (file.path === from || file.path.startsWith(`${from}/`)) file.path = to + file.path.slice(from.length);
    }
  }

  unlink(path: string): void {
    if (this.sys.stat(path, false).type === 'directory')
      throw Object.assign(new Error('is a directory'), { code: 'EISDIR' });
    this.keepOpen(path);
    this.sys.remove(path);
  }

  rmdir(path: string): void {
    if (this.sys.list(path).length > 0) throw Object.assign(new Error('not empty'), { code: 'ENOTEMPTY' });
    this.sys.remove(path, { recursive: true });
  }

  open(path: string): number {
    let number = FIRST;
    while (this.files.has(number)) number += 1;
    this.files.set(number, { path: this.sys.realpath(path), handles: 1 });
    return number;
  }

  /** Another handle of an open file, as `dup2` makes it: the file is open until both are closed. */
  dup(number: number): void {
    this.file(number).handles += 1;
  }

  close(number: number): void {
    const file = this.file(number);
    file.handles -= 1;
    if (file.handles === 0) this.files.delete(number);
  }

  read(number: number, memory: ArrayBufferView<ArrayBuffer>, offset: number, length: number, position: number): number {
    const { path, unlinked } = this.file(number);
    const bytes = unlinked?.subarray(position, position + length) ?? this.sys.readPart(path, position, length);
    new Uint8Array(memory.buffer).set(bytes, memory.byteOffset + offset);
    return bytes.length;
  }

  write(
    number: number,
    memory: ArrayBufferView<ArrayBuffer>,
    offset: number,
    length: number,
    position: number,
  ): number {
    const file = this.file(number);
    const bytes = new Uint8Array(memory.buffer, memory.byteOffset + offset, length).slice();
    const size = this.size(number);
    if (file.unlinked === undefined && position === size) this.sys.write(file.path, bytes, { append: true });
    else {
      const all = resized(file.unlinked ?? this.sys.read(file.path), Math.max(size, position + length));
      all.set(bytes, position);
      if (file.unlinked) file.unlinked = all;
      else this.sys.write(file.path, all);
    }
    return length;
  }

  /** As `truncate`, for an open file, which may have no name any more. */
  resize(number: number, size: number): void {
    const file = this.file(number);
    if (file.unlinked) file.unlinked = resized(file.unlinked, size);
    else this.truncate(file.path, size);
  }

  size(number: number): number {
    const { path, unlinked } = this.file(number);
    return unlinked?.length ?? this.sys.stat(path).size;
  }

  /** Called before a path goes: files open there keep their contents. */
  private keepOpen(path: string): void {
    for (const file of this.files.values()) {
      if (file.path === path && !file.unlinked && this.sys.isFile(path)) file.unlinked = this.sys.read(path);
    }
  }

  private file(number: number): OpenFile {
    const file = this.files.get(number);
    if (!file) throw Object.assign(new Error('not open'), { code: 'EBADF' });
    return file;
  }
}

/** The bytes truncated, or padded with zeros, to a size. */
function resized(bytes: Uint8Array, size: number): Uint8Array {
  const all = new Uint8Array(size);
  all.set(bytes.subarray(0, size));
  return all;
}
