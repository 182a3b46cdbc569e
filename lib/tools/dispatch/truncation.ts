import { DEFAULT_OUTPUT_LIMIT, truncate } from '../truncate';
import type { CallResult } from './call';
import type { Invocation } from './invocation';
import type { Next, Step } from './step';

/** Shortens a text over the tool's limit for the model; people find all of it in the blobs. */
export const truncation: Step = { name: 'truncation', run: shorten };

async function shorten(invocation: Invocation, next: Next): Promise<CallResult> {
  const result = await next(invocation);
  const { text, omitted } = truncate(result.text, invocation.tool.outputLimit ?? DEFAULT_OUTPUT_LIMIT);
  if (omitted === 0) return result;
  const hash = await keep(invocation, result.text);
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
