import type { DirEntry, FileChange, Unsubscribe } from '@/lib/ports';
import { readDevice, readWholeDevice, writeDevice, type Device } from './devices';
import { FsError } from './fs-error';
import {
  contentsOf,
  newFolder,
  newLink,
  noteChange,
  statOf,
  type FileNode,
  type FolderNode,
  type Inode,
  type NodeStat,
} from './inode';
import { OpenNodes } from './open-nodes';
import { normalizePath, partsOf } from '../../paths';
import { findNode, findTarget, type PathTarget } from './place';
import { Space } from './space';

const DAY = 24 * 3600 * 1000;

/**
 * A file system in memory: a tree of inodes with symbolic and hard links. Paths are absolute; every method is synchronous
 * and throws `FsError` with Node's code.
 */
export class TreeFs {
  private root = newFolder();
  private changes = 0;
  private readonly space: Space;
  private readonly opened = new OpenNodes();
  private readonly listeners = new Set<(change: FileChange) => void>();

  /** `capacity`: maximum bytes of all files together. */
  constructor(capacity: number) {
    this.space = new Space(capacity);
  }

  /** Total bytes of all files. */
  get usedBytes(): number {
    return this.space.used;
  }

  /** Increases with every change except to permissions. */
  get generation(): number {
    return this.changes;
  }

  onChange(listener: (change: FileChange) => void): Unsubscribe {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  stat(path: string, follow = true): NodeStat {
    return statOf(this.find(path, follow ? 'stat' : 'lstat', follow));
  }

  exists(path: string): boolean {
    try {
      this.find(path, 'access', true);
      return true;
    } catch {
      return false;
    }
  }

  /** The file's bytes without a copy: do not modify them or keep them past the next write. */
  read(path: string): Uint8Array {
    return contentsOf(this.file(path));
  }

  /**
   * Like `read`, for a program: also updates the access time under the rules of `relatime`. `ino`: the file that the path led
   * to when it was opened.
   */
  readNoted(path: string, ino?: number): Uint8Array {
    const node = (ino !== undefined && this.open(path, ino)?.node) || this.file(path);
    if (node.fifo) throw new FsError('ENXIO', 'open', path);
    if (node.device) return readWholeDevice(node.device, path);
    const now = Date.now();
    if (node.atimeMs <= node.mtimeMs || now - node.atimeMs > DAY) node.atimeMs = now;
    return contentsOf(node);
  }

  /** Like `readNoted`, but only `length` bytes from `offset` on; of a device, what one read gives. */
  readPart(path: string, offset: number, length: number, ino?: number): Uint8Array {
    const { node } = (ino !== undefined && this.open(path, ino)) || { node: this.file(path) };
    if (node.device) return readDevice(node.device, length, path);
    return this.readNoted(path, ino).subarray(offset, offset + length);
  }

  private file(path: string): FileNode {
    const node = this.find(path, 'open', true);
    if (node.type !== 'file') throw new FsError('EISDIR', 'read', path);
    return node;
  }

  /** The file that a path led to when it was opened, and where it is now; undefined if it is gone for good. */
  private open(path: string, ino: number): { node: FileNode; path: string | undefined } | undefined {
    for (const one of [path, this.opened.pathOf(ino)]) {
      if (one === undefined) continue;
      try {
        const place = this.place(one, 'open', true);
        if (place.node?.type === 'file' && place.node.ino === ino) return { node: place.node, path: place.path };
      } catch {
        // It is not there any more.
      }
    }
    const node = this.opened.nameless(ino);
    if (node) return { node, path: undefined };
    // A folder above it may have been renamed.
    const now = this.below('/').find((one) => one.ino === ino && one.type === 'file')?.path;
    if (now === undefined) return undefined;
    const found = this.file(now);
    this.opened.move(found, now);
    return { node: found, path: now };
  }

  /** Says what `stat` does of the file that a path led to when it was opened. */
  statOpen(path: string, ino: number): NodeStat {
    const there = this.exists(path) ? this.stat(path) : undefined;
    return there?.ino === ino ? there : statOf(this.open(path, ino)?.node ?? this.find(path, 'fstat', true));
  }

  /**
   * Appends to the file that a path led to when it was opened, wherever it is now; or writes over a part of it from `at` on, or
   * replaces the `whole` of it.
   */
  writeOpen(path: string, bytes: Uint8Array, ino: number, { whole, at }: { whole?: boolean; at?: number } = {}): void {
    const found = this.open(path, ino);
    // Nobody can read it any more.
    if (!found) return;
    if (found.node.fifo) throw new FsError('ENXIO', 'open', path);
    if (found.node.device) return writeDevice(found.node.device, bytes, path);
    if (whole) this.space.replace(found.node, bytes, path);
    else if (at !== undefined && at !== found.node.size) this.space.writeAt(found.node, bytes, at, path);
    else this.space.append(found.node, bytes, path);
    noteChange(found.node);
    if (found.path !== undefined) this.emit('change', found.path);
  }

  /** Writes a whole file, or appends to it. The tree keeps `bytes`: the caller must not use them again. */
  write(
    path: string,
    bytes: Uint8Array,
    options: { append?: boolean; exclusive?: boolean | undefined; mode?: number | undefined } = {},
  ): void {
    const place = this.place(path, 'open', !options.exclusive);
    const { node } = place;
    if (!node) {
      if (path.endsWith('/')) throw new FsError('EISDIR', 'open', path);
      refuseSealed(place, 'open');
      this.attach(place, this.space.create(bytes, path, options.mode));
      if (bytes.length > 0) this.emit('change', place.path);
      return;
    }
    if (options.exclusive) throw new FsError('EEXIST', 'open', path);
    if (node.type !== 'file') throw new FsError('EISDIR', 'open', path);
    if (node.fifo) throw new FsError('ENXIO', 'open', path);
    if (node.device) return writeDevice(node.device, bytes, path);
    if (options.append) this.space.append(node, bytes, path);
    else this.space.replace(node, bytes, path);
    noteChange(node);
    this.emit('change', place.path);
  }

  /** Creates the file of a Unix socket; returns its number. */
  bind(path: string): number {
    this.write(path, new Uint8Array(), { exclusive: true, mode: 0o755 });
    const node = this.file(path);
    node.socket = true;
    return node.ino;
  }

  /** Creates a named pipe. */
  mkfifo(path: string, mode: number): void {
    this.write(path, new Uint8Array(), { exclusive: true, mode });
    this.file(path).fifo = true;
  }

  /** Creates a device. */
  mkdev(path: string, device: Device): void {
    this.write(path, new Uint8Array(), { exclusive: true, mode: 0o666 });
    this.file(path).device = device;
  }

  /** Lets nobody put anything into a folder any more, nor move the folder. */
  seal(path: string): void {
    this.folder(path).sealed = true;
  }

  list(path: string): DirEntry[] {
    return this.entries(path).map(([name, child]) => ({ name, type: child.type }));
  }

  /** The entries of a folder with what `stat` says of each; links are not followed. */
  listStats(path: string): ({ name: string } & NodeStat)[] {
    return this.entries(path).map(([name, child]) => ({ name, ...statOf(child) }));
  }

  private entries(path: string): [string, Inode][] {
    return [...this.folder(path).children].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  private folder(path: string): FolderNode {
    const node = this.find(path, 'scandir', true);
    if (node.type !== 'directory') throw new FsError('ENOTDIR', 'scandir', path);
    return node;
  }

  mkdir(path: string, { recursive = false, mode }: { recursive?: boolean; mode?: number } = {}): void {
    if (!recursive) {
      const place = this.place(path, 'mkdir', false);
      if (place.node) throw new FsError('EEXIST', 'mkdir', path);
      this.attach(place, newFolder(mode));
      return;
    }
    let at = '';
    for (const part of partsOf(path)) {
      at += `/${part}`;
      const place = this.place(at, 'mkdir', true);
      if (!place.node) this.attach(place, newFolder(mode));
      else if (place.node.type !== 'directory') {
        throw new FsError(at === normalizePath(path) ? 'EEXIST' : 'ENOTDIR', 'mkdir', path);
      }
    }
  }

  remove(path: string, { recursive = false, force = false }: { recursive?: boolean; force?: boolean } = {}): void {
    let place: PathTarget;
    try {
      place = this.place(path, 'rm', false);
      if (!place.node) throw new FsError('ENOENT', 'rm', path);
    } catch (error) {
      if (force && error instanceof FsError && error.code === 'ENOENT') return;
      throw error;
    }
    const { node } = place;
    if (!node || place.path === '/') throw new FsError('EPERM', 'rm', path);
    refuseFixed(node, 'rm', path);
    if (node.type === 'directory' && node.children.size > 0 && !recursive) throw new FsError('ENOTEMPTY', 'rm', path);
    this.detach(place);
    node.ctimeMs = Date.now();
    this.space.release(node);
    this.opened.keep(node);
  }

  rename(from: string, to: string): void {
    const source = this.place(from, 'rename', false);
    const target = this.place(to, 'rename', false);
    const { node } = source;
    if (!node) throw new FsError('ENOENT', 'rename', from);
    for (const one of [node, target.node]) refuseFixed(one, 'rename', from);
    refuseSealed(target, 'rename');
    if (node === target.node) return;
    if (source.path === '/' || `${target.path}/`.startsWith(`${source.path}/`))
      throw new FsError('EINVAL', 'rename', from);
    const old = target.node;
    if (old) {
      if (old.type === 'directory' && node.type !== 'directory') throw new FsError('EISDIR', 'rename', to);
      if (old.type !== 'directory' && node.type === 'directory') throw new FsError('ENOTDIR', 'rename', to);
      if (old.type === 'directory' && old.children.size > 0) throw new FsError('ENOTEMPTY', 'rename', to);
      this.space.release(old);
      this.opened.keep(old);
    }
    this.detach(source);
    this.attach(target, node);
    this.opened.move(node, target.path);
  }

  /** Copies a file, a link, or a folder with all its contents, and replaces what is there. */
  copy(from: string, to: string): void {
    const node = this.find(from, 'cp', false);
    const target = this.place(to, 'cp', false);
    if (node.type === 'directory') {
      if (`${target.path}/`.startsWith(`${this.realpath(from)}/`)) throw new FsError('EINVAL', 'cp', from);
      if (!target.node) this.mkdir(to, { mode: node.mode });
      for (const name of node.children.keys()) this.copy(`${from}/${name}`, `${to}/${name}`);
    } else if (node.type === 'symlink') {
      if (target.node) this.remove(to);
      this.symlink(node.target, to);
    } else if (node.fifo) this.mkfifo(to, node.mode);
    else this.write(to, contentsOf(node).slice(), { mode: node.mode });
  }

  symlink(target: string, path: string): void {
    const place = this.place(path, 'symlink', false);
    if (place.node) throw new FsError('EEXIST', 'symlink', path);
    this.attach(place, newLink(target));
  }

  link(existing: string, path: string): void {
    const node = this.find(existing, 'link', false);
    if (node.type !== 'file') throw new FsError('EPERM', 'link', existing);
    const place = this.place(path, 'link', false);
    if (place.node) throw new FsError('EEXIST', 'link', path);
    refuseSealed(place, 'link');
    node.links++;
    this.attach(place, node);
  }

  readlink(path: string): string {
    const node = this.find(path, 'readlink', false);
    if (node.type !== 'symlink') throw new FsError('EINVAL', 'readlink', path);
    return node.target;
  }

  realpath(path: string): string {
    const place = this.place(path, 'realpath', true);
    if (!place.node) throw new FsError('ENOENT', 'realpath', path);
    return place.path;
  }

  chmod(path: string, mode: number): void {
    const node = this.find(path, 'chmod', true);
    if (node.type === 'file' && node.device) throw new FsError('EPERM', 'chmod', path);
    node.mode = mode & 0o7777;
    node.ctimeMs = Date.now();
  }

  /** Keeps the old access time if none is given. */
  utimes(path: string, mtimeMs: number, atimeMs?: number, follow = true): void {
    const node = this.find(path, 'utime', follow);
    node.mtimeMs = mtimeMs;
    node.atimeMs = atimeMs ?? node.atimeMs;
    node.ctimeMs = Date.now();
    this.changes++;
  }

  /** Every path below the root. */
  paths(): string[] {
    return this.below('/').map(({ path }) => path);
  }

  /** Everything below a folder, parents first, without entries named `excluded`. Throws as `list` does. */
  below(path: string, excluded?: string): ({ path: string } & NodeStat)[] {
    const top = this.folder(path);
    const found: ({ path: string } & NodeStat)[] = [];
    const visit = (folder: FolderNode, prefix: string): void => {
      for (const [name, node] of folder.children) {
        if (name === excluded) continue;
        const at = `${prefix}/${name}`;
        found.push({ path: at, ...statOf(node) });
        if (node.type === 'directory') visit(node, at);
      }
    };
    visit(top, path === '/' ? '' : path);
    return found;
  }

  private find(path: string, syscall: string, follow: boolean): Inode {
    return findNode(this.root, path, syscall, follow);
  }

  private place(path: string, syscall: string, follow: boolean): PathTarget {
    return findTarget(this.root, path, syscall, follow);
  }

  private attach(place: PathTarget, node: Inode): void {
    const { folder, name, path } = place;
    refuseSealed(place, 'open');
    folder.children.set(name, node);
    node.ctimeMs = Date.now();
    noteChange(folder);
    this.emit('rename', path);
  }

  private detach({ folder, name, path }: PathTarget): void {
    folder.children.delete(name);
    noteChange(folder);
    this.emit('rename', path);
  }

  private emit(type: FileChange['type'], path: string): void {
    this.changes++;
    for (const listener of this.listeners) listener({ type, path });
  }
}

/** Nobody but the system's owner moves or removes a device, or a sealed folder. */
function refuseFixed(node: Inode | undefined, syscall: string, path: string): void {
  if ((node?.type === 'file' && node.device) || (node?.type === 'directory' && node.sealed))
    throw new FsError('EACCES', syscall, path);
}

function refuseSealed({ folder, path }: PathTarget, syscall: string): void {
  if (folder.sealed) throw new FsError('EACCES', syscall, path);
}
