import { DEFAULT_OUTPUT_LIMIT, truncate } from '../truncate';
import type { CallResult } from './call';
import type { Invocation } from './invocation';
import type { Step } from './step';

/** Keeps a text over the tool's limit from the model, not from people: all of it goes into the blobs. */
export const truncation: Step = {
  name: 'truncation',
  about: "Shortens a text over the tool's limit for the model; people find all of it in the tab.",
  after(result, invocation) {
    const limit = invocation.tool.outputLimit ?? DEFAULT_OUTPUT_LIMIT;
    return result.text.length <= limit ? result : shorten(result, invocation, limit);
  },
};

async function shorten(result: CallResult, invocation: Invocation, limit: number): Promise<CallResult> {
  const { text, omitted } = truncate(result.text, limit);
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
