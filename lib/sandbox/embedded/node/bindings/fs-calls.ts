// oxlint-disable typescript/no-misused-promises, typescript/no-meaningless-void-operator, typescript/no-unnecessary-type-conversion -- Node's file handles close by promises, and its calls may give anything
import { TextDecoder } from '../native';
import { isSocket } from '../../protocol/process';
import type { NodeProgram } from '../program';
import { bytesOfText, ENCODINGS, textOfBytes } from './encode';
import { CodedError, isSlashedLink, pathOf, type OpenFiles } from './open-files';
import { statNumbers, streamNumbers, UV_TYPES } from './stats';

/** One call: how many arguments precede the request, how many of them are paths, and what it does. */
export interface Call {
  syscall: string;
  before: number;
  paths?: 0 | 1 | 2;
  run(...args: never[]): unknown;
}

const encodingOf = (encoding: unknown) =>
  ENCODINGS.find((one) => one === encoding) ?? (encoding === 'utf-8' || encoding === undefined ? 'utf8' : undefined);

/** Six letters and digits, whatever the program has made of `Math.random`. */
const randomName = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => LETTERS[byte % LETTERS.length]).join('');
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Text in the requested encoding; `buffer` gives bytes. */
function named(text: string, encoding: unknown): unknown {
  if (encoding === 'buffer') return Object(Reflect.get(globalThis, 'Buffer')).from(text);
  const known = encodingOf(encoding);
  return known === undefined || known === 'utf8' || known === 'buffer'
    ? text
    : textOfBytes(bytesOfText(text, 'utf8'), known);
}

const numberOf = (position: unknown): number =>
  typeof position === 'bigint' ? Number(position) : typeof position === 'number' ? position : -1;
/** A time that a program sets, in milliseconds; as in libuv, what is below microseconds is cut off. */
const millis = (time: number): number => {
  const seconds = Math.floor(time);
  return seconds * 1000 + Math.floor((time - seconds) * 1e6) / 1000;
};
function checkMode(mode: unknown): void {
  if (mode !== undefined && mode !== null && typeof mode !== 'number')
    throw Object.assign(new TypeError('mode must be int32 or null/undefined'), { code: 'ERR_INVALID_ARG_TYPE' });
}

/** A path from Node's library: text or bytes. */
export const pathText = (path: unknown): string =>
  path instanceof Uint8Array ? new TextDecoder().decode(path) : String(path);

/** Calls that take a request, by their names in the binding. */
export function makeCalls(program: NodeProgram, files: OpenFiles): Record<string, Call> {
  const { sys } = program;
  const at = (name: unknown) => pathOf(program, pathText(name));
  /** The path of an entry that is moved or removed itself: a slash does not follow its link. */
  const entry = (name: unknown) => {
    if (isSlashedLink(program, pathText(name))) throw new CodedError('ENOTDIR');
    return at(name);
  };
  /** The path of an entry that is made, and is no folder. */
  const made = (name: unknown) => {
    const path = at(name);
    if (path.endsWith('/') && !sys.exists(path)) throw new CodedError('ENOENT');
    return path;
  };
  const stat = (path: string, big: boolean, follow: boolean) => statNumbers(sys.stat(path, follow), big);
  const one = (syscall: string, before: number, run: Call['run'], paths: 0 | 1 | 2 = 1): Call => ({
    syscall,
    before,
    run,
    paths,
  });
  return {
    access: one('access', 2, (path: string, mode: number) => {
      checkMode(mode);
      const found = sys.stat(at(path));
      if (mode & 1 && found.type === 'file' && (found.mode & 0o111) === 0) throw new CodedError('EACCES');
    }),
    open: one('open', 3, (path: string, how: number, mode: number) => files.open(pathText(path), how, mode)),
    close: one('close', 1, (fd: number) => files.close(fd), 0),
    read: one(
      'read',
      5,
      (fd: number, buffer: Uint8Array, offset: number, length: number, position: unknown) => {
        const bytes = files.read(fd, length, numberOf(position));
        new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength).set(bytes, offset);
        return bytes.length;
      },
      0,
    ),
    readBuffers: one(
      'read',
      3,
      (fd: number, buffers: Uint8Array[], position: unknown) => {
        let total = 0;
        for (const buffer of buffers) {
          const bytes = files.read(fd, buffer.byteLength, numberOf(position) < 0 ? -1 : numberOf(position) + total);
          new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength).set(bytes);
          total += bytes.length;
          if (bytes.length < buffer.byteLength) break;
        }
        return total;
      },
      0,
    ),
    writeBuffer: one(
      'write',
      5,
      (fd: number, buffer: Uint8Array, offset: number, length: number, position: unknown) =>
        files.write(fd, new Uint8Array(buffer.buffer, buffer.byteOffset + offset, length).slice(), numberOf(position)),
      0,
    ),
    writeBuffers: one(
      'write',
      3,
      (fd: number, buffers: Uint8Array[], position: unknown) => {
        let total = 0;
        for (const buffer of buffers)
          total += files.write(
            fd,
            new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength).slice(),
            numberOf(position) < 0 ? -1 : numberOf(position) + total,
          );
        return total;
      },
      0,
    ),
    writeString: one(
      'write',
      4,
      (fd: number, text: string, position: unknown, encoding: unknown) =>
        files.write(fd, bytesOfText(text, encodingOf(encoding) ?? 'utf8'), numberOf(position)),
      0,
    ),
    fdatasync: one('fdatasync', 1, (fd: number) => void files.path(fd), 0),
    fsync: one('fsync', 1, (fd: number) => void files.path(fd), 0),
    rename: one(
      'rename',
      2,
      (from: string, to: string) => {
        const [source, target] = [entry(from), entry(to)];
        if (target.endsWith('/') && sys.stat(source, false).type !== 'directory') throw new CodedError('ENOTDIR');
        sys.rename(source, target);
      },
      2,
    ),
    ftruncate: one('ftruncate', 2, (fd: number, length: number) => files.truncate(fd, length ?? 0), 0),
    rmdir: one('rmdir', 1, (name: string) => {
      const path = entry(name);
      if (sys.stat(path, false).type !== 'directory') throw new CodedError('ENOTDIR');
      sys.remove(path);
    }),
    mkdir: one('mkdir', 3, (path: string, mode: number, recursive: boolean) =>
      makeFolder(program, pathText(path), mode, recursive),
    ),
    mkdtemp: one('mkdtemp', 2, (prefix: string, encoding: unknown) => {
      const path = `${pathText(prefix)}${randomName()}`;
      try {
        sys.mkdir(at(path), false, 0o700);
      } catch (error) {
        throw Object.assign(new CodedError(String(Object(error).code), `${pathText(prefix)}XXXXXX`));
      }
      return named(path, encoding);
    }),
    readdir: one('scandir', 3, (path: string, encoding: unknown, types: boolean) => {
      const entries = sys.list(at(path));
      const names = entries.map(({ name }) => named(name, encoding));
      return types ? [names, entries.map(({ type }) => UV_TYPES[type])] : names;
    }),
    stat: one('stat', 2, (path: string, big: boolean) => stat(at(path), big, true)),
    lstat: one('lstat', 2, (path: string, big: boolean) => stat(at(path), big, false)),
    fstat: one(
      'fstat',
      2,
      (fd: number, big: boolean) => {
        const stat = files.stat(fd);
        return stat ? statNumbers(stat, big) : streamNumbers(isSocket(program.spec, fd), big);
      },
      0,
    ),
    statfs: one('statfs', 2, (path: string, big: boolean) => {
      sys.stat(at(path));
      const numbers = [0x01021994, 4096, 131_072, 100_000, 100_000, 65_536, 60_000];
      return big ? BigInt64Array.from(numbers, BigInt) : Float64Array.from(numbers);
    }),
    link: one('link', 2, (from: string, to: string) => sys.link(at(from), made(to)), 2),
    symlink: one('symlink', 3, (target: string, path: string) => sys.symlink(pathText(target), made(path)), 2),
    readlink: one('readlink', 2, (path: string, encoding: unknown) => named(sys.readlink(at(path)), encoding)),
    unlink: one('unlink', 1, (name: string) => {
      const path = entry(name);
      if (sys.stat(path, false).type === 'directory') throw new CodedError('EISDIR');
      sys.remove(path);
    }),
    realpath: one('realpath', 2, (path: string, encoding: unknown) => named(sys.realpath(at(path)), encoding)),
    copyFile: one(
      'copyfile',
      3,
      (from: string, to: string, mode: number) => {
        checkMode(mode);
        const source = sys.stat(at(from));
        if (source.type === 'directory') throw new CodedError('EISDIR');
        sys.write(at(to), sys.read(at(from)).slice(), { exclusive: (mode & 1) !== 0, mode: source.mode });
      },
      2,
    ),
    chmod: one('chmod', 2, (path: string, mode: number) => sys.chmod(at(path), mode & 0o7777)),
    fchmod: one('fchmod', 2, (fd: number, mode: number) => sys.chmod(files.path(fd), mode & 0o7777), 0),
    chown: one('chown', 3, (path: string) => void sys.stat(at(path))),
    lchown: one('lchown', 3, (path: string) => void sys.stat(at(path), false)),
    fchown: one('fchown', 3, (fd: number) => void files.path(fd), 0),
    utimes: one('utime', 3, (path: string, accessed: number, modified: number) =>
      sys.utimes(at(path), millis(modified), millis(accessed)),
    ),
    lutimes: one('lutime', 3, (path: string, accessed: number, modified: number) =>
      sys.utimes(at(path), millis(modified), millis(accessed), false),
    ),
    futimes: one(
      'futime',
      3,
      (fd: number, accessed: number, modified: number) =>
        sys.utimes(files.path(fd), millis(modified), millis(accessed)),
      0,
    ),
    readFileUtf8: one('open', 2, (path: unknown) =>
      new TextDecoder('utf-8', { ignoreBOM: true }).decode(readWhole(program, files, path)),
    ),
    writeFileUtf8: one('open', 4, (path: unknown, text: string, how: number, mode: number) => {
      const fd = typeof path === 'number' ? path : files.open(pathText(path), how, mode);
      try {
        files.write(fd, bytesOfText(text, 'utf8'), -1);
      } catch (error) {
        throw new CodedError(String(Object(error).code), undefined, 'write');
      } finally {
        if (typeof path !== 'number') files.close(fd);
      }
    }),
  };
}

function readWhole(program: NodeProgram, files: OpenFiles, path: unknown): Uint8Array {
  if (typeof path === 'number') return files.readAll(path).slice();
  const full = files.place(pathText(path));
  if (typeof full === 'number') return files.readAll(full).slice();
  try {
    return program.sys.read(full);
  } catch (error) {
    // A folder can be opened but not read: the failing call is `read`, and it names no path.
    if (Object(error).code === 'EISDIR') throw new CodedError('EISDIR', undefined, 'read');
    throw error;
  }
}

function makeFolder(program: NodeProgram, path: string, mode: number, recursive: boolean): string | undefined {
  if (!recursive) {
    // With a slash at its end, too, the name of a file is taken.
    program.sys.mkdir(pathOf(program, path.replace(/(?<=[^/])\/+$/, '')), false, mode & ~program.umask & 0o777);
    return undefined;
  }
  const full = pathOf(program, path);
  // Returns the first folder created, as it was written in the path.
  const ends = [...path.matchAll(/[^/](?=\/|$)/g)].map(({ index }) => index + 1);
  const first = ends.map((end) => path.slice(0, end)).find((part) => !program.sys.exists(program.path(part)));
  program.sys.mkdir(full, true, mode & ~program.umask & 0o777);
  return first;
}
