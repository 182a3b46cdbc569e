import { charWidth } from '../../../../char-width';

/** How lines are shown. */
export interface RowStyle {
  columns: number;
  /** Whether what does not fit is cut off instead of continued on the next row. */
  chop: boolean;
  /** Whether colours stay as they are. */
  colours: boolean;
  /** What is shown in reverse; its flag is `g`. */
  marked?: RegExp | undefined;
}

// oxlint-disable-next-line no-control-regex
const PART = /\x1b\[[\d;]*m|[\s\S]/gu;
const [REVERSE, PLAIN] = ['\x1b[7m', '\x1b[27m'];

/** The rows of the terminal that a line takes: tabs become blanks, control characters visible. */
export function rowsOf(line: string, { columns, chop, colours, marked }: RowStyle): string[] {
  const isMarked = marksOf(line, marked);
  const rows: string[] = [];
  let [row, width, reversed] = ['', 0, false];
  const end = (): void => {
    rows.push(row + (reversed ? PLAIN : ''));
    [row, width] = [reversed ? REVERSE : '', 0];
  };
  for (const { 0: part, index } of line.matchAll(PART)) {
    if (colours && part.length > 2) {
      row += part;
      continue;
    }
    if (isMarked(index) !== reversed) {
      reversed = !reversed;
      row += reversed ? REVERSE : PLAIN;
    }
    for (const char of part === '\t' ? ' '.repeat(8 - (width % 8)) : visible(part)) {
      if (width + charWidth(char) > columns) end();
      row += char;
      width += charWidth(char);
    }
  }
  end();
  return chop ? rows.slice(0, 1) : rows;
}

function marksOf(line: string, marked: RegExp | undefined): (index: number) => boolean {
  const ranges = marked ? [...line.matchAll(marked)].map(({ 0: found, index }) => [index, index + found.length]) : [];
  return (index) => ranges.some(([from = 0, to = 0]) => index >= from && index < to);
}

// oxlint-disable-next-line no-control-regex
const CONTROL = /[\x00-\x1f\x7f]/g;

/** Control characters as `^A`, and the one that begins a sequence as `ESC`. */
const visible = (text: string): string =>
  text.replaceAll(CONTROL, (char) => (char === '\x1b' ? 'ESC' : `^${String.fromCharCode(char.charCodeAt(0) ^ 64)}`));
