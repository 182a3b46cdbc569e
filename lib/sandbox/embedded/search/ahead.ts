import type { SearchText } from '../../search';
import type { SysClient } from '../protocol/sys-client';
import type { BulkSource } from './bulk-source';
import type { TextCache } from './text-cache';

/** Files and bytes that are fetched together: a little less than crosses at a time. */
const BATCH_FILES = 2000;
const BATCH_BYTES = 6 * 1024 * 1024;
const UNREADABLE = 0xffffffff;

/** Gives the texts of files in the order they are asked for, and fetches those that come next along with them. */
export class Ahead {
  private at = 0;

  constructor(
    private readonly sys: SysClient,
    private readonly source: BulkSource,
    private readonly cache: TextCache,
    private readonly paths: readonly string[],
  ) {}

  /** Undefined for a binary file, and for one that is gone. */
  textOf(path: string): SearchText | undefined {
    if (!this.cache.has(path, this.source.version(path))) this.fetch(path);
    return this.cache.get(path);
  }

  private fetch(path: string): void {
    const batch: string[] = [path];
    let bytes = this.source.stat(path).size;
    const from = this.paths.indexOf(path, this.at);
    if (from !== -1) this.at = from + 1;
    while (this.at < this.paths.length && batch.length < BATCH_FILES && bytes < BATCH_BYTES) {
      const next = this.paths[this.at++];
      if (next === undefined || this.cache.has(next, this.source.version(next))) continue;
      const { size } = this.source.stat(next);
      if (size > BATCH_BYTES) continue;
      batch.push(next);
      bytes += size;
    }
    this.read(batch);
  }

  private read(batch: string[]): void {
    const all = this.sys.readMany(batch);
    const view = new DataView(all.buffer, all.byteOffset, all.byteLength);
    let at = 0;
    for (const path of batch) {
      const size = view.getUint32(at, true);
      at += 4;
      const gone = size === UNREADABLE;
      this.cache.add(path, this.source.version(path), gone ? new Uint8Array() : all.subarray(at, at + size));
      if (!gone) at += size;
    }
  }
}
