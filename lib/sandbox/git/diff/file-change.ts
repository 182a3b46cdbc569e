import type { FileEntry } from '../store/tree';

/** One side of a change. */
export interface FileVersion extends FileEntry {
  readonly path: string;
  /** It stands in the folder only: git has not given it an id. */
  readonly inWork?: boolean;
  /** A repository within this one with changes that are in no commit. */
  readonly dirty?: boolean;
  read(): Promise<Uint8Array>;
}

/** A file that is not the same on both sides; undefined where it is not there. */
export interface FileDiff {
  /** Where it is now. */
  readonly path: string;
  readonly before: FileVersion | undefined;
  readonly after: FileVersion | undefined;
  /** Of one that has moved, or was copied: what of it is the same, of 60,000. */
  readonly similarity?: number;
  readonly copied?: boolean;
  /** In a conflict. */
  readonly unmerged?: boolean;
  /** Of a repository within this one: what is new in it, in words. */
  readonly inner?: readonly string[];
}

/** Full similarity. */
export const SAME = 60_000;

export const percent = (similarity: number): number => Math.floor((similarity * 100) / SAME);

export type ChangeLetter = 'A' | 'D' | 'M' | 'T' | 'R' | 'C' | 'U';

export function letterOf({ before, after, similarity, copied, unmerged }: FileDiff): ChangeLetter {
  if (unmerged) return 'U';
  if (!before) return 'A';
  if (!after) return 'D';
  if (similarity !== undefined) return copied ? 'C' : 'R';
  return before.mode >> 12 === after.mode >> 12 ? 'M' : 'T';
}
