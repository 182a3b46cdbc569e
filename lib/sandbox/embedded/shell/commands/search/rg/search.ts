import type { MatchRange } from '../../../../../search/linear-matcher';
import { lineEnd, lineStart } from '../../../../../search/scan';
import type { RgPattern } from './pattern';

/** Lines to show, either matching or context. Offsets are into the text; `end` excludes the line terminator. */
export interface Block {
  readonly start: number;
  readonly end: number;
  /** Number of the first line, from 1. */
  readonly line: number;
  readonly matches: boolean;
}

export interface Around {
  readonly before: number;
  readonly after: number;
  readonly invert: boolean;
  /** Number of matching blocks after which the search of a file ends. */
  readonly most: number;
  readonly stopOnNonmatch: boolean;
}

/** The matching lines and their context, in order. Lines that share a match across line ends are one block. */
export function* matchBlocks(text: string, pattern: RgPattern, around: Around): Generator<Block> {
  const { before, after, most } = around;
  let shownTo = 0;
  let due = 0;
  let count = 0;
  let line = 1;
  let counted = 0;
  const lineAt = (at: number): number => {
    for (let next = text.indexOf('\n', counted); next !== -1 && next < at; next = text.indexOf('\n', counted)) {
      counted = next + 1;
      line += 1;
    }
    return line;
  };
  const endOfDue = (): number => {
    let at = shownTo;
    for (let left = due; left > 0 && at < text.length; left -= 1) at = lineEnd(text, at) + 1;
    return at;
  };
  const block = (start: number, end: number, matches: boolean): Block => ({ start, end, line: lineAt(start), matches });
  for (const { start, end } of around.invert ? unmatched(text, pattern) : matched(text, pattern)) {
    // Beyond the limit, matching lines within the trailing context are still shown as matches.
    if (count >= most && start >= endOfDue()) break;
    for (; due > 0 && shownTo < start; due -= 1, shownTo = lineEnd(text, shownTo) + 1)
      yield block(shownTo, lineEnd(text, shownTo), false);
    if (around.stopOnNonmatch && count > 0 && start > shownTo) return;
    let from = start;
    for (let back = 0; back < before && from > shownTo; back++) from = lineStart(text, from - 1);
    for (; from < start; from = lineEnd(text, from) + 1) yield block(from, lineEnd(text, from), false);
    yield block(start, end, true);
    count += 1;
    shownTo = end + 1;
    due = count > most ? due - 1 : after;
  }
  for (; due > 0 && shownTo < text.length; due -= 1, shownTo = lineEnd(text, shownTo) + 1)
    yield block(shownTo, lineEnd(text, shownTo), false);
}

/** The matches within some lines. */
export function* matchesIn(text: string, { start, end }: MatchRange, pattern: RgPattern): Generator<MatchRange> {
  for (let at = start; at <= end;) {
    const match = pattern.find(text, at);
    if (!match || match.start > end) return;
    yield match;
    at = match.end > match.start ? match.end : match.end + 1;
  }
}

function* matched(text: string, pattern: RgPattern): Generator<MatchRange> {
  for (let at = 0; at < text.length;) {
    const match = pattern.find(text, at);
    if (!match || match.start > text.length || (match.start === text.length && text.endsWith('\n'))) return;
    const start = lineStart(text, match.start);
    let end = lineEnd(text, Math.max(match.start, match.end - 1));
    // The next match may start in the last of these lines.
    for (let next = match; pattern.multiline;) {
      const more = pattern.find(text, next.end > next.start ? next.end : next.end + 1);
      if (!more || more.start > end || more.start >= text.length) break;
      end = Math.max(end, lineEnd(text, Math.max(more.start, more.end - 1)));
      next = more;
    }
    yield { start, end };
    at = end + 1;
  }
}

function* unmatched(text: string, pattern: RgPattern): Generator<MatchRange> {
  let at = 0;
  const upTo = function* (stop: number): Generator<MatchRange> {
    for (; at < stop; at = lineEnd(text, at) + 1) yield { start: at, end: lineEnd(text, at) };
  };
  for (const { start, end } of matched(text, pattern)) {
    yield* upTo(start);
    at = end + 1;
  }
  yield* upTo(text.length);
}
