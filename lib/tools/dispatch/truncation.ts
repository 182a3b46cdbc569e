import { DEFAULT_OUTPUT_LIMIT, LEFT_OUT, truncateTo } from '../truncate';
import type { CallResult } from './call';
import type { Invocation } from './invocation';
import type { Step } from './step';

/**
 * Truncates text over the tool's limit for the model; the full text stays in the blobs for people. `maxBytes` limits every
 * tool, for example to what can be posted: a second cut later would remove this one's notice.
 */
export const truncation = (maxBytes = Infinity): Step => ({
  name: 'truncation',
  about: "Shortens a text over the tool's limit for the model; people find all of it in the tab.",
  after(result, invocation) {
    const { text, omitted } = truncateTo(result.text, roomOf(invocation), maxBytes, noticeOf(invocation));
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
