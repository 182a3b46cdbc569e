import { RE2JS } from 're2js';
import { toRe2 } from '@/lib/schema/patterns/to-re2';
import type { PatternToken } from '@/lib/schema/patterns/tokens';

/** Where a match is, as offsets in the text. */
export interface MatchRange {
  readonly start: number;
  readonly end: number;
  /** The match with its groups; undefined if another engine than JavaScript's found it. */
  readonly groups?: RegExpExecArray;
}

/** Finds the first match at or after an offset. */
export type Finder = (text: string, from: number) => MatchRange | undefined;

interface Meaning {
  readonly insensitive: boolean;
  readonly multiline: boolean;
  readonly dotAll: boolean;
}

/** Compiles an expression for an engine that takes linear time; undefined if that engine does not support it. */
export function linearMatcher(
  tokens: readonly PatternToken[],
  { insensitive, multiline, dotAll }: Meaning,
): Finder | undefined {
  const pieces: string[] = [];
  let rest: PatternToken[] = [];
  for (const token of [...tokens, undefined]) {
    if (token && token.kind !== 'start' && token.kind !== 'end') {
      rest.push(token);
      continue;
    }
    const piece = toRe2(rest, dotAll);
    if (piece === undefined) return undefined;
    pieces.push(piece, token?.kind === 'start' ? '(?m:^)' : token?.kind === 'end' ? '(?m:$)' : '');
    rest = [];
  }
  let program: RE2JS;
  try {
    program = RE2JS.compile(pieces.join(''), insensitive ? RE2JS.CASE_INSENSITIVE : 0);
  } catch {
    return undefined;
  }
  const find: Finder = (text, from) => {
    const matcher = program.matcher(text);
    return matcher.find(from) ? { start: matcher.start(), end: matcher.end() } : undefined;
  };
  return multiline ? find : lineByLine(find);
}

/** Searches one line at a time, so that no match extends over a line end. */
const lineByLine =
  (find: Finder): Finder =>
  (text, from) => {
    for (let start = from; start <= text.length;) {
      const next = text.indexOf('\n', start);
      const end = next === -1 ? text.length : next;
      const match = find(text.slice(start, end), 0);
      if (match) return { start: start + match.start, end: start + match.end };
      start = end + 1;
    }
    return undefined;
  };
