import type { FsStat, IFileSystem } from 'just-bash/browser';
import { resolveFrom } from '../fs/paths';
import type { SysClient } from '../protocol/sys-client';

type Encoding = Parameters<IFileSystem['writeFile']>[2];
type Content = Parameters<IFileSystem['writeFile']>[1];

/** Writes to these paths are the shell's own output, shown at once. */
export const OUTPUT_DEVICES = { 1: '/dev/toolyard-out', 2: '/dev/toolyard-err' } as const;

/** The kernel's files as just-bash wants them. Every method is async so that a failure is a rejection. */
export function shellFs(sys: SysClient, onOutput: (fd: 1 | 2, text: string) => void): IFileSystem & LayoutMethods {
  const decoders = { 1: new TextDecoder(), 2: new TextDecoder() };
  const device = (path: string): 1 | 2 | undefined =>
    path === OUTPUT_DEVICES[1] || path === '/dev/stdout'
      ? 1
      : path === OUTPUT_DEVICES[2] || path === '/dev/stderr'
        ? 2
        : undefined;

  const write = async (path: string, content: Content, options: Encoding, append: boolean): Promise<void> => {
    const bytes = toBytes(content, options);
    const fd = device(path);
    if (!fd) sys.write(path, bytes, { append });
    else if (bytes.length > 0) onOutput(fd, decoders[fd].decode(bytes, { stream: true }));
  };
  const stat = async (path: string, follow: boolean): Promise<FsStat> => {
    if (device(path))
      return { isFile: true, isDirectory: false, isSymbolicLink: false, mode: 0o666, size: 0, mtime: new Date(0) };
    const { type, mode, size, mtimeMs, ino } = sys.stat(path, follow);
    return {
      isFile: type === 'file',
      isDirectory: type === 'directory',
      isSymbolicLink: type === 'symlink',
      mode,
      size,
      mtime: new Date(mtimeMs),
      ino,
      dev: 1,
    };
  };
  return {
    ...layoutMethods(sys),
    readFile: async (path, options) => {
      const encoding = typeof options === 'string' ? options : options?.encoding;
      const bytes = device(path) ? new Uint8Array() : sys.read(path);
      if (encoding === 'latin1' || encoding === 'binary') return latin1(bytes);
      if (encoding === 'base64') return btoa(latin1(bytes));
      return new TextDecoder().decode(bytes);
    },
    readFileBuffer: async (path) => (device(path) ? new Uint8Array() : sys.read(path)),
    writeFile: (path, content, options) => write(path, content, options, false),
    appendFile: (path, content, options) => write(path, content, options, true),
    exists: async (path) => device(path) !== undefined || sys.exists(path),
    stat: (path) => stat(path, true),
    lstat: (path) => stat(path, false),
    mkdir: async (path, options) => sys.mkdir(path, options?.recursive),
    readdir: async (path) => sys.list(path).map(({ name }) => name),
    readdirWithFileTypes: async (path) =>
      sys.list(path).map(({ name, type }) => ({
        name,
        isFile: type === 'file',
        isDirectory: type === 'directory',
        isSymbolicLink: type === 'symlink',
      })),
    rm: async (path, options) => sys.remove(path, options),
    cp: async (from, to) => sys.copy(from, to),
    mv: async (from, to) => sys.rename(from, to),
    resolvePath: resolveFrom,
    getAllPaths: () => sys.paths(),
    chmod: async (path, mode) => sys.chmod(path, mode),
    symlink: async (target, path) => sys.symlink(target, path),
    link: async (existing, path) => sys.link(existing, path),
    readlink: async (path) => sys.readlink(path),
    realpath: async (path) => (device(path) ? path : sys.realpath(path)),
    utimes: async (path, _accessed, modified) => sys.utimes(path, modified.getTime()),
  };
}

/** just-bash makes its devices and a stub for each command with these, and finds no command without its stub. */
interface LayoutMethods {
  mkdirSync(path: string): void;
  writeFileSync(path: string, content: string | Uint8Array): void;
}

/** The command registered last: once its stub is there, an earlier shell has laid out everything. */
const LAST_STUB = '/usr/bin/npm';

function layoutMethods(sys: SysClient): LayoutMethods {
  const done = sys.exists(LAST_STUB);
  return {
    mkdirSync: (path) => {
      if (!done) sys.mkdir(path, true);
    },
    writeFileSync: (path, content) => {
      if (!done) sys.write(path, toBytes(content, undefined), { mode: 0o755 });
    },
  };
}

function toBytes(content: Content, options: Encoding): Uint8Array {
  if (typeof content !== 'string') return content;
  const encoding = typeof options === 'string' ? options : options?.encoding;
  if (encoding === 'latin1' || encoding === 'binary') return Uint8Array.from(content, (char) => char.charCodeAt(0));
  if (encoding === 'base64') return Uint8Array.from(atob(content), (char) => char.charCodeAt(0));
  return new TextEncoder().encode(content);
}

export function latin1(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return text;
}
