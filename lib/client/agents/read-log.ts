import type { LogLine } from '@/lib/protocol';
import type { RunClient } from '../run-client';
import { tailThread, type TailOptions } from '../thread/tail';

export interface LogReader extends Pick<TailOptions, 'threadId' | 'fetch' | 'wait' | 'signal'> {
  client: RunClient;
  /** Sequence number of the last known line. */
  after: number;
}

/** The new lines of a thread's log as of now; undefined if it cannot be read. Does not follow the log. */
export async function readLog({ client, ...reader }: LogReader): Promise<readonly LogLine[] | undefined> {
  const summary = await client.summary(reader.threadId);
  return summary.ok ? readLogTo(summary.value.lastSeq, reader) : undefined;
}

/** The same, up to a line with a known sequence number. */
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
