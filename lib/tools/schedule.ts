import type { SettledCall, ToolCall } from './dispatch';
import { messageOf } from './message-of';
import { failure } from './result';

/** Most calls that run together. */
export const MAX_TOGETHER = 10;

/**
 * Splits a turn's calls into batches that run one after the other. Neighbouring read-only calls share a batch; every other
 * call is one of its own, so that a read after a write sees the write.
 */
export function planBatches(
  calls: readonly ToolCall[],
  isReadOnly: (call: ToolCall) => boolean,
): readonly (readonly ToolCall[])[] {
  const batches: { reads: boolean; calls: ToolCall[] }[] = [];
  for (const call of calls) {
    const reads = isReadOnly(call);
    const last = batches.at(-1);
    if (reads && last?.reads && last.calls.length < MAX_TOGETHER) last.calls.push(call);
    else batches.push({ reads, calls: [call] });
  }
  return batches.map((batch) => batch.calls);
}

export interface ScheduleOptions {
  readonly isReadOnly: (call: ToolCall) => boolean;
  /** Runs one call; `batch` counts from 0, and calls with the same number run together. */
  readonly run: (call: ToolCall, batch: number) => Promise<SettledCall>;
}

/**
 * Runs a turn's calls and returns their results in call order, exactly one each. After an abort the calls that are left
 * are still handed to `run`, which settles them without running.
 */
export async function schedule(
  calls: readonly ToolCall[],
  { isReadOnly, run }: ScheduleOptions,
): Promise<SettledCall[]> {
  const settled: SettledCall[] = [];
  for (const [index, batch] of planBatches(calls, isReadOnly).entries()) {
    settled.push(...(await Promise.all(batch.map((call) => settle(call, () => run(call, index))))));
  }
  return settled;
}

/** One call whose runner fails must not cost the others their results. */
async function settle(call: ToolCall, run: () => Promise<SettledCall>): Promise<SettledCall> {
  const queuedAt = Date.now();
  try {
    return await run();
  } catch (error) {
    const endedAt = Date.now();
    const result = failure('EXECUTION_ERROR', `The call could not be run: ${messageOf(error)}`);
    return { callId: call.id, phase: 'failed', result, timings: { queuedAt, startedAt: endedAt, endedAt } };
  }
}
