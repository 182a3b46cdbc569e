import { emptyThread, foldEvents, type ThreadState } from '@/lib/protocol';
import type { LegClient } from '../leg-client';
import { tailThread, type TailOptions } from '../tail';

export interface LogReader extends Pick<TailOptions, 'threadId' | 'fetch' | 'wait' | 'signal'> {
  client: LegClient;
}

/** A thread as its log stands now; undefined where it cannot be read. Follows nothing. */
export async function readLog({ client, threadId, ...options }: LogReader): Promise<ThreadState | undefined> {
  const summary = await client.summary(threadId);
  if (!summary.ok) return undefined;
  const { lastSeq } = summary.value;
  let thread = emptyThread;
  if (lastSeq === 0) return thread;
  const done = new AbortController();
  let refused = false;
  await tailThread({
    ...options,
    threadId,
    signal: AbortSignal.any([options.signal, done.signal]),
    after: () => thread.seq,
    onLines(lines) {
      thread = foldEvents(thread, lines);
      if (thread.seq >= lastSeq) done.abort();
    },
    onConnection: () => undefined,
    onRefused: () => (refused = true),
  });
  return refused || thread.seq < lastSeq ? undefined : thread;
}
