/** A part of a text, from `start` up to `end`. */
export interface TextPart {
  readonly start: number;
  readonly end: number;
}

/** A word of the index with what stands around it. */
export interface Occurrence {
  readonly text: string;
  readonly key: TextPart;
  /** The sentence, or the line, that the word is of. */
  readonly context: TextPart;
  readonly reference: string;
}

/** How lines of the index are laid out. */
export interface IndexLayout {
  readonly form: 'plain' | 'roff' | 'tex';
  readonly macro: string;
  /** Marks where something is cut; it may be empty. */
  readonly mark: string;
  readonly gap: number;
  readonly half: number;
  readonly beforeWidth: number;
  readonly afterWidth: number;
  readonly longestWord: number;
  /** Where references stand; undefined without them. */
  readonly side: 'left' | 'right' | undefined;
  readonly referenceWidth: number;
  /** `:` after a reference that was made, and not read. */
  readonly referenceEnd: string;
  /** The position after the word, or else the character, at `at`. */
  skip(text: string, at: number, end: number): number;
}

interface Field {
  readonly text: string;
  /** Its width, which is negative where blanks were taken away from beyond its end. */
  readonly size: number;
  readonly cut: boolean;
}

interface Fields {
  readonly tail: Field;
  readonly before: Field;
  readonly after: Field;
  readonly head: Field;
  readonly reference: string;
}

const isBlank = (char: string): boolean => /\s/.test(char);

function skipBlanks(text: string, at: number, end: number): number {
  let next = at;
  while (next < end && isBlank(text.charAt(next))) next += 1;
  return next;
}

function withoutBlanks(text: string, end: number, start: number): number {
  let last = end;
  while (last > start && isBlank(text.charAt(last - 1))) last -= 1;
  return last;
}

/** The end of as many whole words from `start` on as fit into a width. */
function fitted(
  layout: IndexLayout,
  text: string,
  from: number,
  start: number,
  end: number,
  inside: (at: number) => boolean,
): number {
  let [cursor, last] = [from, start];
  while (cursor < end && inside(cursor)) {
    last = cursor;
    cursor = layout.skip(text, cursor, end);
  }
  return inside(cursor) ? cursor : last;
}

/** Moves a start on, word by word, until what is left fits into a width. */
function shortened(layout: IndexLayout, text: string, from: number, end: number, width: number): number {
  let start = from;
  while (start + width < end) start = skipBlanks(text, layout.skip(text, start, end), end);
  return start;
}

function fieldsOf({ text, key, context, reference }: Occurrence, layout: IndexLayout): Fields {
  const { gap, beforeWidth, afterWidth } = layout;
  const cuts = layout.mark !== '';
  const none: Field = { text: '', size: 0, cut: false };
  const afterLimit = key.start + afterWidth;
  let afterEnd = fitted(layout, text, key.end, key.end, context.end, (at) => at <= afterLimit);
  let afterCut = cuts && afterEnd < context.end;
  afterEnd = withoutBlanks(text, afterEnd, key.start);

  const far = layout.half + layout.longestWord;
  const leftStart = key.start - context.start > far ? layout.skip(text, key.start - far, key.start) : context.start;
  const beforeEnd = withoutBlanks(text, key.start, leftStart);
  let beforeStart = shortened(layout, text, leftStart, beforeEnd, beforeWidth);
  let beforeCut = cuts && withoutBlanks(text, beforeStart, 0) > context.start;
  beforeStart = skipBlanks(text, beforeStart, text.length);
  const size = beforeEnd - beforeStart;

  let tail = none;
  const tailWidth = beforeWidth - size - gap;
  if (tailWidth > 0) {
    const start = skipBlanks(text, afterEnd, text.length);
    const end = fitted(layout, text, start, start, context.end, (at) => at < start + tailWidth);
    if (end > start) {
      afterCut = false;
      tail = field(text, start, withoutBlanks(text, end, start), cuts && end < context.end);
    }
  }
  let head = none;
  const headWidth = afterWidth - (afterEnd - key.start) - gap;
  if (headWidth > 0) {
    const end = withoutBlanks(text, beforeStart, 0);
    const start = shortened(layout, text, leftStart, end, headWidth);
    if (end > start) {
      beforeCut = false;
      head = field(text, skipBlanks(text, start, end), end, cuts && start > context.start);
    }
  }
  const [before, after] = [field(text, beforeStart, beforeEnd, beforeCut), field(text, key.start, afterEnd, afterCut)];
  return { tail, before, after, head, reference };
}

const field = (text: string, start: number, end: number, cut: boolean): Field => ({
  text: text.slice(start, Math.max(start, end)),
  size: end - start,
  cut,
});

/** A line of the index. */
export function concordanceLine(occurrence: Occurrence, layout: IndexLayout): string {
  const fields = fieldsOf(occurrence, layout);
  return `${{ plain: plainLine, roff: roffLine, tex: texLine }[layout.form](fields, layout)}\n`;
}

const shown = (text: string): string => text.replaceAll(/\s/g, ' ');

function plainLine({ tail, before, after, head, reference }: Fields, layout: IndexLayout): string {
  const { gap, half, mark, side, referenceWidth } = layout;
  const spaces = (count: number): string => ' '.repeat(Math.max(0, count));
  const width = (one: Field): number => one.size + (one.cut ? mark.length : 0);
  const ended = (field: Field): string => shown(field.text) + (field.cut ? mark : '');
  const begun = (field: Field): string => (field.cut ? mark : '') + shown(field.text);
  const label = shown(reference) + layout.referenceEnd;
  let line = side === 'right' ? '' : label + spaces(referenceWidth + gap - label.length);
  line += tail.text === '' ? '' : ended(tail);
  line += spaces(half - gap - width(before) - (tail.text === '' ? 0 : width(tail)));
  line += begun(before) + spaces(gap) + ended(after);
  if (head.text !== '') line += spaces(half - width(after) - width(head)) + begun(head);
  else if (side === 'right') line += spaces(half - width(after));
  return side === 'right' ? line + spaces(gap) + shown(reference) : line;
}

function roffLine({ tail, before, after, head, reference }: Fields, { macro, mark, side }: IndexLayout): string {
  const text = (value: string): string => shown(value).replaceAll('"', '""');
  const cells = [
    text(tail.text) + (tail.cut ? mark : ''),
    (before.cut ? mark : '') + text(before.text),
    text(after.text) + (after.cut ? mark : ''),
    (head.cut ? mark : '') + text(head.text),
    ...(side === undefined ? [] : [text(reference)]),
  ];
  return `.${macro} ${cells.map((cell) => `"${cell}"`).join(' ')}`;
}

function texLine({ tail, before, after, head, reference }: Fields, layout: IndexLayout): string {
  const text = (value: string): string =>
    shown(value).replaceAll(/[$%&#_{}\\]/g, (char) =>
      char === '\\' ? '\\backslash{}' : '{}'.includes(char) ? `$\\${char}$` : `\\${char}`,
    );
  const cut = layout.skip(after.text, 0, after.text.length);
  const cells = [tail.text, before.text, after.text.slice(0, cut), after.text.slice(cut), head.text];
  if (layout.side !== undefined) cells.push(reference);
  return `\\${layout.macro} ${cells.map((cell) => `{${text(cell)}}`).join('')}`;
}
