import type { Cassette } from '@/lib/protocol';

/** What the agent replays that is started by this call: a cassette of its own, and its name in the recording; undefined where there is none. */
export function recordingOf(
  { agents = [], ...cassette }: Cassette,
  parent: string,
  callId: string,
): { id: string; cassette: Cassette } | undefined {
  const agent = agents.find((known) => known.parent === parent && known.callId === callId);
  return agent && { id: agent.id, cassette: { ...cassette, entries: agent.entries } };
}
