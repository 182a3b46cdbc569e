import type { StructuredPatch } from 'diff';

export type UnifiedHunk = StructuredPatch['hunks'][number];

/** A hunk and where it was applied. */
export interface Fitted {
  hunk: UnifiedHunk;
  /** The line where it was applied, counted from 1; undefined if it fits nowhere. */
  at: number | undefined;
  /** The number of context lines that were ignored. */
  fuzz: number;
  offset: number;
}

/** Marks a last line without a newline; no text contains it. */
const OPEN = '\0';

/** Splits a text into lines. */
function linesOf(text: string): string[] {
  const lines = text.split('\n');
  const rest = lines.pop() ?? '';
  return rest === '' ? lines : [...lines, rest + OPEN];
}

const textOf = (lines: readonly string[]): string =>
  lines.map((line) => (line.endsWith(OPEN) ? line.slice(0, -1) : `${line}\n`)).join('');

interface Side {
  lines: string[];
  before: number;
  after: number;
}

/** The lines of one side of a hunk, and the number of context lines before and after its changes. */
function sideOf({ lines }: UnifiedHunk, mark: '-' | '+'): Side {
  const made: string[] = [];
  const changes = lines.flatMap((line, index) => (/^[-+]/.test(line) ? [index] : []));
  for (const [index, line] of lines.entries()) {
    if (!line.startsWith(' ') && !line.startsWith(mark) && line !== '') continue;
    made.push(line.slice(1) + (lines[index + 1]?.startsWith('\\') ? OPEN : ''));
  }
  const context = (part: readonly string[]) => part.filter((line) => !line.startsWith('\\')).length;
  return {
    lines: made,
    before: context(lines.slice(0, changes[0] ?? 0)),
    after: context(lines.slice((changes.at(-1) ?? lines.length) + 1)),
  };
}

/**
 * Applies hunks where they fit, as GNU patch does: at their line, otherwise at the nearest one, and only then
 * ignoring up to `most` lines of context at their ends. Hunks that fit nowhere are skipped.
 */
export function fitHunks(
  text: string,
  hunks: readonly UnifiedHunk[],
  most: number,
  same: (a: string, b: string) => boolean,
): { text: string; fitted: Fitted[] } {
  const old = linesOf(text);
  const made: string[] = [];
  let done = 0;
  let offset = 0;
  const fitted = hunks.map((hunk): Fitted => {
    const side = sideOf(hunk, '-');
    const first = hunk.oldStart;
    const limit = Math.min(most, Math.max(side.before, side.after));
    for (let fuzz = 0; fuzz <= limit; fuzz += 1) {
      const found = place(old, side, { first: first + offset, own: first, done, fuzz, same });
      if (!found) continue;
      const [cutBefore, cutAfter] = cuts(side, fuzz);
      made.push(...old.slice(done, found.at - 1 + cutBefore));
      const fresh = sideOf(hunk, '+').lines;
      // Ignored context lines stay as they are in the file.
      made.push(...fresh.slice(cutBefore, fresh.length - cutAfter));
      done = found.at - 1 + side.lines.length - cutAfter;
      offset = found.at - first;
      return { hunk, at: found.at, fuzz, offset };
    }
    return { hunk, at: undefined, fuzz: 0, offset };
  });
  made.push(...old.slice(done));
  return { text: textOf(closed(made)), fitted };
}

/** Only the last line may lack a newline. */
const closed = (lines: readonly string[]): string[] =>
  lines.map((line, at) => (at < lines.length - 1 && line.endsWith(OPEN) ? line.slice(0, -1) : line));

/** How many context lines to ignore at each end: the longer end first. */
function cuts({ before, after }: Side, fuzz: number): [number, number] {
  const context = Math.max(before, after);
  return [Math.max(0, fuzz + before - context), Math.max(0, fuzz + after - context)];
}

interface Search {
  /** The line to start the search at. */
  first: number;
  /** The line that the hunk itself gives. */
  own: number;
  done: number;
  fuzz: number;
  same: (a: string, b: string) => boolean;
}

function place(
  old: readonly string[],
  side: Side,
  { first, own, done, fuzz, same }: Search,
): { at: number } | undefined {
  const { lines, before, after } = side;
  if (lines.length === 0) return { at: Math.max(1, first) };
  const [cutBefore, cutAfter] = cuts(side, fuzz);
  const fits = (at: number): boolean => {
    if (at < 1 || at - 1 + cutBefore < done || at - 1 + lines.length - cutAfter > old.length) return false;
    for (let index = cutBefore; index < lines.length - cutAfter; index += 1) {
      if (!same(old[at - 1 + index] ?? OPEN, lines[index] ?? '')) return false;
    }
    return true;
  };
  const context = Math.max(before, after);
  // Less context at one end than at the other means that the file begins or ends there.
  if (fuzz + before < context && own <= 1) return fits(1) ? { at: 1 } : undefined;
  if (fuzz + after < context) {
    const at = old.length - lines.length + 1;
    return fits(at) ? { at } : undefined;
  }
  for (let away = 0; away <= Math.max(first, old.length); away += 1) {
    if (fits(first + away)) return { at: first + away };
    if (fits(first - away)) return { at: first - away };
  }
  return undefined;
}
