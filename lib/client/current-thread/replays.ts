import type { UserMessage } from '@ag-ui/core';
import { nextSaid, recordCassette, type RecordOptions } from '@/lib/cassettes';
import type { AgentOptions, Cassette, LogLine, ThreadState } from '@/lib/protocol';

/** Returns a message that keeps a finished agent going. */
type OnDone = (thread: ThreadState, signal: AbortSignal) => Promise<UserMessage | undefined> | undefined;

/** The options for replaying a cassette, in its thread only. */
export const replayOptions = (cassette: Cassette, speed: 'recorded' | 'instant'): AgentOptions => ({
  ...cassette.options,
  model: 'cassette',
  speed: speed === 'instant' ? 'instant' : 'typing',
});

/** Sends the recorded person's next message, as long as the cassette is the model. */
export const sayingOn =
  (options: () => AgentOptions, otherwise: OnDone): OnDone =>
  (thread, signal) => {
    const { cassette } = thread;
    const content = cassette && options().model === 'cassette' ? nextSaid(cassette, thread).words : undefined;
    if (content === undefined) return otherwise(thread, signal);
    return Promise.resolve({ id: crypto.randomUUID(), role: 'user', content });
  };

/** A thread as a cassette; undefined if nothing has been said in it yet. */
export function recordThread(
  log: readonly LogLine[],
  { messages }: ThreadState,
  options: AgentOptions,
  { secrets, agents }: Pick<RecordOptions, 'secrets' | 'agents'>,
): Cassette | undefined {
  const first = messages.find(({ role }) => role === 'user');
  if (!first) return undefined;
  const title = typeof first.content === 'string' ? first.content.slice(0, 160) : 'A recorded run';
  return recordCassette(log, { title, options, now: new Date(), secrets, agents });
}
