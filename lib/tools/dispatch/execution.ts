import { abortReasonOf } from '../abort-reason';
import { abortedResult, failure } from '../result';
import type { CallResult } from './call';
import { afterAbort, withDeadline } from './cut-off';
import type { Invocation } from './invocation';
import { messageOf } from '../message-of';
import { readOutput } from './read-output';

/** Milliseconds a call may take unless its tool says otherwise. */
export const DEFAULT_DEADLINE_MS = 60_000;
/** Milliseconds a call may go on after an abort, unless its tool asks for longer. */
export const DEFAULT_ABORT_GRACE_MS = 250;

/** Runs the tool until it answers, its deadline passes or somebody stops it: what all steps stand around. */
export async function execute({ tool, input, context, report }: Invocation): Promise<CallResult> {
  if (context.signal.aborted) return abortedResult(abortReasonOf(context.signal));
  const allowed = tool.deadlineFor?.(input) ?? DEFAULT_DEADLINE_MS;
  const cut = withDeadline(
    context.signal,
    allowed,
    `${tool.name} took longer than ${allowed / 1000} s and was cut off.`,
  );
  const grace = afterAbort(cut.signal, tool.abortGrace ?? DEFAULT_ABORT_GRACE_MS);
  let settled = false;
  const onOutput = (text: string): void => {
    if (!settled) context.onOutput(text);
  };

  report('running');
  const answer = attempt(async () =>
    readOutput(
      tool,
      await tool.execute(input, { ...context, signal: cut.signal, deadline: Date.now() + allowed, onOutput }),
    ),
  );
  const abandoned = grace.passed.then(() => abortedResult(abortReasonOf(cut.signal)));
  const result = await Promise.race([answer, abandoned]);
  settled = true;
  cut.clear();
  grace.clear();
  return result;

  /** A throw becomes a result: of the abort, if there was one, or else of the error. */
  async function attempt(run: () => Promise<CallResult>): Promise<CallResult> {
    try {
      return await run();
    } catch (error) {
      if (cut.signal.aborted) return abortedResult(abortReasonOf(cut.signal));
      return failure('EXECUTION_ERROR', `${tool.name} failed: ${messageOf(error)}`);
    }
  }
}
