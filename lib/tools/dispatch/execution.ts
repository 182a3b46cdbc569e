import { abortReasonOf } from '../abort-reason';
import { abortedResult, failure } from '../result';
import type { AnyTool, ToolContext } from '../tool';
import type { CallResult } from './call';
import { cutOff } from './cut-off';
import type { Invocation } from './invocation';
import { messageOf } from '../message-of';
import { readOutput } from './read-output';

/** Milliseconds a call may take unless its tool says otherwise. */
export const DEFAULT_DEADLINE_MS = 60_000;
/** Milliseconds a call may go on after an abort, unless its tool asks for longer. */
export const DEFAULT_ABORT_GRACE_MS = 250;

/** Runs the tool until it answers, its deadline passes or somebody stops it: what all steps stand around. */
export async function execute({ tool, input, context, report, trace }: Invocation): Promise<CallResult> {
  if (context.signal.aborted) return abortedResult(abortReasonOf(context.signal));
  const allowed = tool.deadlineFor?.(input) ?? DEFAULT_DEADLINE_MS;
  const tooLong = (): string => `${tool.name} took longer than ${allowed / 1000} s and was cut off.`;
  const cut = cutOff(context.signal, allowed, tooLong, tool.abortGrace ?? DEFAULT_ABORT_GRACE_MS);
  const { signal } = cut;
  let settled = false;
  const onOutput = (text: string): void => {
    if (!settled) context.onOutput(text);
  };

  try {
    report('running');
    const answer = attempt(tool, input, { ...context, signal, deadline: trace.now() + allowed, onOutput });
    return await Promise.race([answer, cut.abandoned.then(() => abortedResult(abortReasonOf(signal)))]);
  } finally {
    settled = true;
    cut.clear();
  }
}

/** A throw becomes a result: of the abort, if there was one, or else of the error. */
async function attempt(tool: AnyTool, input: unknown, context: ToolContext): Promise<CallResult> {
  try {
    return readOutput(tool, await tool.execute(input, context));
  } catch (error) {
    if (context.signal.aborted) return abortedResult(abortReasonOf(context.signal));
    return failure('EXECUTION_ERROR', `${tool.name} failed: ${messageOf(error)}`);
  }
}
