import type { KeyValue } from './database';

type Kind = 'pack' | 'tree';

interface NamedFile {
  readonly file: string;
  readonly name: string;
  readonly number: number;
  readonly kind: Kind;
}

/** The files that hold snapshots; each is replaced as a whole or not at all. */
interface Files {
  all(): Promise<readonly string[]>;
  /** When it was last written. */
  at(file: string): Promise<number>;
  read(file: string): Promise<Blob | undefined>;
  write(file: string, bytes: Uint8Array): Promise<void>;
  remove(file: string): Promise<void>;
}

export interface SnapshotFiles extends Omit<Files, 'all' | 'at'> {
  /** The files of a workspace, in the order of their numbers. */
  of(name: string): Promise<readonly NamedFile[]>;
  /** All workspaces except the `count` most recently written. */
  olderThan(count: number): Promise<readonly string[]>;
}

const FILE = /^(.*)~(\d+)\.(pack|tree)$/;

const parse = (file: string): NamedFile => {
  const [, name, number, kind] = FILE.exec(file) ?? [];
  // No number: the single blob that earlier versions of this page kept.
  if (name === undefined) return { file, name: file, number: 0, kind: 'pack' };
  return { file, name, number: Number(number), kind: kind === 'tree' ? 'tree' : 'pack' };
};

const withNames = ({ all, at, ...files }: Files): SnapshotFiles => ({
  ...files,
  async of(name) {
    const own = (await all()).map(parse).filter((file) => file.name === name);
    return own.toSorted((a, b) => a.number - b.number);
  },
  async olderThan(count) {
    const own = (await all()).map(parse);
    const names = new Set(own.map(({ name }) => name));
    if (names.size <= count) return [];
    const last = new Map<string, number>();
    for (const { file, name } of own) last.set(name, Math.max(await at(file), last.get(name) ?? 0));
    return [...last]
      .toSorted(([, a], [, b]) => b - a)
      .slice(count)
      .map(([name]) => name);
  },
});

export const snapshotFiles = {
  name: (name: string, number: number, kind: Kind): string => `${name}~${number}.${kind}`,

  /** In a folder of the origin's private file system. */
  inFolder: (folder: Folder): SnapshotFiles =>
    withNames({
      async all() {
        const found: string[] = [];
        for await (const { kind, name } of folder.values()) if (kind === 'file') found.push(name);
        return found;
      },
      at: async (file) => (await (await folder.getFileHandle(file)).getFile()).lastModified,
      async read(file) {
        try {
          return await (await folder.getFileHandle(file)).getFile();
        } catch {
          return undefined;
        }
      },
      async write(file, bytes) {
        const writable = await (await folder.getFileHandle(file, { create: true })).createWritable();
        await writable.write(ownBytes(bytes));
        await writable.close();
      },
      remove: (file) => folder.removeEntry(file),
    }),

  /** In IndexedDB: for browsers without a private file system. */
  inTable: (table: KeyValue, now: () => number = Date.now): SnapshotFiles =>
    withNames({
      all: async () => (await table.entries('saved:')).map(([key]) => key.slice('saved:'.length)),
      async at(file) {
        const at = await table.get(`saved:${file}`);
        return typeof at === 'number' ? at : 0;
      },
      async read(file) {
        const bytes = await table.get(`snapshot:${file}`);
        return bytes instanceof Uint8Array ? new Blob([new Uint8Array(bytes)]) : undefined;
      },
      async write(file, bytes) {
        await table.put(`snapshot:${file}`, bytes.slice());
        await table.put(`saved:${file}`, now());
      },
      async remove(file) {
        await table.delete(`saved:${file}`);
        await table.delete(`snapshot:${file}`);
      },
    }),
};

/** The part of the origin's private file system that snapshots use. */
export type Folder = Pick<FileSystemDirectoryHandle, 'getFileHandle' | 'removeEntry' | 'values'>;

/** Neither file system streams nor digests accept a view of shared memory, so only that is copied. */
export const ownBytes = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => (isOwn(bytes) ? bytes : new Uint8Array(bytes));

const isOwn = (bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> => bytes.buffer instanceof ArrayBuffer;
