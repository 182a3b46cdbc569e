import type { Cassette, ThreadState } from '@/lib/protocol';

/** What the person said next in the recording, once the replay has come that far; undefined where it says no more. */
export function nextSaid({ entries }: Cassette, { messages }: Pick<ThreadState, 'messages'>): string | undefined {
  const said = entries.flatMap((entry) => (entry.kind === 'said' ? [entry.text] : []));
  return said[messages.filter(({ role }) => role === 'user').length];
}
