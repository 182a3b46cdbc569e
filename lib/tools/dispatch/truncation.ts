import { DEFAULT_OUTPUT_LIMIT, LEFT_OUT, truncateTo } from '../truncate';
import type { CallResult } from './call';
import type { Invocation } from './invocation';
import type { Step } from './step';

/**
 * Cuts a text that is over the tool's limit for the model; people find all of it in the blobs. `maxBytes` is an upper limit for
 * every tool, such as what can be posted: a later, second cut would remove this one's notice.
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
