import { widthOf } from '../commands/text/wc';

/** Colours and titles, which take no columns. */
// oxlint-disable-next-line no-control-regex
const UNSEEN = /\x1b\[[0-9;?]*[A-Za-z]|\x1b\][^\x07]*\x07/g;

/** Draws a prompt and the line after it on a terminal, over as many rows as they take. */
export class LineDisplay {
  columns = 80;
  /** The cursor's row, counted from the one where the prompt begins. */
  private row = 0;

  constructor(private readonly write: (text: string) => void) {}

  begin(prompt: string): void {
    this.row = this.place(prompt).row;
    this.write(prompt.replaceAll('\n', '\r\n'));
  }

  /** Draws anew what is there, with the cursor after `cursor` characters of the line. */
  show(prompt: string, line: string, cursor: number): void {
    const up = this.row > 0 ? `\x1b[${this.row}A` : '';
    const end = this.place(prompt + line);
    const at = this.place(prompt + line.slice(0, cursor));
    const back = end.row > at.row ? `\x1b[${end.row - at.row}A` : '';
    const column = at.column > 0 ? `\r\x1b[${at.column}C` : '\r';
    this.row = at.row;
    this.write(`${up}\r\x1b[J${this.shown(prompt + line, end)}${cursor < line.length ? back + column : ''}`);
  }

  /** Draws what was added at the end of the line. */
  append(before: string, text: string): void {
    const end = this.place(before + text);
    this.row = end.row;
    this.write(this.shown(text, end));
  }

  /** At its last column, a terminal begins the next row only when more is written. */
  private shown(text: string, end: { column: number }): string {
    return `${text.replaceAll('\n', '\r\n')}${end.column === 0 && text !== '' && !text.endsWith('\n') ? '\r\n' : ''}`;
  }

  /** The row and column after a text that begins at the left. */
  private place(text: string): { row: number; column: number } {
    let [row, column] = [0, 0];
    for (const char of text.replaceAll(UNSEEN, '')) {
      const width = widthOf(char);
      if (char === '\n' || column + width > this.columns) {
        row += 1;
        column = 0;
      }
      column += width;
    }
    return column === this.columns ? { row: row + 1, column: 0 } : { row, column };
  }
}
