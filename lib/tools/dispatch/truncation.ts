import type { CallResult } from './call';
import type { Invocation } from './invocation';
import type { Step } from './step';
import type { Language } from '@/lib/protocol';

/**
 * Keeps a text over the tool's limit from the model, not from people: all of it goes into the blobs. `maxBytes` is what a
 * result may have whatever its tool says, such as what can be posted: a second cut after this one would take its notice away.
 */
export const truncation = (maxBytes = Infinity): Step => ({
  name: 'truncation',
  about: "Shortens a text over the tool's limit for the model; people find all of it in the tab.",
  after(result, invocation) {
    const { text, omitted } = truncateTo(result.text, roomOf(invocation), maxBytes, noticeOf(invocation));
    return omitted === 0 ? result : shortened(result, invocation, text, omitted);
  },
});

/** Characters for the notice of a cut, and for a line of advice. */
const NOTICE_AND_ADVICE = 300;

/** Characters a result's text may have. What a system allows any result holds with all that is added to it. */
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

/** A full disk must not turn a result into a failure. */
async function keep({ context }: Invocation, text: string): Promise<string | undefined> {
  try {
    return await context.blobs?.put(text);
  } catch {
    return undefined;
  }
}

/** Characters of text a result may have unless its tool says otherwise. */
export const DEFAULT_OUTPUT_LIMIT = 10_000;

export interface Truncated {
  text: string;
  /** Characters left out; 0 if the text fitted. */
  omitted: number;
}

/** What stands between head and tail, by the characters left out. */
type Notice = (omitted: number) => string;

const LEFT_OUT: Readonly<Record<Language, Notice>> = {
  en: (omitted) => `[… ${omitted.toLocaleString('en')} characters left out …]`,
  zh: (omitted) => `[……省略了 ${omitted.toLocaleString('en')} 个字符……]`,
};

/** Keeps the head and the tail of a text that is longer than `limit` characters and says between them how much is left out. */
export function truncate(text: string, limit: number, notice: Notice = LEFT_OUT.en): Truncated {
  if (text.length <= limit) return { text, omitted: 0 };
  const half = Math.floor(limit / 2);
  const headEnd = wholeCharacter(text, half);
  const tailStart = wholeCharacter(text, text.length - half);
  const omitted = tailStart - headEnd;
  return { text: `${text.slice(0, headEnd)}\n\n${notice(omitted)}\n\n${text.slice(tailStart)}`, omitted };
}

const encoder = new TextEncoder();

/** As `truncate`, and the result has at most `maxBytes` of UTF-8, too: one cut, one notice. */
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

/** Moves a cut out of the middle of a surrogate pair: half of one is no text that can be sent. */
export function wholeCharacter(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return code >= 0xdc00 && code <= 0xdfff ? index + 1 : index;
}
