import type { Language } from '@/lib/protocol';

/** Maximum characters of a result's text unless its tool sets another limit. */
export const DEFAULT_OUTPUT_LIMIT = 10_000;

export interface Truncated {
  text: string;
  /** Characters left out; 0 if the text fitted. */
  omitted: number;
}

/** Makes the notice between head and tail from the number of characters left out. */
type Notice = (omitted: number) => string;

export const LEFT_OUT: Readonly<Record<Language, Notice>> = {
  en: (omitted) => `[… ${omitted.toLocaleString('en')} characters left out …]`,
  zh: (omitted) => `[……省略了 ${omitted.toLocaleString('en')} 个字符……]`,
};

/** Keeps the head and tail of a text longer than `limit` characters, with a notice of how much is left out between them. */
export function truncate(text: string, limit: number, notice: Notice = LEFT_OUT.en): Truncated {
  if (text.length <= limit) return { text, omitted: 0 };
  const half = Math.floor(limit / 2);
  const headEnd = wholeCharacter(text, half);
  const tailStart = wholeCharacter(text, text.length - half);
  const omitted = tailStart - headEnd;
  return { text: `${text.slice(0, headEnd)}\n\n${notice(omitted)}\n\n${text.slice(tailStart)}`, omitted };
}

const encoder = new TextEncoder();

/** Like `truncate`, but also limits the result to `maxBytes` of UTF-8, with one cut and one notice. */
export function truncateTo(text: string, limit: number, maxBytes: number, notice?: Notice): Truncated {
  const fits = ({ text: cut }: Truncated): boolean =>
    cut.length * 3 <= maxBytes || encoder.encode(cut).length <= maxBytes;
  const whole = truncate(text, limit, notice);
  if (fits(whole)) return whole;
  let [least, most] = [0, Math.min(limit, text.length)];
  while (least + 1 < most) {
    const middle = (least + most) >> 1;
    if (fits(truncate(text, middle, notice))) least = middle;
    else most = middle;
  }
  return truncate(text, least, notice);
}

/** Moves a cut out of the middle of a surrogate pair: half a pair is not valid text. */
export function wholeCharacter(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return code >= 0xdc00 && code <= 0xdfff ? index + 1 : index;
}

/** Collapses a text into one line of at most `limit` characters. */
export function oneLine(text: string, limit: number): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  return line.length <= limit ? line : `${line.slice(0, wholeCharacter(line, limit - 2))}…`;
}
