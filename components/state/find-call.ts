import type { CallView, ClientState } from '@/lib/client/state';
import { textOf } from '../messages/text';

type Calls = Pick<ClientState, 'calls' | 'agents'>;

/** The call with this id, whichever agent made it. */
export function findCall({ calls, agents }: Calls, id: string | null): CallView | undefined {
  const known = calls.find((call) => call.id === id);
  if (known || agents.length === 0) return known;
  for (const agent of agents) {
    const own = agent.calls.find((call) => call.id === id);
    if (own) return own;
  }
  return undefined;
}

/** A call's name for people, in the document's language: `call 3`, or `call 2 of agent-1`. */
export function callNumber({ calls, agents }: Calls, id: string): string {
  const text = textOf('elements');
  const number = calls.findIndex((call) => call.id === id) + 1;
  if (number > 0) return text('callIs', { number });
  for (const agent of agents) {
    const own = agent.calls.findIndex((call) => call.id === id) + 1;
    if (own > 0) return text('callOf', { number: own, name: agent.name });
  }
  return text('aCall');
}

/** The calls with invalid arguments: this agent's, then those of its sub-agents. */
export const invalidCalls = ({ calls, agents }: Calls): CallView[] =>
  [...calls, ...agents.flatMap((agent) => agent.calls)].filter(({ phase }) => phase === 'invalid');
