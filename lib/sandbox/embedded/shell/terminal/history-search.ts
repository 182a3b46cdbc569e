/** An incremental search of the history, as Ctrl-R (older) and Ctrl-S (newer) begin it. */
export class HistorySearch {
  line: string;
  cursor: number;
  query = '';
  private at: number;
  private step: 1 | -1 = -1;
  private failed = false;

  /** `before`: the line that the search takes the place of. */
  constructor(
    private readonly history: readonly string[],
    readonly before: string,
    readonly cursorBefore: number,
  ) {
    this.line = before;
    this.cursor = cursorBefore;
    this.at = history.length;
  }

  get prompt(): string {
    return `(${this.failed ? 'failed ' : ''}${this.step < 0 ? 'reverse-' : ''}i-search)\`${this.query}': `;
  }

  add(text: string): void {
    this.query += text;
    this.find(Math.min(this.at, this.history.length - 1));
  }

  shorten(): void {
    this.query = this.query.slice(0, -1);
    this.at = this.history.length;
    this.find(this.at - 1);
  }

  /** Goes on to the next line that has the text; without a text, that of the `last` search. */
  next(step: 1 | -1, last: string): void {
    this.step = step;
    if (this.query === '') this.query = last;
    this.find(this.at + step);
  }

  private find(from: number): void {
    if (this.query === '') return;
    for (let at = from; at >= 0 && at < this.history.length; at += this.step) {
      const line = this.history[at] ?? '';
      const found = this.step < 0 ? line.lastIndexOf(this.query) : line.indexOf(this.query);
      if (found < 0) continue;
      Object.assign(this, { at, line, cursor: found, failed: false });
      return;
    }
    this.failed = true;
  }
}
