import type { SearchText } from '../../search';
import { BATCH_BYTES, BATCH_FILES, splitMany, type SysClient } from '../protocol/sys-client';
import type { BulkSource } from './bulk-source';
import type { TextCache } from './text-cache';

/** Reused for each fetch: allocating and freeing memory would take longer than filling it. */
const room = new Uint8Array(8 * 1024 * 1024);

/**
 * Returns texts of files in the order in which they are needed. It fetches upcoming files in batches, and the next batch
 * while the current one is searched.
 */
export class Ahead {
  private at = 0;
  /** Files that have been requested but not received. */
  private coming: readonly string[] = [];

  constructor(
    private readonly sys: SysClient,
    private readonly source: BulkSource,
    private readonly cache: TextCache,
    private readonly paths: readonly string[],
  ) {}

  /** Undefined for a binary file or one that is gone. */
  textOf(path: string): SearchText | undefined {
    if (!this.isKept(path) && this.coming.length > 0) this.receive();
    if (!this.isKept(path)) {
      const from = this.paths.indexOf(path, this.at);
      if (from !== -1) this.at = from + 1;
      this.send([path]);
      this.receive();
    }
    return this.cache.get(path);
  }

  private isKept(path: string): boolean {
    return this.cache.has(path, this.source.version(path));
  }

  /** Requests these files and the ones that follow. */
  private send(batch: string[]): void {
    let bytes = batch.reduce((sum, path) => sum + this.source.stat(path).size, 0);
    while (this.at < this.paths.length && batch.length < BATCH_FILES && bytes < BATCH_BYTES) {
      const next = this.paths[this.at++];
      if (next === undefined || this.isKept(next)) continue;
      const { size } = this.source.stat(next);
      if (size > BATCH_BYTES) continue;
      batch.push(next);
      bytes += size;
    }
    this.coming = batch;
    if (batch.length > 0) this.sys.sendForMany(batch);
  }

  private receive(): void {
    const batch = this.coming;
    const all = this.sys.receive(room);
    this.send([]);
    const files = splitMany(all, batch.length);
    for (const [index, path] of batch.entries())
      this.cache.add(path, this.source.version(path), files[index] ?? new Uint8Array());
  }
}
