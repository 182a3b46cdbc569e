import { emptyThread, foldEvents, type AgentOptions, type ThreadState } from '@/lib/protocol';
import { readLogTo } from '../agents/read-log';
import { createCallViews } from '../executor/call-views';
import type { CallView } from '../executor/call-view';
import { createRunClient, type RunResponse } from '../run-client';
import { wait } from '../wait';

/** A thread in its current state, as read from its log. */
export interface ReadThread {
  /** The options of its last run. */
  readonly options: AgentOptions;
  readonly thread: ThreadState;
  readonly calls: readonly CallView[];
}

/** Reads a thread once, without following it. Refused if the server knows no such thread, or not for this browser. */
export async function readThread(
  threadId: string,
  { fetch, signal }: { fetch: typeof globalThis.fetch; signal: AbortSignal },
): Promise<RunResponse<ReadThread>> {
  const client = createRunClient({ fetch, keys: { any: false, carried: () => ({}) } });
  const summary = await client.summary(threadId);
  if (!summary.ok) return summary;
  const log = await readLogTo(summary.value.lastSeq, { threadId, fetch, signal, wait, after: 0 });
  if (!log) return { ok: false, code: 'UNREADABLE', message: 'The thread could not be read to its end.' };
  const thread = foldEvents(emptyThread, log);
  return { ok: true, value: { options: summary.value.options, thread, calls: createCallViews()(thread) } };
}

/** A thread's figures. */
export interface ThreadFigures {
  /** How often a model was called. */
  turns: number;
  calls: number;
  /** Calls of each outcome but success. */
  invalid: number;
  denied: number;
  failed: number;
  aborted: number;
  inputTokens: number;
  outputTokens: number;
  /** US dollars; 0 if nothing is paid, or no price is known. */
  cost: number;
  /** How long the model spoke, milliseconds. */
  modelMs: number;
  /**
   * How long calls ran, without what they waited before and what a person took to answer, milliseconds; calls that ran together
   * count once.
   */
  callsMs: number;
}

/** The figures of a thread. */
export function figuresOf({ thread, calls }: Pick<ReadThread, 'thread' | 'calls'>): ThreadFigures {
  const { turns } = thread;
  const add = (field: 'inputTokens' | 'outputTokens' | 'cost'): number =>
    turns.reduce((sum, turn) => sum + turn[field], 0);
  const having = (phase: CallView['phase']): number => calls.filter((call) => call.phase === phase).length;
  return {
    turns: turns.length,
    calls: calls.length,
    invalid: having('invalid'),
    denied: having('denied'),
    failed: having('failed'),
    aborted: having('aborted'),
    inputTokens: add('inputTokens'),
    outputTokens: add('outputTokens'),
    cost: add('cost'),
    modelMs: turns.reduce((sum, { startedAt, endedAt }) => sum + Math.max(0, endedAt - startedAt), 0),
    callsMs: lengthOf(
      calls.flatMap(({ asks, timings }) => (asks ? [] : [[timings?.startedAt ?? 0, timings?.endedAt ?? 0] as const])),
    ),
  };
}

/** How much time stretches cover together. */
function lengthOf(stretches: readonly (readonly [start: number, end: number])[]): number {
  let length = 0;
  let until = -Infinity;
  for (const [start, end] of stretches.toSorted(([a], [b]) => a - b)) {
    length += Math.max(0, end - Math.max(start, until));
    until = Math.max(until, end);
  }
  return length;
}
