import type { FsStat, IFileSystem } from 'just-bash/browser';
import { resolveFrom } from '../fs/paths';
import type { SysClient } from '../protocol/sys-client';

type Encoding = Parameters<IFileSystem['writeFile']>[2];
type Content = Parameters<IFileSystem['writeFile']>[1];

/** The kernel's files as just-bash wants them. Every method is async so that a failure is a rejection. */
export function shellFs(sys: SysClient): IFileSystem & LayoutMethods {
  const write = async (path: string, content: Content, options: Encoding, append: boolean): Promise<void> => {
    sys.write(path, toBytes(content, options), { append });
  };
  const stat = async (path: string, follow: boolean): Promise<FsStat> => {
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
    mkdirSync: () => undefined,
    writeFileSync: () => undefined,
    readFile: async (path, options) => {
      const encoding = typeof options === 'string' ? options : options?.encoding;
      const bytes = sys.read(path);
      if (encoding === 'latin1' || encoding === 'binary') return latin1(bytes);
      if (encoding === 'base64') return btoa(latin1(bytes));
      return new TextDecoder().decode(bytes);
    },
    readFileBuffer: async (path) => sys.read(path),
    writeFile: (path, content, options) => write(path, content, options, false),
    appendFile: (path, content, options) => write(path, content, options, true),
    exists: async (path) => sys.exists(path),
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
    realpath: async (path) => sys.realpath(path),
    utimes: async (path, accessed, modified) => sys.utimes(path, modified.getTime(), accessed.getTime()),
  };
}

/** just-bash would make its devices and a stub for each command with these; the session has done that. */
interface LayoutMethods {
  mkdirSync(path: string): void;
  writeFileSync(path: string, content: string | Uint8Array): void;
}

function toBytes(content: Content, options: Encoding): Uint8Array {
  if (typeof content !== 'string') return content;
  const encoding = typeof options === 'string' ? options : options?.encoding;
  if (encoding === 'latin1' || encoding === 'binary') return Uint8Array.from(content, (char) => char.charCodeAt(0));
  if (encoding === 'base64') return Uint8Array.from(atob(content), (char) => char.charCodeAt(0));
  return new TextEncoder().encode(content);
}

function latin1(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return text;
}
