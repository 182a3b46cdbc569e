import { clone } from 'isomorphic-git';
import type { SnapshotEntry } from '@/lib/ports/snapshot';
import { refusalOf } from '../../thread/run-client';
import { clientOf } from '@/lib/sandbox/git/client';
import { MAX_BYTES, MAX_FILES } from '../archive';
import { createMemoryFiles, ROOT } from './memory-files';

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

/**
 * The files of a public repository at its default branch, with its latest commit as history. Read through the server, since
 * repositories seldom let pages of other origins read them. Rejects with `CloneError`, or with git's own error.
 */
export async function cloneRepository(
  repository: string,
  { fetch, onProgress }: { fetch: typeof globalThis.fetch; onProgress: (progress: CloneProgress) => void },
): Promise<SnapshotEntry[]> {
  let [bytes, files, written] = [0, 0, 0];
  const memory = createMemoryFiles((size) => {
    written += size;
    files += 1;
    if (written > MAX_BYTES) throw new CloneError('TOO_LARGE', 'too large');
    if (files > MAX_FILES) throw new CloneError('TOO_MANY', 'too many files');
    onProgress({ bytes, files });
  });
  async function* counted(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of body) {
      bytes += piece.length;
      onProgress({ bytes, files });
      yield piece;
    }
  }
  await clone({
    fs: clientOf(memory),
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
  return memory.entries();
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
