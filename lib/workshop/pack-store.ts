import { z } from 'zod';
import type { SharedTable } from '@/lib/stores';
import { CompiledPackSchema, PackSchema, type CompiledPack, type Pack } from './pack';
import { USES, UseSchema, type Use } from './uses';

/** A stored pack: its files as last saved, and the last version that compiled. */
const StoredPackSchema = z.object({
  pack: PackSchema,
  compiled: CompiledPackSchema.optional(),
  /** Whether threads get its tools. */
  on: z.boolean(),
  /** What it may use. Left out, as for a pack written here: everything. */
  uses: z.array(UseSchema).optional(),
  /** Milliseconds since the epoch. */
  savedAt: z.number(),
});
export type StoredPack = z.infer<typeof StoredPackSchema>;

/** The files of a pack at an earlier time. */
const PackVersionSchema = z.object({ savedAt: z.number(), files: PackSchema.shape.files });
export type PackVersion = z.infer<typeof PackVersionSchema>;

/** Milliseconds that files have to last to become a version: anything shorter is just typing. */
const VERSION_MS = 30_000;
const MOST_VERSIONS = 50;
/** Maximum number of characters in all versions of a pack together. */
const MOST_VERSION_TEXT = 2_000_000;

/** Turns a stored pack, or none, into what is to be stored; undefined changes nothing. */
export type PackChange = (stored: StoredPack | undefined) => StoredPack | undefined;

/** The packs of this browser, by name. Several tabs write them, so each change is applied to what is stored at that moment. */
export interface PackStore {
  all(): Promise<readonly StoredPack[]>;
  get(name: string): Promise<StoredPack | undefined>;
  /**
   * Returns what is stored afterwards. The previous files become a version if they lasted for a while, were the first, or
   * `asVersion` is set.
   */
  change(name: string, change: PackChange, asVersion?: boolean): Promise<StoredPack | undefined>;
  /** Adds files as a version of a pack, without changing the pack itself. */
  addVersion(name: string, version: PackVersion): Promise<void>;
  /** Renames a pack and its versions. False if the new name is taken, or the pack no longer exists. */
  rename(from: string, to: string): Promise<boolean>;
  /** Newest first. */
  versions(name: string): Promise<readonly PackVersion[]>;
  remove(name: string): Promise<void>;
}

const PREFIX = 'pack:';
const VERSIONS = 'pack-versions:';
const keysOf = (name: string): string[] => [PREFIX + name, VERSIONS + name];

/** Packs in a table. Entries that cannot be parsed are ignored but kept. */
export function openPackStore(table: SharedTable): PackStore {
  const get = async (name: string): Promise<StoredPack | undefined> => readPack(await table.get(PREFIX + name));
  return {
    all: async () => (await table.entries(PREFIX)).flatMap(([, stored]) => readPack(stored) ?? []),
    get,
    versions: async (name) => readVersions(await table.get(VERSIONS + name)),
    async change(name, change, asVersion = false) {
      let after: StoredPack | undefined;
      await table.update(keysOf(name), ([stored, versions]) => {
        const before = (after = readPack(stored));
        const now = change(before);
        if (!now) return undefined;
        after = now;
        return [now, withVersion(readVersions(versions), before, now, asVersion)];
      });
      return after;
    },
    addVersion: (name, version) =>
      table.update(keysOf(name), ([stored, versions]) => {
        const known = readVersions(versions);
        const [newest] = known;
        if (stored === undefined || (newest && sameFiles(newest.files, version.files))) return undefined;
        return [stored, fitting([version, ...known])];
      }),
    async rename(from, to) {
      let renamed = false;
      await table.update([...keysOf(from), ...keysOf(to)], ([stored, versions, taken]) => {
        const kept = readPack(stored);
        renamed = kept !== undefined && taken === undefined;
        if (!renamed || !kept) return undefined;
        const { pack, compiled } = kept;
        const named = {
          ...kept,
          pack: { ...pack, name: to },
          ...(compiled && { compiled: { ...compiled, name: to } }),
        };
        return [undefined, undefined, named, versions];
      });
      return renamed;
    },
    remove: (name) => table.update(keysOf(name), () => [undefined, undefined]),
  };
}

function readPack(stored: unknown): StoredPack | undefined {
  const parsed = StoredPackSchema.safeParse(stored);
  return parsed.success ? parsed.data : undefined;
}

function readVersions(stored: unknown): readonly PackVersion[] {
  const parsed = z.array(PackVersionSchema).safeParse(stored);
  return parsed.success ? parsed.data : [];
}

function withVersion(
  versions: readonly PackVersion[],
  before: StoredPack | undefined,
  now: StoredPack,
  asVersion: boolean,
): readonly PackVersion[] {
  if (!before || sameFiles(before.pack.files, now.pack.files)) return versions;
  const stood = asVersion || versions.length === 0 || now.savedAt - before.savedAt >= VERSION_MS;
  return stood ? fitting([{ savedAt: before.savedAt, files: before.pack.files }, ...versions]) : versions;
}

export const sameFiles = (a: Pack['files'], b: Pack['files']): boolean =>
  Object.keys(a).length === Object.keys(b).length && Object.entries(a).every(([path, text]) => b[path] === text);

/** The newest of these versions, as many as are kept. */
function fitting(versions: readonly PackVersion[]): PackVersion[] {
  let text = 0;
  return versions.slice(0, MOST_VERSIONS).filter(({ files }) => {
    text += Object.values(files).join('').length;
    return text <= MOST_VERSION_TEXT;
  });
}

/** The packs whose tools threads get. */
export const packsOn = (kept: readonly StoredPack[]): CompiledPack[] =>
  kept.flatMap(({ on, compiled }) => (on && compiled ? [compiled] : []));

/** What one of these packs may use; nothing if there is no such pack. */
export function usesOf(kept: readonly StoredPack[], name: string): readonly Use[] {
  const stored = kept.find(({ pack }) => pack.name === name);
  return stored ? (stored.uses ?? USES) : [];
}

export const packFile = (pack: Pack): string => `${JSON.stringify(pack, null, 2)}\n`;
