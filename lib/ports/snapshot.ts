import * as z from 'zod';
import { parseJson } from '@/lib/protocol/text';
import { SandboxError } from './sandbox';

interface FileRow {
  path: string;
  type: 'file';
  mode: number;
  mtimeMs: number;
  /**
   * A number that no other content of any file has had during the life of this sandbox. Left out if the sandbox has no versions.
   */
  version?: number;
}

/** One file, folder or link of a snapshot; `path` is relative to the snapshot's root, and parents come first. */
export type SnapshotEntry =
  | { path: string; type: 'directory'; mode: number }
  | { path: string; type: 'symlink'; target: string }
  | (FileRow & { data: Uint8Array });

/** The same without its contents: `offset` is where a file's contents begin in the snapshot, if they are in it. */
export type SnapshotRow =
  | Exclude<SnapshotEntry, { type: 'file' }>
  | (FileRow & { size: number; offset: number | undefined });

/** A file whose contents the receiver already has. */
export type KnownFile = FileRow & { size: number };

/** Format: `TYS1`, the length of the index (u32), the index as JSON, then the contents of the files one after the other. */
const MAGIC = 0x54595331;
const HEADER_BYTES = 8;

const size = z.number().int().nonnegative();
const relative = z
  .string()
  .min(1)
  .refine(
    (path) => path.split('/').every((part) => part !== '' && part !== '.' && part !== '..'),
    'not a relative path',
  );
const IndexSchema = z.array(
  z.discriminatedUnion('type', [
    z.object({ path: relative, type: z.literal('directory'), mode: size }),
    z.object({ path: relative, type: z.literal('symlink'), target: z.string() }),
    z.object({
      path: relative,
      type: z.literal('file'),
      mode: size,
      mtimeMs: z.number(),
      size,
      version: size.optional(),
      /** Its contents are not in this snapshot. */
      known: z.literal(true).optional(),
    }),
  ]),
);
type Index = z.infer<typeof IndexSchema>;

/** The head of a snapshot; the contents of the files that are not `known` follow in the same order. */
function headOf(index: Index): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(JSON.stringify(index));
  const head = new Uint8Array(HEADER_BYTES + text.length);
  const view = new DataView(head.buffer);
  view.setUint32(0, MAGIC);
  view.setUint32(4, text.length);
  head.set(text, HEADER_BYTES);
  return head;
}

/** The head of a complete snapshot whose contents are elsewhere. */
export const snapshotHead = (rows: readonly SnapshotRow[]): Uint8Array<ArrayBuffer> =>
  headOf(
    rows.map((row) => {
      if (row.type !== 'file') return row;
      const { offset: _offset, ...rest } = row;
      return rest;
    }),
  );

export function packSnapshot(entries: readonly (SnapshotEntry | KnownFile)[]): Uint8Array {
  const head = headOf(
    entries.map((entry) => {
      if (entry.type !== 'file') return entry;
      if (!('data' in entry)) return { ...entry, known: true };
      const { data, ...rest } = entry;
      return { ...rest, size: data.length };
    }),
  );
  const contents = entries.flatMap((entry) => ('data' in entry ? [entry.data] : []));
  const packed = new Uint8Array(contents.reduce((sum, { length }) => sum + length, head.length));
  packed.set(head);
  let at = head.length;
  for (const data of contents) {
    packed.set(data, at);
    at += data.length;
  }
  return packed;
}

/** The entries of a snapshot, without copying contents. Throws `SandboxError` EINVAL if the bytes are not a snapshot. */
export function readSnapshot(packed: Uint8Array): SnapshotRow[] {
  const broken = (why: string) => new SandboxError('EINVAL', `not a workspace snapshot: ${why}`);
  if (packed.length < HEADER_BYTES) throw broken('too short');
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  if (view.getUint32(0) !== MAGIC) throw broken('wrong format');
  const bodies = HEADER_BYTES + view.getUint32(4);
  if (bodies > packed.length) throw broken('index cut off');
  const index = parseJson(IndexSchema, new TextDecoder().decode(packed.subarray(HEADER_BYTES, bodies)));
  if (!index.ok) throw broken(index.reason);
  let at = bodies;
  const rows = index.value.map((row): SnapshotRow => {
    if (row.type !== 'file') return row;
    const { known, ...file } = row;
    const offset = known ? undefined : at;
    if (!known) at += file.size;
    return { ...file, offset };
  });
  if (at !== packed.length) throw broken('contents cut off');
  return rows;
}

/**
 * The entries of a snapshot with their contents. Throws `SandboxError` EINVAL if the bytes are not a snapshot, or if contents
 * are missing.
 */
export const unpackSnapshot = (packed: Uint8Array): SnapshotEntry[] =>
  readSnapshot(packed).map((row) => {
    if (row.type !== 'file') return row;
    const { size: length, offset, ...rest } = row;
    if (offset === undefined) throw new SandboxError('EINVAL', `the contents of ${row.path} are not in the snapshot`);
    return { ...rest, data: packed.slice(offset, offset + length) };
  });
