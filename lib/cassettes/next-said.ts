import { isWhole, readInboxMessage, type Cassette, type ThreadState } from '@/lib/protocol';

/** The next message of the recording that the replay does not have yet. */
interface NextSaid {
  /** A message from the person. */
  readonly words?: string;
  /** The agents whose inbox messages come next, in order. */
  readonly inbox: readonly string[];
}

/**
 * The next message in a replay. It is found by the number of turns played, so nothing is skipped however many messages each turn
 * read. At the end of a recording no inbox message is awaited, because no turn would read it.
 */
export function nextSaid(
  { entries }: Pick<Cassette, 'entries'>,
  { messages, turns }: Pick<ThreadState, 'messages' | 'turns'>,
): NextSaid {
  const before = turns.filter(isWhole).length;
  const heard = sinceLastTurn(messages);
  const missing: { from?: string; text: string }[] = [];
  let turn = 0;
  for (const entry of entries) {
    if (entry.kind === 'turn') turn += 1;
    if (entry.kind !== 'said' || turn !== before) continue;
    const known = heard.indexOf(entry.from);
    if (known >= 0) heard.splice(known, 1);
    else missing.push(entry);
  }
  const words = missing.find(({ from }) => from === undefined)?.text;
  return {
    ...(words !== undefined && { words }),
    inbox: before < turn ? missing.flatMap(({ from }) => (from === undefined ? [] : [from])) : [],
  };
}

/** Who has spoken since the model did: an agent's name, or undefined for the person. */
function sinceLastTurn(messages: ThreadState['messages']): (string | undefined)[] {
  const last = messages.findLastIndex(({ role }) => role === 'assistant');
  return messages.slice(last + 1).flatMap((message) => {
    if (message.role !== 'user') return [];
    return [typeof message.content === 'string' ? readInboxMessage(message.content)?.from : undefined];
  });
}

/** The recording of the agent that this call starts: its own cassette and its name there; undefined if there is none. */
export function recordingOf(
  { agents = [], ...cassette }: Cassette,
  parent: string,
  callId: string,
): { id: string; cassette: Cassette } | undefined {
  const agent = agents.find((known) => known.parent === parent && known.callId === callId);
  return agent && { id: agent.id, cassette: { ...cassette, entries: agent.entries } };
}
