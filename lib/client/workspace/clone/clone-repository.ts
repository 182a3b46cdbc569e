import { clone } from 'isomorphic-git';
import { refusalOf } from '../../run-client';
import { FsError } from '@/lib/sandbox/embedded/fs/fs-error';
import { packTree } from '@/lib/sandbox/embedded/fs/snapshot-tree';
import { TreeFs } from '@/lib/sandbox/embedded/fs/tree-fs';
import type { GitFs } from '@/lib/sandbox/git';
import { clientOf } from '@/lib/sandbox/git/client';
import { MAX_BYTES, MAX_FILES } from '../archive';

/** Why a repository could not be cloned; `code` is the server's, or that of a limit of `archive.ts`. */
export class CloneError extends Error {
  override name = 'CloneError';
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** How far a clone has got. */
export interface CloneProgress {
  /** Bytes that were received. */
  bytes: number;
  /** Files that were written, those of git itself too. */
  files: number;
}

/** The folder that is cloned into. isomorphic-git takes `/` for a relative path. */
const ROOT = '/project';

/**
 * A snapshot of a public repository at its default branch, with its latest commit as history. Read through the server, since
 * repositories seldom let pages of other origins read them. Rejects with `CloneError`, or with git's own error.
 */
export async function cloneRepository(
  repository: string,
  { fetch, onProgress }: { fetch: typeof globalThis.fetch; onProgress: (progress: CloneProgress) => void },
): Promise<Uint8Array> {
  let [bytes, files] = [0, 0];
  const tree = new TreeFs(MAX_BYTES);
  const wrote = (): void => {
    files += 1;
    if (files > MAX_FILES) throw new CloneError('TOO_MANY', 'too many files');
    onProgress({ bytes, files });
  };
  async function* counted(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of body) {
      bytes += piece.length;
      onProgress({ bytes, files });
      yield piece;
    }
  }
  await clone({
    fs: clientOf(gitFsOf(tree, wrote)),
    dir: ROOT,
    url: repository,
    depth: 1,
    singleBranch: true,
    noTags: true,
    http: {
      // It asks for nothing but what the relay knows: the branches, or what is wanted of them.
      async request({ url, method = 'GET', body }) {
        const wants = body && (await textOf(body));
        const response = await fetch('/api/services/git-relay', {
          method: 'POST',
          credentials: 'same-origin',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ repository, ...(wants !== undefined && { wants }) }),
        });
        if (!response.ok || !response.body) {
          const { code, message } = await refusalOf(response);
          throw new CloneError(code, message);
        }
        return {
          url,
          method,
          statusCode: response.status,
          statusMessage: response.statusText,
          headers: Object.fromEntries(response.headers),
          body: counted(pieces(response.body)),
        };
      },
    },
  });
  return packTree(tree, ROOT);
}

function gitFsOf(tree: TreeFs, onWrite: () => void): GitFs {
  return {
    readFile: async (path) => tree.read(path),
    async writeFile(path, data, mode) {
      onWrite();
      try {
        tree.write(path, data, mode === undefined ? {} : { mode });
      } catch (error) {
        throw error instanceof FsError && error.code === 'ENOSPC' ? new CloneError('TOO_LARGE', 'too large') : error;
      }
    },
    readdir: async (path) => tree.list(path).map(({ name }) => name),
    mkdir: async (path) => tree.mkdir(path),
    rmdir: async (path) => tree.remove(path, { recursive: true }),
    unlink: async (path) => tree.remove(path),
    stat: async (path) => tree.stat(path),
    lstat: async (path) => tree.stat(path, false),
    readlink: async (path) => tree.readlink(path),
    symlink: async (target, path) => tree.symlink(target, path),
  };
}

async function textOf(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of pieces) text += decoder.decode(piece, { stream: true });
  return text + decoder.decode();
}

/** The pieces of a stream: not every browser iterates over one. */
async function* pieces(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
}
