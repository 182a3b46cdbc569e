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
