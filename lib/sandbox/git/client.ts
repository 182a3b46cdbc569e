import './buffer';
import { SandboxError } from '@/lib/ports';
import type { PromiseFsClient } from 'isomorphic-git';
import type { GitFs, GitStat } from './git-fs';
import { TYPE_BITS } from '../type-bits';
import { decodeUtf8, encodeUtf8 } from './store/bytes';

const statsOf = ({ type, size, mode, mtimeMs, ino }: GitStat) => ({
  type,
  size,
  mode: TYPE_BITS[type] | mode,
  mtimeMs,
  ctimeMs: mtimeMs,
  dev: 1,
  ino,
  uid: 0,
  gid: 0,
  isFile: () => type === 'file',
  isDirectory: () => type === 'directory',
  isSymbolicLink: () => type === 'symlink',
});

const RULES = /\/(?:\.gitignore|info\/exclude)$/;

/**
 * Caches the files with ignore rules: isomorphic-git reads them again for each path, which takes most of the time of a
 * status.
 */
function rememberingRules(fs: GitFs): GitFs {
  const reads = new Map<string, Promise<Uint8Array>>();
  const stats = new Map<string, Promise<GitStat>>();
  const kept = <T>(map: Map<string, Promise<T>>, path: string, ask: () => Promise<T>): Promise<T> => {
    if (!RULES.test(path)) return ask();
    const answer = map.get(path) ?? ask();
    map.set(path, answer);
    return answer;
  };
  const forget = (path: string) => {
    reads.delete(path);
    stats.delete(path);
  };
  return {
    ...fs,
    readFile: (path) => kept(reads, path, () => fs.readFile(path)),
    stat: (path) => kept(stats, path, () => fs.stat(path)),
    writeFile: (path, data, mode) => {
      forget(path);
      return fs.writeFile(path, data, mode);
    },
    unlink: (path) => {
      forget(path);
      return fs.unlink(path);
    },
  };
}

type Encoding = string | { encoding?: string } | undefined;

/**
 * The files, as the client that isomorphic-git expects. It calls a method without arguments to find out whether it
 * returns a promise, so every method must be async.
 */
export function clientOf(files: GitFs): PromiseFsClient {
  const fs = rememberingRules(files);
  return {
    promises: {
      readFile: async (path: string | undefined, options: Encoding) => {
        // Answer that call without arguments here: a sandbox would report it as an error of the page.
        if (path === undefined) throw new SandboxError('EINVAL', 'a path is missing');
        const bytes = await fs.readFile(path);
        const encoding = typeof options === 'string' ? options : options?.encoding;
        return encoding === 'utf8' ? decodeUtf8(bytes) : bytes;
      },
      writeFile: async (path: string, data: string | Uint8Array, options: { mode?: number } | string = {}) => {
        const mode = typeof options === 'string' ? undefined : options.mode;
        const bytes = typeof data === 'string' ? encodeUtf8(data) : new Uint8Array(data);
        await fs.writeFile(path, bytes, mode === 0o777 ? 0o755 : undefined);
      },
      readdir: async (path: string) => fs.readdir(path),
      mkdir: async (path: string) => fs.mkdir(path),
      rmdir: async (path: string) => fs.rmdir(path),
      unlink: async (path: string) => fs.unlink(path),
      stat: async (path: string) => statsOf(await fs.stat(path)),
      lstat: async (path: string) => statsOf(await fs.lstat(path)),
      readlink: async (path: string) => fs.readlink(path),
      symlink: async (target: string, path: string) => fs.symlink(target, path),
    },
  };
}
