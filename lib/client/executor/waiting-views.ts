import { callOfAgent, type AgentView } from '../agents/agent-view';
import type { CallView } from '../state';

type Waiting = readonly { readonly callId: string }[];

/** Whether a call is another, or one that it has made: its id is `<outer>.<n>` (`CallsFromCall`). */
const isWithin = (id: string, outer: string): boolean => id === outer || id.startsWith(`${outer}.`);

/** Whether what waits for a person is a call that this one has made, or one of an agent that it set to work. */
export const waitsInside = (id: string, waiting: Waiting, agents: readonly AgentView[] = []): boolean =>
  waiting.some(({ callId }) => callId !== id && isWithin(callId, id)) ||
  agents.some((agent) => isWithin(callOfAgent(agent), id) && agent.calls.some((call) => waits(call, waiting, agents)));

const waits = ({ id, phase }: CallView, waiting: Waiting, agents: readonly AgentView[]): boolean =>
  phase === 'awaiting-approval' ||
  (phase === 'running' && (waiting.some(({ callId }) => callId === id) || waitsInside(id, waiting, agents)));

interface Views {
  readonly calls: readonly CallView[];
  readonly agents: readonly AgentView[];
}

/**
 * Shows calls that run, but only wait for a person, as what they are; those, too, that wait for a call of their own or for an agent whose call
 * waits. The same views until something of it changes.
 */
export function createWaitingViews() {
  let last: { of: Views; waiting: Waiting; views: Views } | undefined;
  const changed = new WeakMap<CallView, CallView>();
  const asWaiting = (call: CallView): CallView => {
    const view = changed.get(call) ?? { ...call, phase: 'awaiting-approval' };
    changed.set(call, view);
    return view;
  };
  return (of: Views, waiting: Waiting): Views => {
    if (waiting.length === 0) return of;
    const same = last?.of.calls === of.calls && last.of.agents === of.agents && last.waiting.length === waiting.length;
    if (last && same && last.waiting.every((request, index) => request === waiting[index])) return last.views;
    const isChanged = (call: CallView): boolean => call.phase === 'running' && waits(call, waiting, of.agents);
    const shown = (calls: readonly CallView[]): readonly CallView[] =>
      calls.some(isChanged) ? calls.map((call) => (isChanged(call) ? asWaiting(call) : call)) : calls;
    const agents = of.agents.map((agent) => {
      const calls = shown(agent.calls);
      return calls === agent.calls ? agent : { ...agent, calls };
    });
    last = { of, waiting, views: { calls: shown(of.calls), agents } };
    return last.views;
  };
}
