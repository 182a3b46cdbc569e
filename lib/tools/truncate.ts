import type { Language } from '@/lib/protocol';
import type { CallResult } from './dispatch/call';
import type { Invocation, Step } from './dispatch/invocation';

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

/**
 * Truncates text over the tool's limit for the model; the full text stays in the blobs for people. `maxBytes` limits every
 * tool, for example to what can be posted: a second cut later would remove this one's notice.
 */
export const truncation = (maxBytes = Infinity): Step => ({
  name: 'truncation',
  about: "Shortens a text over the tool's limit for the model; people find all of it in the tab.",
  after(result, invocation) {
    const room = roomOf(invocation);
    // A character is at most three bytes.
    if (result.text.length <= Math.min(room, maxBytes / 3)) return result;
    const { text, omitted } = truncateTo(result.text, room, maxBytes, noticeOf(invocation));
    return omitted === 0 ? result : shortened(result, invocation, text, omitted);
  },
});

/** Characters reserved for a truncation notice and a line of advice. */
const NOTICE_AND_ADVICE = 300;

/** Maximum characters of a result's text. A system's limit includes everything that is added to the text. */
export function roomOf({ tool, system }: Pick<Invocation, 'tool' | 'system'>): number {
  const { most = Infinity } = system.behaviour.output;
  return Math.min(tool.outputLimit ?? DEFAULT_OUTPUT_LIMIT, most - NOTICE_AND_ADVICE);
}

const noticeOf = ({ system, language }: Invocation): ((omitted: number) => string) => {
  const { notice } = system.behaviour.output;
  return notice === undefined ? (omitted) => LEFT_OUT[language](omitted) : () => notice;
};

async function shortened(
  result: CallResult,
  invocation: Invocation,
  text: string,
  omitted: number,
): Promise<CallResult> {
  const hash = await keep(invocation, result.text);
  invocation.trace.note('truncation', 'changed', `left out ${omitted.toLocaleString('en')} characters in the middle`);
  return { ...result, text, ...(hash !== undefined && { truncated: { omitted, hash } }) };
}

/** A full disk must not turn a success into a failure. */
async function keep({ context }: Invocation, text: string): Promise<string | undefined> {
  try {
    return await context.blobs?.put(text);
  } catch {
    return undefined;
  }
}

/** Collapses a text into one line of at most `limit` characters. */
export function oneLine(text: string, limit: number): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  return line.length <= limit ? line : `${line.slice(0, wholeCharacter(line, limit - 2))}…`;
}
