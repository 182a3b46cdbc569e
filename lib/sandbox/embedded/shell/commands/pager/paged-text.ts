import type { Input } from '../input';

/** The lines of what a pager shows, read as far as they are needed. */
export class PagedText {
  readonly lines: string[] = [];
  private readonly batches;
  private over = false;

  constructor(input: Input) {
    this.batches = input.batches();
  }

  /** Whether there is a line of this index; reads until that is known. */
  async has(index: number): Promise<boolean> {
    while (!this.over && this.lines.length <= index) {
      const next = await this.batches.next();
      if (next.done) this.over = true;
      else this.lines.push(...next.value.texts);
    }
    return index < this.lines.length;
  }

  /** Reads to the end, and returns the number of lines. */
  async count(): Promise<number> {
    await this.has(Infinity);
    return this.lines.length;
  }

  /** The index of the next line that matches, or of the one before with `step` -1; undefined if there is none. */
  async find(pattern: RegExp, from: number, step: 1 | -1): Promise<number | undefined> {
    for (let at = from; at >= 0 && (await this.has(at)); at += step) {
      pattern.lastIndex = 0;
      if (pattern.test(this.lines[at] ?? '')) return at;
    }
    return undefined;
  }
}
