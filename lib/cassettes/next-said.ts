import type { Cassette, ThreadState } from '@/lib/protocol';

/** How what an agent writes to another begins. */
const LETTER = /^\[Message from [^\]]+\]\n/;

/**
 * What the person said next in the recording, once the replay has come that far; undefined where it says no more, or where an agent
 * spoke that is replayed, too, and so speaks for itself.
 */
export function nextSaid(
  { entries, agents }: Cassette,
  { messages }: Pick<ThreadState, 'messages'>,
): string | undefined {
  const said = entries.flatMap((entry) => (entry.kind === 'said' ? [entry.text] : []));
  const next = said[messages.filter(({ role }) => role === 'user').length];
  return next !== undefined && agents && LETTER.test(next) ? undefined : next;
}
