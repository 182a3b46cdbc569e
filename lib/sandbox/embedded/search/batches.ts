import type { SysClient } from '../protocol/sys-client';

const BATCH_FILES = 500;
const BATCH_BYTES = 4 * 1024 * 1024;

/** Cuts paths into batches worth one read each. */
export function* batches(paths: readonly string[], sizeOf: (path: string) => number): Generator<string[]> {
  let batch: string[] = [];
  let bytes = 0;
  for (const path of paths) {
    const size = sizeOf(path);
    if (batch.length > 0 && (batch.length >= BATCH_FILES || bytes + size > BATCH_BYTES)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(path);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

const UNREADABLE = 0xffffffff;

/** The files of a batch with their bytes; what has gone in the meantime is left out. */
export function* readBatch(sys: SysClient, paths: string[]): Generator<[string, Uint8Array]> {
  const all = sys.readMany(paths);
  const view = new DataView(all.buffer, all.byteOffset, all.byteLength);
  let at = 0;
  for (const path of paths) {
    const size = view.getUint32(at, true);
    at += 4;
    if (size === UNREADABLE) continue;
    yield [path, all.subarray(at, at + size)];
    at += size;
  }
}
