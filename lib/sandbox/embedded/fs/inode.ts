import type { Device } from './devices';

let nextIno = 1;
let nextVersion = 1;

/** Numbers the files made from now on from there: those of two workers must not seem to be the same. */
export function numberFrom(ino: number): void {
  nextIno = Math.max(nextIno, ino);
}

/** A version for new content. */
const newVersion = (): number => nextVersion++;

interface Meta {
  ino: number;
  mode: number;
  mtimeMs: number;
  /** Last read by a program, updated under the rules of `relatime`. */
  atimeMs: number;
  /** Last change of content, mode, times or names. */
  ctimeMs: number;
  readonly birthtimeMs: number;
}

export interface FileNode extends Meta {
  type: 'file';
  /** May be longer than `size` after appends, so that many small ones do not copy everything each time. */
  buffer: Uint8Array;
  size: number;
  /** A number that no other content of any file has ever had. */
  version: number;
  /** How many names lead to the file. */
  links: number;
  /** Whether a Unix socket listens there, or did. */
  socket?: true;
  /** Whether it is a named pipe: programs of a shell meet there, and it has no content. */
  fifo?: true;
  /** Which device it is: it has no content either. */
  device?: Device;
}

export interface FolderNode extends Meta {
  type: 'directory';
  children: Map<string, Inode>;
  /** Nothing may be put into it or taken out, nor the folder moved. */
  sealed?: true;
}

export interface LinkNode extends Meta {
  type: 'symlink';
  target: string;
}

export type Inode = FileNode | FolderNode | LinkNode;

function meta(mode: number): Meta {
  const now = Date.now();
  return { ino: nextIno++, mode, mtimeMs: now, atimeMs: now, ctimeMs: now, birthtimeMs: now };
}

export const newFile = (bytes: Uint8Array, mode = 0o644): FileNode => ({
  type: 'file',
  ...meta(mode),
  buffer: bytes,
  size: bytes.length,
  version: newVersion(),
  links: 1,
});
export const newFolder = (mode = 0o755): FolderNode => ({ type: 'directory', ...meta(mode), children: new Map() });
export const newLink = (target: string): LinkNode => ({ type: 'symlink', ...meta(0o777), target });

/** The files at or below a node, however deep: recursion would run out of stack. */
export function* filesOf(node: Inode): Generator<FileNode> {
  const left: Inode[] = [node];
  for (let next = left.pop(); next; next = left.pop()) {
    if (next.type === 'directory') for (const child of next.children.values()) left.push(child);
    else if (next.type === 'file') yield next;
  }
}

/** Notes that a node's content is another now. */
export function noteChange(node: Inode): void {
  node.mtimeMs = node.ctimeMs = Date.now();
  if (node.type === 'file') node.version = newVersion();
}

/** A file's contents without a copy: valid until the next write. */
export const contentsOf = (file: FileNode): Uint8Array => file.buffer.subarray(0, file.size);

export interface NodeStat {
  type: Inode['type'] | 'fifo' | 'device';
  size: number;
  mode: number;
  mtimeMs: number;
  atimeMs: number;
  ctimeMs: number;
  /** When it was made. */
  birthtimeMs: number;
  ino: number;
  /** Changes with a file's content; 0 for anything else. */
  version: number;
  /** How many names lead to it. */
  links: number;
  socket: boolean;
}

export function statOf(node: Inode): NodeStat {
  const size = node.type === 'file' ? node.size : node.type === 'symlink' ? node.target.length : 0;
  const version = node.type === 'file' ? node.version : 0;
  return {
    type: (node.type === 'file' && ((node.device && 'device') || (node.fifo && 'fifo'))) || node.type,
    size,
    mode: node.mode,
    mtimeMs: node.mtimeMs,
    atimeMs: node.atimeMs,
    ctimeMs: node.ctimeMs,
    birthtimeMs: node.birthtimeMs,
    ino: node.ino,
    version,
    links: linksTo(node),
    socket: node.type === 'file' && node.socket === true,
  };
}

/** A folder is linked by its name, its own `.`, and the `..` of each folder in it. */
function linksTo(node: Inode): number {
  if (node.type !== 'directory') return node.type === 'file' ? node.links : 1;
  let folders = 2;
  for (const { type } of node.children.values()) if (type === 'directory') folders += 1;
  return folders;
}
