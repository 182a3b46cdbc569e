import { emptyThread, foldEvents, type AgentOptions, type ThreadState } from '@/lib/protocol';
import { readLogTo } from '../agents/read-log';
import { createCallViews } from '../executor/call-views';
import type { CallView } from '../executor/call-view';
import { createRunClient, type RunResponse } from '../thread/run-client';
import { wait } from '../thread/wait';

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
  const client = createRunClient({ fetch, carried: () => ({}) });
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
  /** Calls with invalid arguments. */
  invalid: number;
  denied: number;
  /** Calls that ran and failed, or were stopped. */
  failed: number;
  inputTokens: number;
  outputTokens: number;
  /** US dollars; 0 if nothing is paid, or no price is known. */
  cost: number;
  /** Duration of all runs, without the time between them, milliseconds. */
  ms: number;
}

/** The figures of a thread. */
export function figuresOf({ thread, calls }: Pick<ReadThread, 'thread' | 'calls'>): ThreadFigures {
  const { turns, runs } = thread;
  const add = (field: 'inputTokens' | 'outputTokens' | 'cost'): number =>
    turns.reduce((sum, turn) => sum + turn[field], 0);
  const having = (...phases: readonly string[]): number => calls.filter(({ phase }) => phases.includes(phase)).length;
  return {
    turns: turns.length,
    calls: calls.length,
    invalid: having('invalid'),
    denied: having('denied'),
    failed: having('failed', 'aborted'),
    inputTokens: add('inputTokens'),
    outputTokens: add('outputTokens'),
    cost: add('cost'),
    ms: runs.reduce((sum, { startedAt, endedAt }) => sum + Math.max(0, (endedAt ?? 0) - (startedAt ?? 0)), 0),
  };
}
