import escapeStringRegexp from 'escape-string-regexp';
import { failed, ok, type Outcome } from '../../result';
import { linesOf } from '../../files';
import { naming, type Addressed } from '../../system';

/** A position as given in a call; omitted parts are searched for. */
export interface GivenPlace {
  readonly file_path: string;
  readonly line?: number | undefined;
  readonly character?: number | undefined;
  readonly symbol?: string | undefined;
}

/** Finds the line and column, both from 1. */
export function findPlace(
  text: string,
  { file_path, line, character, symbol }: GivenPlace,
  context: Addressed = {},
): Outcome<{ line: number; column: number }> {
  const lines = linesOf(text);
  if (line !== undefined && line > lines.length) {
    return failed(
      'RANGE_INVALID',
      `${file_path} has ${lines.length === 1 ? '1 line' : `${lines.length} lines`}, so there is no line ${line}. Read it for the right one.`,
    );
  }
  if (symbol === undefined) return ok({ line: line ?? 1, column: character ?? 1 });
  const first = line ?? 1;
  const last = line ?? lines.length;
  for (let at = first; at <= last; at++) {
    const column = wordIn(lines[at - 1] ?? '', symbol, at === line ? character : undefined);
    if (column !== undefined) return ok({ line: at, column });
  }
  if (line === undefined)
    return failed(
      'TEXT_NOT_FOUND',
      `${symbol} does not occur in ${file_path}.${naming(context, ['Grep'], (grep) => ` Search for it with ${grep}.`)}`,
    );
  return failed(
    'TEXT_NOT_FOUND',
    `${symbol} does not occur in line ${line} of ${file_path}, which is:\n${lines[line - 1] ?? ''}\nSend the line it is in.`,
  );
}

/** The column of a word in a line, nearest to `near`; undefined if the line does not contain it. */
function wordIn(line: string, word: string, near = 1): number | undefined {
  const columns = [...line.matchAll(new RegExp(`(?<![\\w$])${escapeStringRegexp(word)}(?![\\w$])`, 'g'))].map(
    ({ index }) => index + 1,
  );
  return columns.toSorted((a, b) => Math.abs(a - near) - Math.abs(b - near))[0];
}
