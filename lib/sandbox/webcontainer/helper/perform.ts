import {
  chmodSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  writeFileSync,
  lstatSync,
  readdirSync,
  rmdirSync,
  rmSync,
  statSync,
  closeSync,
  openSync,
  readSync,
} from 'node:fs';
import { join } from 'node:path';
import { globFiles, searchTree, type SearchSource } from '../../search';
import type { HelperRequest } from '../request';
import { MOUNTED_MODE, FOLDER_MODE } from '../snapshot-tree';

/** Carries out a request inside the container; throws errors with Node's codes. */
export function performRequest(request: HelperRequest): unknown {
  switch (request.op) {
    case 'stat':
      return source.stat(request.path);
    case 'realpath':
      return realpathSync(request.path);
    case 'readdir':
      return source.list(request.path);
    case 'readFile':
      return readFileSync(request.path).toString('base64');
    case 'writeFile':
      return writeFileSync(request.path, Buffer.from(request.base64, 'base64'));
    case 'mkdir':
      return void mkdirSync(request.path, { recursive: request.recursive });
    case 'rm':
      return remove(request.path, request);
    case 'rename':
      return renameSync(request.from, request.to);
    case 'modes':
      return [...modesBelow(request.path, '')];
    case 'chmod':
      for (const text of request.modes) {
        const at = text.indexOf(' ');
        chmodSync(join(request.path, text.slice(at + 1)), Number.parseInt(text.slice(0, at), 8));
      }
      return undefined;
    case 'search':
      return searchTree(source, request.query);
    case 'glob':
      return globFiles(source, request.query);
  }
}

/** Node's `rm` removes an empty folder only with `recursive`; the port, like `rmdir`, does so without it. */
function remove(path: string, options: { recursive: boolean; force: boolean }): void {
  if (options.recursive || options.force) return rmSync(path, options);
  if (!lstatSync(path).isDirectory()) return rmSync(path);
  if (readdirSync(path).length === 0) return rmdirSync(path);
  throw Object.assign(new Error(`ENOTEMPTY: directory not empty, rm '${path}'`), { code: 'ENOTEMPTY' });
}

/** Paths with permissions other than the defaults. */
function* modesBelow(root: string, folder: string): Generator<[path: string, mode: number]> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.isSymbolicLink()) continue;
    const mode = lstatSync(join(root, path)).mode & 0o777;
    if (mode !== (entry.isDirectory() ? FOLDER_MODE : MOUNTED_MODE)) yield [path, mode];
    if (entry.isDirectory()) yield* modesBelow(root, path);
  }
}

/** The container's files as a search source. */
const source: SearchSource = {
  list: (path) =>
    readdirSync(path, { withFileTypes: true }).map((entry) => ({
      name: entry.name,
      type: entry.isDirectory() ? 'directory' : entry.isSymbolicLink() ? 'symlink' : 'file',
    })),
  read: (path) => readFileSync(path),
  readPart,
  stat(path) {
    const found = statSync(path);
    return {
      type: found.isDirectory() ? 'directory' : 'file',
      size: found.isDirectory() ? 0 : found.size,
      mtimeMs: found.mtimeMs,
    };
  },
};

/** Reads a part of a file; shorter only at its end. */
export function readPart(path: string, offset: number, length: number): Uint8Array {
  const file = openSync(path, 'r');
  try {
    const bytes = new Uint8Array(length);
    return bytes.subarray(0, readSync(file, bytes, 0, length, offset));
  } finally {
    closeSync(file);
  }
}
