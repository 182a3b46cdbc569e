import type { LogLine } from '@/lib/protocol';
import type { RunClient } from '../thread/run-client';
import { tailThread, type TailOptions } from '../thread/tail';

export interface LogReader extends Pick<TailOptions, 'threadId' | 'fetch' | 'wait' | 'signal'> {
  client: RunClient;
  /** What is known already. */
  after: number;
}

/** A thread's log as it stands now, as far as it is news; undefined where it cannot be read. Follows nothing. */
export async function readLog({ client, ...reader }: LogReader): Promise<readonly LogLine[] | undefined> {
  const summary = await client.summary(reader.threadId);
  return summary.ok ? readLogTo(summary.value.lastSeq, reader) : undefined;
}

/** The same up to a line, by its sequence number, for who knows already how far the log goes. */
export async function readLogTo(
  lastSeq: number,
  { threadId, after, ...options }: Omit<LogReader, 'client'>,
): Promise<readonly LogLine[] | undefined> {
  const log: LogLine[] = [];
  const seen = () => log.at(-1)?.seq ?? after;
  if (lastSeq <= after) return log;
  const done = new AbortController();
  let refused = false;
  await tailThread({
    ...options,
    threadId,
    signal: AbortSignal.any([options.signal, done.signal]),
    after: seen,
    onLines(lines) {
      for (const line of lines) if (line.seq > seen()) log.push(line);
      if (seen() >= lastSeq) done.abort();
    },
    onConnection: () => undefined,
    onRefused: () => (refused = true),
  });
  return refused || seen() < lastSeq ? undefined : log;
}
