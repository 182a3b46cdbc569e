import { messageOf } from '@/lib/protocol/message-of';
import type { ResolvedCall, ToolCall } from './dispatch';
import { failure } from './result';

/** Most calls that run together. */
export const MAX_TOGETHER = 10;

/** How a call gets on with its neighbours: it only reads; it may run beside others that may, too; or it runs alone. */
export interface ConcurrencyClass {
  readonly reads: boolean;
  readonly beside: boolean;
}

/**
 * Splits a turn's calls into batches that run one after the other. Neighbouring read-only calls share a batch, and so do
 * neighbours that may run beside one another; every other call is one of its own, so that a read after a write sees the write.
 */
export function planBatches<C extends ToolCall>(
  calls: readonly C[],
  concurrencyClassOf: (call: C) => ConcurrencyClass,
): readonly (readonly C[])[] {
  const batches: { concurrencyClass: ConcurrencyClass; calls: C[] }[] = [];
  for (const call of calls) {
    const own = concurrencyClassOf(call);
    const last = batches.at(-1);
    const shared = last && {
      reads: last.concurrencyClass.reads && own.reads,
      beside: last.concurrencyClass.beside && own.beside,
    };
    if (last && shared && (shared.reads || shared.beside) && last.calls.length < MAX_TOGETHER) {
      last.calls.push(call);
      last.concurrencyClass = shared;
    } else batches.push({ concurrencyClass: own, calls: [call] });
  }
  return batches.map((batch) => batch.calls);
}

export interface ScheduleOptions {
  readonly concurrencyClassOf: (call: ToolCall) => ConcurrencyClass;
  /** Runs one call; `batch` counts from 0, and calls with the same number run together. */
  readonly run: (call: ToolCall, batch: number) => Promise<ResolvedCall>;
}

/**
 * Runs a turn's calls and returns their results in call order, exactly one each. After an abort the calls that are left
 * are still handed to `run`, which settles them without running.
 */
export async function schedule(
  calls: readonly ToolCall[],
  { concurrencyClassOf, run }: ScheduleOptions,
): Promise<ResolvedCall[]> {
  const resolved: ResolvedCall[] = [];
  for (const [index, batch] of planBatches(calls, concurrencyClassOf).entries()) {
    resolved.push(...(await Promise.all(batch.map((call) => settle(call, () => run(call, index))))));
  }
  return resolved;
}

/** One call whose runner fails must not cost the others their results. */
async function settle(call: ToolCall, run: () => Promise<ResolvedCall>): Promise<ResolvedCall> {
  const queuedAt = Date.now();
  try {
    return await run();
  } catch (error) {
    const endedAt = Date.now();
    const result = failure('EXECUTION_ERROR', `The call could not be run: ${messageOf(error)}`);
    return { callId: call.id, phase: 'failed', result, timings: { queuedAt, startedAt: endedAt, endedAt } };
  }
}
