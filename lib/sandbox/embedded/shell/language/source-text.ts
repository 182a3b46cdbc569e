/** A piece of shell source with its name and its line numbers. */
export class SourceText {
  private starts: number[] | undefined;

  constructor(
    readonly text: string,
    readonly name: string,
    private readonly firstLine = 1,
    /** Whether it is what the shell was started to run, not what `eval` or `source` runs. */
    readonly outermost = false,
  ) {}

  lineOf(position: number): number {
    this.starts ??= [0, ...[...this.text.matchAll(/\n/g)].map(({ index }) => index + 1)];
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.starts[middle] ?? 0) <= position) low = middle;
      else high = middle - 1;
    }
    return low + this.firstLine;
  }
}
