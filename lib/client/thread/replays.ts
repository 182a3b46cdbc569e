import type { UserMessage } from '@ag-ui/core';
import { nextSaid, recordCassette, type RecordOptions } from '@/lib/cassettes';
import type { AgentOptions, Cassette, LogLine, ThreadState } from '@/lib/protocol';

/** What is said to an agent that is done so that it goes on. */
export type OnDone = (thread: ThreadState, signal: AbortSignal) => Promise<UserMessage | undefined> | undefined;

/** The options under which a cassette is replayed, in its thread only. */
export const replayOptions = (cassette: Cassette, speed: 'recorded' | 'instant'): AgentOptions => ({
  ...cassette.options,
  model: 'cassette',
  speed: speed === 'instant' ? 'instant' : 'typing',
});

/** Says what the person of the recording said next, for as long as the cassette is the model. */
export const sayingOn =
  (options: () => AgentOptions, otherwise: OnDone): OnDone =>
  (thread, signal) => {
    const { cassette } = thread;
    const content = cassette && options().model === 'cassette' ? nextSaid(cassette, thread).words : undefined;
    if (content === undefined) return otherwise(thread, signal);
    return Promise.resolve({ id: crypto.randomUUID(), role: 'user', content });
  };

/** A thread as a cassette; undefined where nothing was said in it yet. */
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
