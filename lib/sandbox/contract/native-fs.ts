import { watch } from 'node:fs';
import { mkdir, readFile, readdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { SandboxError, type DirEntry, type SandboxFs } from '@/lib/ports';
import { guardedCall } from '../errors';

/** Node's own file system behind the port. */
export function nativeFs(): SandboxFs {
  function read(path: string): Promise<Uint8Array>;
  function read(path: string, encoding: 'utf8'): Promise<string>;
  async function read(path: string, encoding?: 'utf8'): Promise<Uint8Array | string> {
    const bytes = await guardedCall(path, () => readFile(path));
    return encoding ? bytes.toString('utf8') : new Uint8Array(bytes);
  }
  return {
    readFile: read,
    writeFile: (path, data) => guardedCall(path, () => writeFile(path, data)),
    mkdir: (path, options) => guardedCall(path, () => (options?.recursive ? makeFolders(path) : mkdir(path))),
    rm: (path, options) => guardedCall(path, () => remove(path, options)),
    rename: (from, to) => guardedCall(from, () => rename(from, to)),
    realpath: (path) => guardedCall(path, () => realpath(path)),
    async readdir(path) {
      const entries = await guardedCall(path, () => readdir(path, { withFileTypes: true }));
      return entries
        .map((entry): DirEntry => ({
          name: entry.name,
          type: entry.isDirectory() ? 'directory' : entry.isSymbolicLink() ? 'symlink' : 'file',
        }))
        .sort((a, b) => (a.name < b.name ? -1 : 1));
    },
    async stat(path) {
      const found = await guardedCall(path, () => stat(path));
      return {
        type: found.isDirectory() ? 'directory' : 'file',
        size: found.isDirectory() ? 0 : found.size,
        mtimeMs: found.mtimeMs,
      };
    },
    watch(path, listener) {
      const watcher = watch(path, { recursive: true }, (type, name) =>
        listener({ type, path: name ? join(path, name) : path }),
      );
      // A folder that is removed while the watcher reads it; that it is gone is reported as well.
      watcher.on('error', (error) => {
        if (!isNodeError(error) || error.code !== 'ENOENT') throw error;
      });
      return () => watcher.close();
    },
  };
}

/** Creates a folder and its parents. Node's `recursive` never ends if a folder refuses new ones with ENOENT, as /proc does. */
async function makeFolders(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    if (!isNodeError(error)) throw error;
    if (error.code === 'EEXIST' && (await stat(path)).isDirectory()) return;
    const parent = dirname(path);
    if (error.code !== 'ENOENT' || (await isFolder(parent))) throw error;
    await makeFolders(parent);
    await makeFolders(path);
  }
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** Node's `rm` removes an empty folder only with `recursive`; the port, like `rmdir`, does so without it. */
async function remove(path: string, options: { recursive?: boolean; force?: boolean } = {}): Promise<void> {
  const empty = !options.recursive && (await readdir(path).catch(() => ['not a folder'])).length === 0;
  try {
    await rm(path, { ...options, recursive: options.recursive || empty });
  } catch (error) {
    if (isNodeError(error) && error.code === 'ERR_FS_EISDIR')
      throw new SandboxError('ENOTEMPTY', `ENOTEMPTY: directory not empty, rm '${path}'`, path);
    throw error;
  }
}

const isNodeError = (error: unknown): error is NodeJS.ErrnoException => error instanceof Error && 'code' in error;
