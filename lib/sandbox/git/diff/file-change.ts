import type { FileEntry } from '../store/tree';

/** One side of a change. */
export interface FileVersion extends FileEntry {
  readonly path: string;
  /** The version is only in the folder: git has not given it an id. */
  readonly inWork?: boolean;
  /** A submodule with uncommitted changes. */
  readonly dirty?: boolean;
  read(): Promise<Uint8Array>;
}

/** A file that differs between two sides; a side is undefined if the file is not there. */
export interface ChangedFile {
  /** Its current path. */
  readonly path: string;
  readonly before: FileVersion | undefined;
  readonly after: FileVersion | undefined;
  /** If the file was moved or copied: how much of it is the same, of 60,000. */
  readonly similarity?: number;
  readonly copied?: boolean;
  /** Whether it is in a conflict. */
  readonly unmerged?: boolean;
  /** What is new in a submodule, in words. */
  readonly inner?: readonly string[];
}

/** The similarity of identical files. */
export const SAME = 60_000;

export const percent = (similarity: number): number => Math.floor((similarity * 100) / SAME);

export type ChangeLetter = 'A' | 'D' | 'M' | 'T' | 'R' | 'C' | 'U';

export function letterOf({ before, after, similarity, copied, unmerged }: ChangedFile): ChangeLetter {
  if (unmerged) return 'U';
  if (!before) return 'A';
  if (!after) return 'D';
  if (similarity !== undefined) return copied ? 'C' : 'R';
  return before.mode >> 12 === after.mode >> 12 ? 'M' : 'T';
}
