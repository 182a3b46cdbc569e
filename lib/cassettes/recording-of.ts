import type { Cassette } from '@/lib/protocol';

/** The recording of the agent that this call starts: its own cassette and its name there; undefined if there is none. */
export function recordingOf(
  { agents = [], ...cassette }: Cassette,
  parent: string,
  callId: string,
): { id: string; cassette: Cassette } | undefined {
  const agent = agents.find((known) => known.parent === parent && known.callId === callId);
  return agent && { id: agent.id, cassette: { ...cassette, entries: agent.entries } };
}
