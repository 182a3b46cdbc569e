import { messageOf } from '@/lib/protocol/message-of';
import { failure, type ResolvedCall, type ToolCall } from './result';
import type { Scheduling } from './system';

/** The maximum number of calls that run at once. */
export const MAX_TOGETHER = 10;

/** What a call may run with: `reads`: it is read-only; `beside`: with others that allow it too. Otherwise it runs alone. */
export interface ConcurrencyClass {
  readonly reads: boolean;
  readonly beside: boolean;
}

/**
 * Splits a turn's calls into batches that run one after another. With `call-order`, adjacent read-only calls share a batch, as
 * do adjacent calls that may run beside each other; any other call runs alone, so that a read after a write sees the write.
 */
export function planBatches<C extends ToolCall>(
  calls: readonly C[],
  concurrencyClassOf: (call: C) => ConcurrencyClass,
  scheduling: Scheduling = 'call-order',
): readonly (readonly C[])[] {
  const each = calls.map((call) => ({ call, concurrencyClass: classUnder(scheduling, concurrencyClassOf(call)) }));
  const reads = ({ concurrencyClass }: { concurrencyClass: ConcurrencyClass }): boolean => concurrencyClass.reads;
  const ordered = scheduling === 'reads-first' ? [...each.filter(reads), ...each.filter((one) => !reads(one))] : each;
  const batches: { concurrencyClass: ConcurrencyClass; calls: C[] }[] = [];
  for (const { call, concurrencyClass: own } of ordered) {
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

/** The concurrency class under a system's scheduling. Calls with `beside` set are those that start agents. */
function classUnder(scheduling: Scheduling, { reads, beside }: ConcurrencyClass): ConcurrencyClass {
  switch (scheduling) {
    case 'call-order':
      return { reads, beside };
    case 'reads-first':
      return { reads, beside: false };
    case 'together':
      return { reads: false, beside: !beside };
    case 'one-at-a-time':
      return { reads: false, beside: false };
  }
}

const NO_BATCH = 'it was in no batch.';

interface ScheduleOptions {
  readonly concurrencyClassOf: (call: ToolCall) => ConcurrencyClass;
  /** Default: `call-order`. */
  readonly scheduling?: Scheduling | undefined;
  /** Runs one call; `batch` counts from 0, and calls of the same batch run together. */
  readonly run: (call: ToolCall, batch: number) => Promise<ResolvedCall>;
}

/**
 * Runs a turn's calls and returns their results in call order, exactly one each. After an abort, the remaining calls are
 * still passed to `run`, which resolves them without running.
 */
export async function schedule(
  calls: readonly ToolCall[],
  { concurrencyClassOf, scheduling, run }: ScheduleOptions,
): Promise<ResolvedCall[]> {
  const resolved = new Map<ToolCall, ResolvedCall>();
  for (const [index, batch] of planBatches(calls, concurrencyClassOf, scheduling).entries()) {
    const results = await Promise.all(batch.map((call) => runOne(call, () => run(call, index))));
    for (const [at, call] of batch.entries()) resolved.set(call, results[at] ?? notRun(call, NO_BATCH));
  }
  return calls.map((call) => resolved.get(call) ?? notRun(call, NO_BATCH));
}

/** If one call's runner fails, the others must still get their results. */
async function runOne(call: ToolCall, run: () => Promise<ResolvedCall>): Promise<ResolvedCall> {
  const queuedAt = Date.now();
  try {
    return await run();
  } catch (error) {
    return notRun(call, messageOf(error), queuedAt);
  }
}

function notRun(call: ToolCall, reason: string, queuedAt = Date.now()): ResolvedCall {
  const endedAt = Date.now();
  const result = failure('EXECUTION_ERROR', `The call could not be run: ${reason}`);
  return { callId: call.id, phase: 'failed', result, timings: { queuedAt, startedAt: endedAt, endedAt } };
}
