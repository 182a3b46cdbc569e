import { z } from 'zod';
import type { KeyValue } from '@/lib/stores';
import { CompiledPackSchema, PackSchema, type CompiledPack, type Pack } from './pack';

/** A pack as it is kept: its files as they were saved last, and the last of it that could be called. */
const KeptPackSchema = z.object({
  pack: PackSchema,
  compiled: CompiledPackSchema.optional(),
  /** Whether threads get its tools. */
  on: z.boolean(),
  /** Milliseconds since the epoch. */
  savedAt: z.number(),
});
export type KeptPack = z.infer<typeof KeptPackSchema>;

/** The files of a pack as they once were. */
const PackVersionSchema = z.object({ savedAt: z.number(), files: PackSchema.shape.files });
export type PackVersion = z.infer<typeof PackVersionSchema>;

/** Milliseconds: what stood for less was only typed through. */
const VERSION_MS = 30_000;
const MOST_VERSIONS = 50;
/** Characters of all versions of a pack together. */
const MOST_VERSION_TEXT = 2_000_000;

/** The packs of this browser, by name. */
export interface PackStore {
  all(): Promise<readonly KeptPack[]>;
  get(name: string): Promise<KeptPack | undefined>;
  /** What was there before becomes a version where it stood for a while, was the first, or is asked for. */
  put(pack: KeptPack, asVersion?: boolean): Promise<void>;
  /** Puts a pack in the place of another of its own, with its versions. */
  rename(from: string, pack: KeptPack): Promise<void>;
  /** The newest first. */
  versions(name: string): Promise<readonly PackVersion[]>;
  remove(name: string): Promise<void>;
}

const PREFIX = 'pack:';
const VERSIONS = 'pack-versions:';

/** Packs in a table. What cannot be read is left where it is, and is no pack. */
export function openPackStore(table: KeyValue): PackStore {
  const read = (stored: unknown): KeptPack | undefined => {
    const parsed = KeptPackSchema.safeParse(stored);
    return parsed.success ? parsed.data : undefined;
  };
  const versions = async (name: string): Promise<readonly PackVersion[]> => {
    const parsed = z.array(PackVersionSchema).safeParse(await table.get(VERSIONS + name));
    return parsed.success ? parsed.data : [];
  };
  const get = async (name: string): Promise<KeptPack | undefined> => read(await table.get(PREFIX + name));
  const remove = async (name: string): Promise<void> => {
    await table.delete(PREFIX + name);
    await table.delete(VERSIONS + name);
  };
  return {
    versions,
    all: async () => (await table.entries(PREFIX)).flatMap(([, stored]) => read(stored) ?? []),
    get,
    remove,
    async put(pack, asVersion = false) {
      const { name, files } = pack.pack;
      const before = await get(name);
      if (before && !sameFiles(before.pack.files, files)) {
        const known = await versions(name);
        if (asVersion || known.length === 0 || pack.savedAt - before.savedAt >= VERSION_MS) {
          const version = { savedAt: before.savedAt, files: before.pack.files };
          await table.put(VERSIONS + name, fitting([version, ...known]));
        }
      }
      await table.put(PREFIX + name, pack);
    },
    async rename(from, pack) {
      await table.put(VERSIONS + pack.pack.name, await versions(from));
      await table.put(PREFIX + pack.pack.name, pack);
      await remove(from);
    },
  };
}

export const sameFiles = (a: Pack['files'], b: Pack['files']): boolean =>
  Object.keys(a).length === Object.keys(b).length && Object.entries(a).every(([path, text]) => b[path] === text);

/** The newest of these, as many as are kept. */
function fitting(versions: readonly PackVersion[]): PackVersion[] {
  let text = 0;
  return versions.slice(0, MOST_VERSIONS).filter(({ files }) => {
    text += Object.values(files).join('').length;
    return text <= MOST_VERSION_TEXT;
  });
}

/** The packs whose tools threads get. */
export const packsOn = (kept: readonly KeptPack[]): CompiledPack[] =>
  kept.flatMap(({ on, compiled }) => (on && compiled ? [compiled] : []));

export const packFile = (pack: Pack): string => `${JSON.stringify(pack, null, 2)}\n`;
