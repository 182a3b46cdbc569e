import type { BlobStore, Sandbox } from '@/lib/ports';
import { readSnapshot } from '@/lib/ports/snapshot';
import { sha256, type FileDiff } from '@/lib/protocol';

/** What is not a project's own: a repository's records, its other worktrees, and packages that are installed. */
const NOT_OWN = /(^|\/)(\.git|\.worktrees|node_modules)(\/|$)/;
/** Of larger files, bytes, only a hash is kept, and of more files at once no text: to compare and store them would hold up the page. */
const LARGE = 1_000_000;
const MANY = 300;

/** A file as it was when it was looked at. */
interface Seen {
  /** Left out if the sandbox has no versions. */
  readonly version: number | undefined;
  readonly content: Uint8Array | { readonly hash: string };
}
type Files = ReadonlyMap<string, Seen>;

/** Follows a project's own files: what has changed in them, whoever changed it. */
export interface FileTracker {
  /** The files have been replaced: as they are now, they are unchanged. */
  begin(): void;
  /** What has changed since it was last asked, each change once. Never rejects: what cannot be looked at has not changed. */
  changes(): Promise<readonly FileDiff[]>;
}

export function createFileTracker(sandbox: Pick<Sandbox, 'export' | 'fs' | 'workdir'>, blobs: BlobStore): FileTracker {
  let seen: Files = new Map();
  /** The newest version of any file, so that only newer contents are asked for. */
  let newest: number | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
  const look = async (): Promise<Files> => {
    const packed = await sandbox.export(newest);
    const known = new Map([...seen.values()].map(({ version, content }) => [version, content]));
    const files = new Map<string, Seen>();
    for (const row of readSnapshot(packed)) {
      if (row.type !== 'file') continue;
      const { path, version, size, offset } = row;
      if (version !== undefined) newest = Math.max(newest ?? 0, version);
      if (NOT_OWN.test(path)) continue;
      const content = offset === undefined ? known.get(version) : await kept(packed.slice(offset, offset + size));
      // Moved from where the files are not followed.
      files.set(path, {
        version,
        content: content ?? (await kept(await sandbox.fs.readFile(`${sandbox.workdir}/${path}`))),
      });
    }
    return files;
  };
  return {
    begin() {
      void inTurn(async () => {
        seen = await look();
      }).catch(() => undefined);
    },
    changes: () =>
      inTurn(async () => {
        const before = seen;
        seen = await look();
        const paths = [...new Set([...before.keys(), ...seen.keys()])].filter(
          (path) => !same(before.get(path), seen.get(path)),
        );
        return Promise.all(
          paths.map((path) => diffOf(blobs, path, before.get(path), seen.get(path), paths.length > MANY)),
        );
      }).catch(() => []),
  };
}

const kept = async (data: Uint8Array): Promise<Seen['content']> =>
  data.length > LARGE ? { hash: await hashOf(data) } : data;

function same(a: Seen | undefined, b: Seen | undefined): boolean {
  if (!a || !b) return a === b;
  if (a.version !== undefined && a.version === b.version) return true;
  const [one, other] = [a.content, b.content];
  if ('hash' in one || 'hash' in other) return 'hash' in one && 'hash' in other && one.hash === other.hash;
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}

async function diffOf(
  blobs: BlobStore,
  path: string,
  before: Seen | undefined,
  after: Seen | undefined,
  many: boolean,
): Promise<FileDiff> {
  if (!many && [before, after].every((side) => !side || !('hash' in side.content))) {
    const { fileDiff } = await import('@/lib/tools/builtin/files/file-diff');
    return fileDiff(blobs, { path, before: textOf(before), after: textOf(after) });
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

const textOf = (seen: Seen | undefined): string | undefined =>
  seen && !('hash' in seen.content) ? new TextDecoder().decode(seen.content) : undefined;

const hashOf = (data: Uint8Array): Promise<string> => sha256(new Uint8Array(data));
const contentHash = async ({ content }: Seen): Promise<string> => ('hash' in content ? content.hash : hashOf(content));
