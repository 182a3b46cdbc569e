import { isWhole, readInboxMessage, type Cassette, type ThreadState } from '@/lib/protocol';

/** What the recording has before the model's next turn that the replay does not have yet. */
export interface NextSaid {
  /** What a person said. */
  readonly words?: string;
  /** Who wrote to the agent, in that order. */
  readonly inbox: readonly string[];
}

/**
 * What is said next in a replay. It is found by the turns that were played: so nothing is passed over, however many messages
 * those turns heard. No inbox message is awaited where the recording ends, for no turn would read it.
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

/** Who spoke since the model did: an agent's name, or undefined for a person. */
function sinceLastTurn(messages: ThreadState['messages']): (string | undefined)[] {
  const last = messages.findLastIndex(({ role }) => role === 'assistant');
  return messages.slice(last + 1).flatMap((message) => {
    if (message.role !== 'user') return [];
    return [typeof message.content === 'string' ? readInboxMessage(message.content)?.from : undefined];
  });
}
