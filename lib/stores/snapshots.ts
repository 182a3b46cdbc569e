import { z } from 'zod';
import { readSnapshot, snapshotHead, type SnapshotRow } from '@/lib/ports/snapshot';
import { sha256 } from '@/lib/protocol';
import { parseJson } from '@/lib/protocol/text';
import { ownBytes, snapshotFiles, type SnapshotFiles } from './snapshot-files';

/** The stored snapshot of a workspace. */
interface KeptSnapshot {
  /** The newest intact one; undefined if there is none. */
  readonly snapshot: Uint8Array | undefined;
  /** Whether there is a newer one that is damaged. */
  readonly damaged: boolean;
}

/** Workspaces by name: a thread's, or the one that has no thread yet. Only new contents are written. */
export interface SnapshotStore {
  load(name: string): Promise<KeptSnapshot>;
  /** The version up to which contents are stored: the `since` of the next export. */
  since(name: string): number;
  /**
   * Adds an export. False if contents are missing from both this export and earlier ones: then another export has to follow. A
   * completed snapshot replaces the one before the last, so a tab that dies midway leaves both.
   */
  save(name: string, exported: Uint8Array): Promise<boolean>;
  /** Tells the store that the loaded snapshot is now in a sandbox, and how the sandbox exports it. */
  loaded(name: string, exported: Uint8Array): void;
  remove(name: string): Promise<void>;
}

/** Number of workspaces that are kept; the least recently saved are removed first. */
export const KEPT_WORKSPACES = 100;
/** Bytes beyond twice what is in use, and number of packs, above which everything is written anew. */
const SPARE_BYTES = 16 * 1024 * 1024;
const MOST_PACKS = 200;

const size = z.number().int().nonnegative();
const TreeSchema = z.object({
  packs: z.record(z.string(), z.object({ size, hash: z.string() })),
  rows: z.array(
    z.discriminatedUnion('type', [
      z.object({ path: z.string(), type: z.literal('directory'), mode: size }),
      z.object({ path: z.string(), type: z.literal('symlink'), target: z.string() }),
      z.object({
        path: z.string(),
        type: z.literal('file'),
        mode: size,
        mtimeMs: z.number(),
        size,
        pack: z.string(),
        offset: size,
      }),
    ]),
  ),
});
type Tree = z.infer<typeof TreeSchema>;

interface Location {
  readonly pack: string;
  readonly offset: number;
}

/** What this tab knows about a workspace that it loaded or saved. */
interface WorkspaceRecord {
  /** Number of the last file that was written. */
  number: number;
  since: number;
  packs: Tree['packs'];
  /** Where the contents of each version are stored. */
  locations: Map<number, Location>;
  /** The last complete tree and its file. */
  good?: { file: string; tree: Tree };
}

const newRecord = (number: number): WorkspaceRecord => ({ number, since: 0, packs: {}, locations: new Map() });

/** Snapshots in files: packs of contents, and trees that locate each file's contents in them. */
export function createSnapshots(files: SnapshotFiles): SnapshotStore {
  const known = new Map<string, WorkspaceRecord>();

  return {
    async load(name) {
      const trees = (await files.of(name)).filter(({ kind }) => kind === 'tree').toReversed();
      const record = newRecord(trees[0]?.number ?? 0);
      known.set(name, record);
      for (const { file } of trees) {
        const found = await readTree(files, file);
        if (!found) continue;
        record.good = { file, tree: found.tree };
        record.packs = found.tree.packs;
        return { snapshot: found.snapshot, damaged: file !== trees[0]?.file };
      }
      // Earlier versions of this page kept a single blob.
      const blob = trees.length === 0 ? await files.read(name) : undefined;
      const snapshot = blob && blob.size > 0 ? new Uint8Array(await blob.arrayBuffer()) : undefined;
      return { snapshot, damaged: trees.length > 0 };
    },
    since: (name) => known.get(name)?.since ?? 0,
    loaded(name, exported) {
      const record = known.get(name);
      if (!record?.good) return;
      const places = new Map(
        record.good.tree.rows.flatMap((row) => (row.type === 'file' ? [[row.path, row] as const] : [])),
      );
      for (const row of readSnapshot(exported)) {
        const place = row.type === 'file' ? places.get(row.path) : undefined;
        if (row.type !== 'file' || row.version === undefined || !place) continue;
        record.locations.set(row.version, place);
        record.since = Math.max(record.since, row.version);
      }
    },
    async save(name, exported) {
      const record = known.get(name) ?? newRecord((await files.of(name)).at(-1)?.number ?? 0);
      known.set(name, record);
      const rows = readSnapshot(exported);
      const fresh = await addPack(files, name, record, rows, exported);
      const tree = treeOf(rows, record, fresh);
      if (!tree) return false;
      await writeTree(files, name, record, tree);
      await prune(files);
      return true;
    },
    async remove(name) {
      known.delete(name);
      for (const { file } of await files.of(name)) await files.remove(file);
    },
  };
}

/** Writes the contents of an export as a new pack, and returns their locations by path. */
async function addPack(
  files: SnapshotFiles,
  name: string,
  record: WorkspaceRecord,
  rows: readonly SnapshotRow[],
  exported: Uint8Array,
): Promise<ReadonlyMap<string, Location>> {
  const fresh = new Map<string, Location>();
  const brought = rows.flatMap((row) =>
    row.type === 'file' && row.offset !== undefined ? [{ ...row, offset: row.offset }] : [],
  );
  const [first] = brought;
  if (!first) return fresh;
  record.number += 1;
  const pack = snapshotFiles.name(name, record.number, 'pack');
  const bytes = exported.subarray(first.offset);
  await files.write(pack, bytes);
  record.packs = { ...record.packs, [pack]: { size: bytes.length, hash: await sha256(ownBytes(bytes)) } };
  for (const { path, offset, version } of brought) {
    const place = { pack, offset: offset - first.offset };
    fresh.set(path, place);
    if (version === undefined) continue;
    record.locations.set(version, place);
    record.since = Math.max(record.since, version);
  }
  return fresh;
}

/** The tree of these rows; undefined if contents are missing. */
function treeOf(
  rows: readonly SnapshotRow[],
  record: WorkspaceRecord,
  fresh: ReadonlyMap<string, Location>,
): Tree | undefined {
  const placed: Tree['rows'] = [];
  const packs: Tree['packs'] = {};
  for (const row of rows) {
    if (row.type !== 'file') {
      placed.push(row);
      continue;
    }
    const place = fresh.get(row.path) ?? record.locations.get(row.version ?? 0);
    const pack = place && record.packs[place.pack];
    if (!pack) return undefined;
    packs[place.pack] = pack;
    const { path, type, mode, mtimeMs } = row;
    placed.push({ path, type, mode, mtimeMs, size: row.size, pack: place.pack, offset: place.offset });
  }
  return { packs, rows: placed };
}

/** Makes this tree the newest one, and removes files that neither it nor the previous tree needs. */
async function writeTree(files: SnapshotFiles, name: string, record: WorkspaceRecord, tree: Tree): Promise<void> {
  record.number += 1;
  const file = snapshotFiles.name(name, record.number, 'tree');
  await files.write(file, new TextEncoder().encode(JSON.stringify(tree)));
  const before = record.good;
  record.good = { file, tree };
  record.packs = tree.packs;
  const needed = new Set([
    file,
    ...Object.keys(tree.packs),
    ...(before ? [before.file, ...Object.keys(before.tree.packs)] : []),
  ]);
  for (const old of await files.of(name)) if (!needed.has(old.file)) await files.remove(old.file);
  const inUse = tree.rows.reduce((sum, row) => sum + (row.type === 'file' ? row.size : 0), 0);
  const stored = Object.values(tree.packs).reduce((sum, pack) => sum + pack.size, 0);
  if (stored <= 2 * inUse + SPARE_BYTES && Object.keys(tree.packs).length <= MOST_PACKS) return;
  record.since = 0;
  record.locations.clear();
}

/** A tree and its contents; undefined unless it is complete and intact. */
async function readTree(files: SnapshotFiles, file: string): Promise<{ tree: Tree; snapshot: Uint8Array } | undefined> {
  const text = await (await files.read(file))?.text();
  const tree = text === undefined ? undefined : parseJson(TreeSchema, text);
  if (!tree?.ok) return undefined;
  const head = snapshotHead(tree.value.rows);
  /** Where the contents of each pack go in the snapshot: with many files, one blob for each would take minutes. */
  const parts = new Map<string, { from: number; size: number; to: number }[]>();
  let end = head.length;
  for (const row of tree.value.rows) {
    if (row.type !== 'file') continue;
    if (row.offset + row.size > (tree.value.packs[row.pack]?.size ?? 0)) return undefined;
    const list = parts.get(row.pack) ?? [];
    parts.set(row.pack, list);
    list.push({ from: row.offset, size: row.size, to: end });
    end += row.size;
  }
  const snapshot = new Uint8Array(end);
  snapshot.set(head);
  for (const [name, { size: bytes, hash }] of Object.entries(tree.value.packs)) {
    const pack = new Uint8Array((await (await files.read(name))?.arrayBuffer()) ?? []);
    if (pack.length !== bytes || (await sha256(pack)) !== hash) return undefined;
    for (const part of parts.get(name) ?? []) snapshot.set(pack.subarray(part.from, part.from + part.size), part.to);
  }
  return { tree: tree.value, snapshot };
}

async function prune(files: SnapshotFiles): Promise<void> {
  for (const name of await files.olderThan(KEPT_WORKSPACES)) {
    for (const { file } of await files.of(name)) await files.remove(file);
  }
}
