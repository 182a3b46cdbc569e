/** A text by lines, for converting between offsets and places. Lines and columns start at 1. */
export class TextLines {
  private readonly starts: number[] = [0];

  constructor(readonly text: string) {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.starts.push(at + 1);
  }

  get count(): number {
    return this.starts.length;
  }

  /** Undefined if there is no such line. A column past the end of the line counts as its end. */
  offsetOf(line: number, column: number): number | undefined {
    const start = this.starts[line - 1];
    return start === undefined ? undefined : start + Math.min(column - 1, this.line(line).length);
  }

  placeOf(offset: number): { line: number; column: number } {
    let [low, high] = [0, this.starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (this.starts[low] ?? 0) + 1 };
  }

  /** A line's text without its line break; empty if there is no such line. */
  line(line: number): string {
    const start = this.starts[line - 1];
    if (start === undefined) return '';
    const next = this.starts[line];
    return this.text.slice(start, next === undefined ? undefined : next - 1).replace(/\r$/, '');
  }
}
