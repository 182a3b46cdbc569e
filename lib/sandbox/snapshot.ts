import * as z from 'zod';
import { SandboxError } from '@/lib/ports';
import { parseJson } from '@/lib/protocol/json';

/** One file, folder or link of a snapshot; `path` is relative to the root of the snapshot, parents come first. */
export type SnapshotEntry =
  | { path: string; type: 'directory'; mode: number }
  | { path: string; type: 'symlink'; target: string }
  | { path: string; type: 'file'; mode: number; mtimeMs: number; data: Uint8Array };

/** `TYS1`, then the length of the index (u32), the index as JSON, the contents of the files one after the other. */
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
    z.object({ path: relative, type: z.literal('file'), mode: size, mtimeMs: z.number(), size }),
  ]),
);

export function packSnapshot(entries: readonly SnapshotEntry[]): Uint8Array {
  const index: z.input<typeof IndexSchema> = entries.map((entry) => {
    if (entry.type !== 'file') return entry;
    const { data, ...rest } = entry;
    return { ...rest, size: data.length };
  });
  const head = new TextEncoder().encode(JSON.stringify(index));
  const total = entries.reduce((sum, entry) => sum + (entry.type === 'file' ? entry.data.length : 0), 0);
  const packed = new Uint8Array(HEADER_BYTES + head.length + total);
  const view = new DataView(packed.buffer);
  view.setUint32(0, MAGIC);
  view.setUint32(4, head.length);
  packed.set(head, HEADER_BYTES);
  let at = HEADER_BYTES + head.length;
  for (const entry of entries) {
    if (entry.type !== 'file') continue;
    packed.set(entry.data, at);
    at += entry.data.length;
  }
  return packed;
}

/** Throws `SandboxError` EINVAL if the bytes are not a whole snapshot. */
export function unpackSnapshot(packed: Uint8Array): SnapshotEntry[] {
  const broken = (why: string) => new SandboxError('EINVAL', `not a workspace snapshot: ${why}`);
  if (packed.length < HEADER_BYTES) throw broken('too short');
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  if (view.getUint32(0) !== MAGIC) throw broken('wrong format');
  const bodies = HEADER_BYTES + view.getUint32(4);
  if (bodies > packed.length) throw broken('index cut off');
  const index = parseJson(IndexSchema, new TextDecoder().decode(packed.subarray(HEADER_BYTES, bodies)));
  if (!index.ok) throw broken(index.reason);
  let at = bodies;
  const entries = index.value.map((entry): SnapshotEntry => {
    if (entry.type !== 'file') return entry;
    const { size: length, ...rest } = entry;
    const data = packed.slice(at, at + length);
    at += length;
    return { ...rest, data };
  });
  if (at !== packed.length) throw broken('contents cut off');
  return entries;
}
