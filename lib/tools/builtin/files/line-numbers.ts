/** Characters of one line that are shown. */
export const MAX_LINE_LENGTH = 2000;

/** A text's lines, without line ends; the empty one after a final line end does not count. */
export function linesOf(text: string): string[] {
  if (text === '') return [];
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** One line as `cat -n` shows it; `line` counts from 1. */
export const numberLine = (line: number, text: string): string => `${String(line).padStart(6)}\t${cutLine(text)}`;

/** The line, from 1, that an offset of a text is in. */
export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

const cutLine = (text: string): string =>
  text.length <= MAX_LINE_LENGTH
    ? text
    : `${text.slice(0, MAX_LINE_LENGTH)}[… ${text.length - MAX_LINE_LENGTH} characters left out]`;
