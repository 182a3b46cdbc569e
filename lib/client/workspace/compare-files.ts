import type { BlobStore } from '@/lib/ports';
import { sha256, type FileDiff } from '@/lib/protocol';
import { sameBytes } from '@/lib/sandbox/same-bytes';

/** Of larger files, bytes, only a hash is compared and kept, and of more files at once no text: it would hold up the page. */
const LARGE = 1_000_000;
const MANY = 300;

/** What a file has in it. The same object stays the same content. */
export type FileContent = Uint8Array | { readonly hash: string };
/** Files by path. */
export type Files = ReadonlyMap<string, FileContent>;

/** What is kept of a file to compare it later. */
export const keptContent = async (data: Uint8Array): Promise<FileContent> =>
  data.length > LARGE ? { hash: await hashOf(data) } : data;

/** The paths of files that are new, gone or changed. */
export const changedPaths = (before: Files, after: Files): string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter((path) => !isSame(before.get(path), after.get(path)));

/** What has changed between two looks at the files; a file that was moved as it was is one change. */
export async function diffsBetween(blobs: BlobStore, before: Files, after: Files): Promise<FileDiff[]> {
  const paths = changedPaths(before, after);
  const many = paths.length > MANY;
  const moved = many ? new Map<string, string>() : movedFiles(paths, before, after);
  const left = new Set(moved.values());
  return Promise.all(
    paths
      .filter((path) => !left.has(path))
      .map((path) => {
        const [from, now] = [moved.get(path), after.get(path)];
        if (from !== undefined && now) return moveOf(blobs, { from, path }, now);
        return diffOf(blobs, path, { before: before.get(path), after: now }, many);
      }),
  );
}

export function isSame(a: FileContent | undefined, b: FileContent | undefined): boolean {
  if (!a || !b || a === b) return a === b;
  if ('hash' in a || 'hash' in b) return 'hash' in a && 'hash' in b && a.hash === b.hash;
  return sameBytes(a, b);
}

/** Where files come from that are new and have the content of one that is gone. Of empty files nobody can tell. */
function movedFiles(paths: readonly string[], before: Files, after: Files): ReadonlyMap<string, string> {
  const gone = new Set(paths.filter((path) => !after.has(path) && !isEmpty(before.get(path))));
  const moved = new Map<string, string>();
  for (const path of paths.filter((one) => !before.has(one))) {
    const alike = [...gone].filter((from) => isSame(before.get(from), after.get(path)));
    const from = alike.find((one) => nameOf(one) === nameOf(path)) ?? alike[0];
    if (from === undefined) continue;
    gone.delete(from);
    moved.set(path, from);
  }
  return moved;
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const isEmpty = (content: FileContent | undefined): boolean =>
  !content || (!('hash' in content) && content.length === 0);

async function moveOf(blobs: BlobStore, { from, path }: { from: string; path: string }, content: FileContent) {
  const hash = isSmall(content) ? await blobs.put(textOf(content)) : await contentHash(content);
  const patch = `rename from ${from}\nrename to ${path}\n`;
  return { path, from, change: 'move', patch, added: 0, removed: 0, beforeHash: hash, afterHash: hash } as const;
}

async function diffOf(
  blobs: BlobStore,
  path: string,
  { before, after }: { before: FileContent | undefined; after: FileContent | undefined },
  many: boolean,
): Promise<FileDiff> {
  if (!many && isSmallOrNone(before) && isSmallOrNone(after)) {
    const { fileDiff } = await import('@/lib/tools/builtin/files/file-diff');
    return fileDiff(blobs, { path, before: before && textOf(before), after: after && textOf(after) });
  }
  return {
    path,
    change: before === undefined ? 'create' : after === undefined ? 'delete' : 'modify',
    patch: '',
    added: 0,
    removed: 0,
    ...(before && { beforeHash: await contentHash(before) }),
    ...(after && { afterHash: await contentHash(after) }),
  };
}

const isSmall = (content: FileContent): content is Uint8Array => !('hash' in content) && content.length <= LARGE;
const isSmallOrNone = (content: FileContent | undefined): content is Uint8Array | undefined =>
  !content || isSmall(content);
const textOf = (data: Uint8Array): string => new TextDecoder().decode(data);
const hashOf = (data: Uint8Array): Promise<string> => sha256(new Uint8Array(data));
const contentHash = async (content: FileContent): Promise<string> =>
  'hash' in content ? content.hash : hashOf(content);
