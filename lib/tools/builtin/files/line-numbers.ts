import type { Language } from '@/lib/protocol';
import { wholeCharacter } from '../../truncate';

/** Characters of one line that are shown. */
const MAX_LINE_LENGTH = 2000;

/** A text's lines, without line ends; the empty one after a final line end does not count. */
export function linesOf(text: string): string[] {
  if (text === '') return [];
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** One line as `cat -n` shows it; `line` counts from 1. */
export const numberLine = (line: number, text: string, language?: Language): string =>
  `${String(line).padStart(6)}\t${cutLine(text, { language })}`;

/** The lines, from 1, that ascending offsets of a text are in. */
export function linesAt(text: string, offsets: readonly number[]): number[] {
  let line = 1;
  let next = text.indexOf('\n');
  return offsets.map((offset) => {
    for (; next !== -1 && next < offset; line++) next = text.indexOf('\n', next + 1);
    return line;
  });
}

/** A line without what is beyond the limit. */
export function cutLine(
  text: string,
  { limit = MAX_LINE_LENGTH, language = 'en' }: { limit?: number; language?: Language | undefined } = {},
): string {
  if (text.length <= limit) return text;
  const end = wholeCharacter(text, limit);
  const omitted = text.length - end;
  return `${text.slice(0, end)}${language === 'zh' ? `[……省略了 ${omitted} 个字符]` : `[… ${omitted} characters left out]`}`;
}
