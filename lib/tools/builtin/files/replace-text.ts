import { failed, ok, type Outcome } from '../../result';
import type { ToolContext } from '../../tool';
import { fileTexts } from './file-texts';
import { toLf, usesCrlf, withLineEnds } from './line-endings';
import { linesAt } from '../../files';
import { nearestLines } from './nearest-lines';

export interface Replacement {
  /** The file's path as the model wrote it. */
  readonly given: string;
  readonly old: string;
  readonly new: string;
  /** Every occurrence, instead of exactly one. */
  readonly all: boolean;
}

/**
 * Replaces text in a file's text. Line ends are compared as LF, and inserted text gets the file's own; everything else stays
 * unchanged, even in a file with mixed line ends.
 */
export function replaceText(
  original: string,
  { given, ...change }: Replacement,
  context: Pick<ToolContext, 'language' | 'system'> = {},
): Outcome<{ text: string; lines: number[] }> {
  const texts = fileTexts(context);
  const { text, toOriginal } = toLf(original);
  const old = toLf(change.old).text;
  const places = occurrences(text, old);
  if (places.length === 0) {
    return failed('TEXT_NOT_FOUND', texts.notFound(given, nearestLines(text, old)));
  }
  const lines = linesAt(text, places);
  if (places.length > 1 && !change.all) {
    return failed('TEXT_MULTIPLE_MATCHES', texts.manyMatches(given, lines), { details: { lines } });
  }
  const inserted = withLineEnds(change.new, usesCrlf(original));
  let result = '';
  let from = 0;
  for (const place of places) {
    result += original.slice(from, toOriginal(place)) + inserted;
    from = toOriginal(place + old.length);
  }
  result += original.slice(from);
  if (result === original) return failed('NO_CHANGE', texts.unchanged(given));
  return ok({ text: result, lines });
}

/** The offsets at which a text occurs, without overlaps. */
function occurrences(text: string, wanted: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) places.push(at);
  return places;
}
