import { encode } from '../../../bytes-text';
import { isSocket } from '../../protocol/process';
import { streamStat, type NodeProgram } from '../program';
import { facts } from '../library';
import type { Stat } from '../../protocol/sys-client';
import type { StandardStreams } from './stdio';

const flags: Readonly<Record<string, number>> = Object(facts.bindings.constants?.fs);
const bit = (name: string): number => flags[name] ?? 0;
const [CREAT, EXCL, TRUNC, APPEND, ACCESS, DIRECTORY, WRONLY, RDWR] = [
  'O_CREAT',
  'O_EXCL',
  'O_TRUNC',
  'O_APPEND',
  'O_ACCMODE',
  'O_DIRECTORY',
  'O_WRONLY',
  'O_RDWR',
].map(bit) as [number, number, number, number, number, number, number, number];
const ACCESS_MASK = ACCESS || 3;

/** An error with Node's code, to which the caller adds the call and its path. */
export class CodedError extends Error {
  constructor(
    readonly code: string,
    readonly path?: string,
    /** The call that failed, where it is not the one that was made; it has no path. */
    readonly syscall?: string,
  ) {
    super(code);
  }
}

/** Maximum bytes of a file name. */
const MOST_NAME = 255;

/** The absolute path of a call's argument; throws for what no system accepts as a path. */
export function pathOf(program: NodeProgram, name: string): string {
  if (name === '') throw new CodedError('ENOENT');
  const tooLong = (part: string) =>
    part.length > MOST_NAME || (part.length * 3 > MOST_NAME && encode(part).length > MOST_NAME);
  if (name.length * 3 > MOST_NAME && name.split('/').some(tooLong)) throw new CodedError('ENAMETOOLONG');
  if (!WALKED.test(name)) return program.path(name);
  if (name.endsWith('/') && isOther(program, program.path(name))) throw new CodedError('ENOTDIR');
  return name.startsWith('/') ? name : `${program.cwd}/${name}`;
}

/** Paths that only a walk resolves: a slash or a dot at the end asks for a folder, and `..` may follow a link. */
const WALKED = /[^/]\/+\.?$|(?:^|\/)(?!\.{1,2}\/)[^/]+\/+(?:\.\/+)*\.\.(?:\/|$)/;

/** Whether a path with a slash at its end names a link, which most calls follow there. */
export function isSlashedLink(program: NodeProgram, name: string): boolean {
  if (!/[^/]\/+$/.test(name)) return false;
  try {
    return program.sys.stat(program.path(name), false).type === 'symlink';
  } catch {
    return false;
  }
}

/** Whether it is there and is no folder. */
function isOther(program: NodeProgram, path: string): boolean {
  try {
    return program.sys.stat(path).type !== 'directory';
  } catch {
    return false;
  }
}

interface OpenFile {
  path: string;
  /** Its number: a file that is renamed or removed stays open. */
  ino: number;
  position: number;
  readable: boolean;
  writable: boolean;
  append: boolean;
}

const FIRST = 17;

/** A program's open files, by descriptor. Each is a path and a position. */
export class OpenFiles {
  private readonly files = new Map<number, OpenFile>();

  constructor(
    private readonly program: NodeProgram,
    private readonly streams: StandardStreams,
  ) {}

  open(name: string, how: number, mode: number): number {
    if (how & CREAT && name.endsWith('/')) throw new CodedError('EISDIR');
    const path = this.place(name);
    if (typeof path === 'number') return path;
    const access = how & ACCESS_MASK;
    const writable = access === WRONLY || access === RDWR;
    const opened = this.program.sys.open(path, {
      create: (how & CREAT) !== 0,
      exclusive: (how & EXCL) !== 0,
      truncate: (how & TRUNC) !== 0,
      folder: (how & DIRECTORY) !== 0,
      writable,
      mode: mode & ~this.program.umask & 0o777,
    });
    let fd = FIRST;
    while (this.files.has(fd)) fd++;
    this.files.set(fd, {
      ...opened,
      position: 0,
      readable: access !== WRONLY,
      writable,
      append: (how & APPEND) !== 0,
    });
    return fd;
  }

  close(fd: number): void {
    if (!this.files.delete(fd) && fd > 2) throw new CodedError('EBADF');
  }

  /** An open file as a child shares it, even after its descriptor is closed here; throws EBADF. */
  shared(fd: number): { write(bytes: Uint8Array): void; rest(): Uint8Array } {
    const file = this.file(fd);
    return { write: (bytes) => void this.writeTo(file, bytes, -1), rest: () => this.restOf(file) };
  }

  /** The path of an open file; throws EBADF. */
  path(fd: number): string {
    return this.file(fd).path;
  }

  /** Reads at `position`, or at the current position if it is negative. */
  read(fd: number, length: number, position: number): Uint8Array {
    if (fd === 0) return this.streams.readInput(length);
    const file = this.file(fd);
    if (!file.readable) throw new CodedError('EBADF');
    if (this.statOf(file).type === 'directory') throw new CodedError('EISDIR');
    const at = position < 0 ? file.position : position;
    const bytes = this.program.sys.readPart(file.path, at, length, file.ino);
    if (position < 0) file.position += bytes.length;
    return bytes;
  }

  /** Reads the rest of the file. */
  readAll(fd: number): Uint8Array {
    if (fd === 0) return this.streams.readInput(Number.MAX_SAFE_INTEGER);
    return this.restOf(this.file(fd));
  }

  private restOf(file: OpenFile): Uint8Array {
    const { type, size } = this.statOf(file);
    if (type === 'directory') throw new CodedError('EISDIR');
    const bytes = this.contents(file, size).subarray(file.position);
    file.position += bytes.length;
    return bytes;
  }

  write(fd: number, bytes: Uint8Array, position: number): number {
    if (fd === 1 || fd === 2) {
      if (this.streams.write(fd, bytes) < 0) throw new CodedError('EPIPE');
      return bytes.length;
    }
    return this.writeTo(this.file(fd), bytes, position);
  }

  private writeTo(file: OpenFile, bytes: Uint8Array, position: number): number {
    if (!file.writable) throw new CodedError('EBADF');
    const { sys } = this.program;
    if (file.append) sys.append(file.path, bytes, file.ino);
    else sys.writeAt(file.path, bytes, file.ino, position < 0 ? file.position : position);
    if (position < 0)
      file.position = file.append && file.readable ? this.statOf(file).size : file.position + bytes.length;
    return bytes.length;
  }

  truncate(fd: number, length: number): void {
    const file = this.file(fd);
    if (!file.writable) throw new CodedError('EINVAL');
    const bytes = new Uint8Array(length);
    bytes.set(this.contents(file, this.statOf(file).size).subarray(0, length));
    this.program.sys.replace(file.path, bytes, file.ino);
  }

  /** What `stat` says of an open file; undefined for a standard stream that leads to none. Throws EBADF. */
  stat(fd: number): Stat | undefined {
    return fd > 2 ? this.statOf(this.file(fd)) : streamStat(this.program, fd);
  }

  /** The path that a name means, or the number of a standard stream; a file as input is opened anew, as on any system. */
  place(name: string): string | number {
    const path = pathOf(this.program, name);
    const fd = STANDARD[path] ?? path;
    // A socket cannot be opened by a path.
    if (typeof fd === 'number' && isSocket(this.program.spec, fd)) throw new CodedError('ENXIO');
    const input = this.program.spec.paths?.[0];
    return fd === 0 && typeof input === 'string' && this.stat(0)?.type === 'file' ? input : fd;
  }

  private statOf({ path, ino }: OpenFile): Stat {
    return this.program.sys.statOpen(path, ino);
  }

  private contents({ path, ino }: OpenFile, size: number): Uint8Array {
    return this.program.sys.readPart(path, 0, size, ino);
  }

  private file(fd: number): OpenFile {
    const file = this.files.get(fd);
    if (!file) throw new CodedError('EBADF');
    return file;
  }
}

const STANDARD: Readonly<Record<string, number>> = {
  '/dev/stdin': 0,
  '/dev/fd/0': 0,
  '/dev/stdout': 1,
  '/dev/fd/1': 1,
  '/dev/stderr': 2,
  '/dev/fd/2': 2,
};
