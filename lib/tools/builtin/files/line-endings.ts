/** A text with LF line ends only, and a mapping back to the original. */
interface LfText {
  readonly text: string;
  /** Maps an offset in `text` to one in the original. */
  readonly toOriginal: (offset: number) => number;
}

/** Converts CRLF to LF. */
export function toLf(original: string): LfText {
  if (!original.includes('\r\n')) return { text: original, toOriginal: (offset) => offset };
  const shortened: number[] = [];
  let from = original.indexOf('\r\n');
  while (from !== -1) {
    shortened.push(from - shortened.length);
    from = original.indexOf('\r\n', from + 2);
  }
  return {
    text: original.replaceAll('\r\n', '\n'),
    toOriginal: (offset) => offset + countBelow(shortened, offset),
  };
}

/** Whether most lines of a text end in CRLF. */
export function usesCrlf(text: string): boolean {
  const crlf = text.split('\r\n').length - 1;
  return crlf > 0 && crlf * 2 > text.split('\n').length - 1;
}

/** Converts all line ends to CRLF, or leaves the text as it is. */
export const withLineEnds = (text: string, crlf: boolean): string => (crlf ? text.replace(/\r?\n/g, '\r\n') : text);

/** A text's lines, each with its own line end; the last may have none. */
export const linesWithEnds = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** How many of the ascending numbers are below a limit (binary search). */
function countBelow(ascending: readonly number[], limit: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? Infinity) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
