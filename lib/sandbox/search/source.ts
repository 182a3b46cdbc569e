import type { DirEntry, FileStat } from '@/lib/ports';

/** What searching needs from a file system, synchronously. Paths are absolute; failures throw. */
export interface SearchSource {
  list(path: string): readonly DirEntry[];
  read(path: string): Uint8Array;
  /** At most `length` bytes from `offset` on; fewer only at the end. */
  readPart(path: string, offset: number, length: number): Uint8Array;
  stat(path: string): FileStat;
}
