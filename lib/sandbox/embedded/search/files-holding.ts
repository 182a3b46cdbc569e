import type { z } from 'zod';
import type { SysClient } from '../protocol/sys-client';
import type { LiteralsSchema } from '../protocol/search-task';
import { Ahead } from './ahead';
import type { BulkSource } from './bulk-source';
import type { TextCache } from './text-cache';
import { escapeRegExp } from '../../regexp/classes';

/** Larger files are not read. */
const MOST_BYTES = 4 * 1024 * 1024;

/** The files that contain one of several ASCII texts, or may do so because they are binary or too large. */
export function filesHolding(
  source: BulkSource,
  sys: SysClient,
  cache: TextCache,
  { literals, anyCase }: z.infer<typeof LiteralsSchema>,
): string[] {
  const small = source.files.filter((path) => source.stat(path).size <= MOST_BYTES);
  const ahead = new Ahead(sys, source, cache, small);
  const folded = anyCase ? new RegExp(literals.map(escapeRegExp).join('|'), 'iu') : undefined;
  return source.files.filter((path) => {
    const { size } = source.stat(path);
    if (size > MOST_BYTES) return true;
    const found = ahead.textOf(path);
    // Two bytes per character: UTF-16, so the text cannot be compared with the bytes.
    if (!found || (!found.ascii && size >= 2 * found.text.length)) return true;
    return folded ? folded.test(found.text) : literals.some((literal) => found.text.includes(literal));
  });
}
