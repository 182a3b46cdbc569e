import type { PagedText } from './paged-text';
import { rowsOf, type RowStyle } from './rows';

/** Where the screen begins: a line, and a row of those that it takes. */
interface Place {
  line: number;
  row: number;
}

/** What of a text the screen shows. */
export class PagerView {
  private top: Place = { line: 0, row: 0 };

  constructor(
    readonly text: PagedText,
    /** The rows for text, of a size that may change. */
    private readonly height: () => number,
    private readonly style: () => RowStyle,
    private readonly numbered: boolean,
  ) {}

  /** The index of the first line on the screen. */
  get line(): number {
    return this.top.line;
  }

  /** The index of the last line on the screen. */
  async lastLine(): Promise<number> {
    return (await this.moved(this.top, this.height() - 1)).line;
  }

  /** Whether nothing is below the screen. */
  async atEnd(): Promise<boolean> {
    let place: Place | undefined = this.top;
    for (let left = this.height(); place && left > 0; left -= 1) place = await this.after(place);
    return place === undefined;
  }

  /** Moves by rows, but not beyond where the end is on the screen. */
  async scroll(rows: number): Promise<void> {
    if (rows < 0) this.top = await this.moved(this.top, rows);
    for (let left = rows; left > 0 && !(await this.atEnd()); left -= 1) this.top = await this.moved(this.top, 1);
  }

  /** Shows a line at the top. */
  async go(line: number): Promise<void> {
    this.top = { line: (await this.text.has(line)) ? line : Math.max(0, (await this.text.count()) - 1), row: 0 };
  }

  /** Shows the end. */
  async goToEnd(): Promise<void> {
    const line = Math.max(0, (await this.text.count()) - 1);
    this.top = await this.moved({ line, row: this.rows(line).length - 1 }, 1 - this.height());
  }

  /** The rows of the screen that the text takes. */
  async shown(): Promise<string[]> {
    const shown: string[] = [];
    let place: Place | undefined = (await this.text.has(0)) ? this.top : undefined;
    for (; place && shown.length < this.height(); place = await this.after(place))
      shown.push(this.rows(place.line)[place.row] ?? '');
    return shown;
  }

  private async moved(from: Place, by: number): Promise<Place> {
    let place = from;
    for (let left = Math.abs(by); left > 0; left -= 1) {
      const next = by > 0 ? await this.after(place) : this.before(place);
      if (!next) break;
      place = next;
    }
    return place;
  }

  private async after({ line, row }: Place): Promise<Place | undefined> {
    if (row + 1 < this.rows(line).length) return { line, row: row + 1 };
    return (await this.text.has(line + 1)) ? { line: line + 1, row: 0 } : undefined;
  }

  private before({ line, row }: Place): Place | undefined {
    if (row > 0) return { line, row: row - 1 };
    return line > 0 ? { line: line - 1, row: this.rows(line - 1).length - 1 } : undefined;
  }

  private rows(line: number): string[] {
    const style = this.style();
    const text = this.text.lines[line] ?? '';
    if (!this.numbered) return rowsOf(text, style);
    return rowsOf(text, { ...style, columns: Math.max(1, style.columns - 8) }).map(
      (row, index) => `${(index === 0 ? String(line + 1) : '').padStart(7)} ${row}`,
    );
  }
}
