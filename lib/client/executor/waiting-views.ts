import { callOfAgent, type AgentView } from '../agent-view';
import type { CallView } from '../state';

type Waiting = readonly { readonly callId: string }[];

/** Whether a call is `outer` or nested in it: its id is then `<outer>.<n>` (`CallsFromCall`). */
const isWithin = (id: string, outer: string): boolean => id === outer || id.startsWith(`${outer}.`);

/** Whether a call nested in this one, or a call of an agent that it started, waits for a person. */
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
 * Shows running calls that only wait for a person as waiting, including those that wait for a nested call or for an agent whose
 * call waits. Returns the same views until something changes.
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
