/** Greater indents count as this one. */
const MOST_INDENT = 200;
/** The most blank lines counted around a line. */
const MOST_BLANKS = 20;
/** The most positions tried for a change, counted from its last one. */
const MOST_PLACES = 100;

/** The cost of splitting the text before a line; lower is better. */
interface Score {
  indent: number;
  penalty: number;
}

/**
 * Moves each run of changed lines that could be elsewhere to where git places it: beside a change on the other side,
 * otherwise where the text splits best (before a line that is indented less, after blank lines), otherwise, and without
 * `lines`, as low as possible. Alters `changed`; `other` marks the changes of the other side.
 */
export function slideChanges(
  keys: readonly number[],
  changed: Uint8Array,
  other: Uint8Array,
  lines: readonly string[] | undefined,
): void {
  const own = new Groups(changed);
  const theirs = new Groups(other);
  for (;;) {
    slideGroup(own, theirs, keys, lines);
    if (!own.next()) break;
    theirs.next();
  }
}

/** Runs of changed lines; wherever two unchanged lines meet, there is an empty run. */
class Groups {
  start = 0;
  end = 0;
  constructor(readonly changed: Uint8Array) {
    while (this.changed[this.end]) this.end++;
  }
  get size(): number {
    return this.end - this.start;
  }
  next(): boolean {
    if (this.end === this.changed.length) return false;
    this.start = this.end + 1;
    this.end = this.start;
    while (this.changed[this.end]) this.end++;
    return true;
  }
  previous(): boolean {
    if (this.start === 0) return false;
    this.end = this.start - 1;
    this.start = this.end;
    while (this.start > 0 && this.changed[this.start - 1]) this.start--;
    return true;
  }
  /** Moves one line down and joins the run that it meets. */
  down(keys: readonly number[]): boolean {
    if (this.end >= this.changed.length || keys[this.start] !== keys[this.end]) return false;
    this.changed[this.start++] = 0;
    this.changed[this.end++] = 1;
    while (this.changed[this.end]) this.end++;
    return true;
  }
  up(keys: readonly number[]): boolean {
    if (this.start === 0 || keys[this.start - 1] !== keys[this.end - 1]) return false;
    this.changed[--this.start] = 1;
    this.changed[--this.end] = 0;
    while (this.start > 0 && this.changed[this.start - 1]) this.start--;
    return true;
  }
}

function slideGroup(own: Groups, theirs: Groups, keys: readonly number[], lines: readonly string[] | undefined): void {
  if (own.size === 0) return;
  let size: number;
  let beside: number;
  let highest: number;
  do {
    size = own.size;
    beside = -1;
    while (own.up(keys)) theirs.previous();
    highest = own.end;
    if (theirs.size > 0) beside = own.end;
    while (own.down(keys)) {
      theirs.next();
      if (theirs.size > 0) beside = own.end;
    }
  } while (size !== own.size);
  if (own.end === highest) return;
  if (beside >= 0) {
    while (theirs.size === 0 && own.up(keys)) theirs.previous();
    return;
  }
  const best = lines ? bestEnd(own, highest, lines) : own.end;
  while (own.end > best && own.up(keys)) theirs.previous();
}

function bestEnd(own: Groups, highest: number, lines: readonly string[]): number {
  const from = Math.max(highest, own.end - own.size - 1, own.end - MOST_PLACES);
  let best = own.end;
  let bestScore: Score | undefined;
  for (let end = from; end <= own.end; end++) {
    const score: Score = { indent: 0, penalty: 0 };
    scoreCut(measureCut(lines, end), score);
    scoreCut(measureCut(lines, end - own.size), score);
    if (!bestScore || compareScores(score, bestScore) <= 0) [best, bestScore] = [end, score];
  }
  return best;
}

const compareScores = (a: Score, b: Score): number => 60 * Math.sign(a.indent - b.indent) + (a.penalty - b.penalty);

/** The width of a line's indent; -1 if the line is blank. */
function indentOf(line: string | undefined): number {
  if (line === undefined) return -1;
  let indent = 0;
  for (const char of line) {
    if (char === ' ') indent++;
    else if (char === '\t') indent += 8 - (indent % 8);
    else if (!/\s/.test(char)) return indent;
    if (indent >= MOST_INDENT) return MOST_INDENT;
  }
  return -1;
}

interface Cut {
  readonly atEnd: boolean;
  readonly indent: number;
  readonly before: number;
  readonly blanksBefore: number;
  readonly after: number;
  readonly blanksAfter: number;
}

function measureCut(lines: readonly string[], at: number): Cut {
  const atEnd = at >= lines.length;
  let [before, blanksBefore] = [-1, 0];
  for (let line = at - 1; line >= 0 && before < 0; line--) {
    before = indentOf(lines[line]);
    if (before < 0 && ++blanksBefore === MOST_BLANKS) before = 0;
  }
  let [after, blanksAfter] = [-1, 0];
  for (let line = at + 1; line < lines.length && after < 0; line++) {
    after = indentOf(lines[line]);
    if (after < 0 && ++blanksAfter === MOST_BLANKS) after = 0;
  }
  return { atEnd, indent: atEnd ? -1 : indentOf(lines[at]), before, blanksBefore, after, blanksAfter };
}

/** Adds what git charges for a split. */
function scoreCut({ atEnd, indent: own, before, blanksBefore, after, blanksAfter }: Cut, score: Score): void {
  if (before === -1 && blanksBefore === 0) score.penalty += 1;
  if (atEnd) score.penalty += 21;
  const blanksBehind = own === -1 ? 1 + blanksAfter : 0;
  const blanks = blanksBefore + blanksBehind;
  score.penalty += -30 * blanks + 6 * blanksBehind;
  const indent = own === -1 ? after : own;
  score.indent += indent;
  if (indent === -1 || before === -1 || indent === before) return;
  if (indent > before) score.penalty += blanks > 0 ? 10 : -4;
  else if (after !== -1 && after > indent) score.penalty += blanks > 0 ? 17 : 24;
  else score.penalty += blanks > 0 ? 17 : 23;
}
