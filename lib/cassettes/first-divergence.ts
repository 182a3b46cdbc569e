import type { ThreadState } from '@/lib/protocol';
import { divergenceOf, type Divergence } from './divergence';

/** A sub-agent's conversation, and the agent (`main` or another one) and call that started it. */
export interface AgentThread {
  readonly id: string;
  readonly name: string;
  readonly parent: string;
  readonly callId: string;
  readonly thread: Pick<ThreadState, 'cassette' | 'callOrder' | 'calls'>;
}

/** The first point where a run differs from the recording, and the agent it belongs to; none is named for the main conversation. */
export interface RunDivergence extends Divergence {
  readonly agent?: string;
  /** The message of the main conversation: for a sub-agent, the one that started it. */
  readonly within: string;
}

/** The first divergence of a thread or of its sub-agents, in the order of the thread's calls. */
export function firstDivergence(
  main: AgentThread['thread'],
  agents: readonly AgentThread[],
): RunDivergence | undefined {
  const order = (callId: string): number => main.callOrder.indexOf(callId);
  const own = main.cassette && divergenceOf(main.cassette, main);
  const found: (RunDivergence & { at: number })[] = own
    ? [{ ...own, within: own.messageId, at: order(own.callId) }]
    : [];
  for (const agent of agents) {
    const { cassette } = agent.thread;
    const divergence = cassette && divergenceOf(cassette, agent.thread);
    const call = divergence && main.calls[callAbove(agent, agents)];
    // An agent's own calls come before the result of the call that started it.
    if (call) found.push({ ...divergence, agent: agent.name, within: call.messageId, at: order(call.id) - 0.5 });
  }
  return found.toSorted((one, other) => one.at - other.at)[0];
}

/** The call of the main conversation that an agent works under. */
function callAbove(agent: AgentThread, agents: readonly AgentThread[]): string {
  let top = agent;
  for (let depth = 0; depth < agents.length; depth += 1) {
    const above = agents.find(({ id }) => id === top.parent);
    if (!above) break;
    top = above;
  }
  return top.callId;
}
