import { FsError } from './fs-error';
import type { TreeFs } from './tree-fs';

/** How a program opens a path. */
export interface OpenHow {
  /** Makes a file if there is none; `exclusive`: only if there is none. */
  create?: boolean | undefined;
  exclusive?: boolean | undefined;
  /** Empties the file. */
  truncate?: boolean | undefined;
  writable?: boolean | undefined;
  /** Opens nothing but a folder. */
  folder?: boolean | undefined;
  /** Of a file that is made. */
  mode?: number | undefined;
}

/** Opens a path as a program does, and says where it leads and which file that is. */
export function openFile(fs: TreeFs, path: string, how: OpenHow): { path: string; ino: number } {
  if (how.create && (how.exclusive || !fs.exists(path)))
    fs.write(path, new Uint8Array(), { exclusive: how.exclusive, mode: how.mode });
  else {
    const { type } = fs.stat(path);
    if (type === 'directory' && (how.writable || how.create)) throw new FsError('EISDIR', 'open', path);
    if (type !== 'directory' && how.folder) throw new FsError('ENOTDIR', 'open', path);
    if (type === 'file' && how.truncate && how.writable) fs.write(path, new Uint8Array());
    if (type === 'fifo') throw new FsError('ENXIO', 'open', path);
  }
  const real = fs.realpath(path);
  return { path: real, ino: fs.stat(real).ino };
}
