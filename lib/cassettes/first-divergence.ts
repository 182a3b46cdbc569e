import type { ThreadState } from '@/lib/protocol';
import { divergenceOf, type Divergence } from './divergence';

/** A sub-agent's conversation, with who started it, `main` or another of these, and by which call. */
export interface AgentThread {
  readonly id: string;
  readonly name: string;
  readonly parent: string;
  readonly callId: string;
  readonly thread: Pick<ThreadState, 'cassette' | 'callOrder' | 'calls'>;
}

/** Where a run first is not as it was recorded, and in whose conversation: the main one's, where no agent is named. */
export interface RunDivergence extends Divergence {
  readonly agent?: string;
  /** The message of the main conversation in which that is: of an agent, the one that set it to work. */
  readonly within: string;
}

/** The first divergence of a thread and the agents that work for it, in the order of the thread's calls. */
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
    // What an agent did comes before what came of its call.
    if (call) found.push({ ...divergence, agent: agent.name, within: call.messageId, at: order(call.id) - 0.5 });
  }
  return found.toSorted((one, other) => one.at - other.at)[0];
}

/** The call of the main conversation under which an agent works. */
function callAbove(agent: AgentThread, agents: readonly AgentThread[]): string {
  let top = agent;
  for (let depth = 0; depth < agents.length; depth += 1) {
    const above = agents.find(({ id }) => id === top.parent);
    if (!above) break;
    top = above;
  }
  return top.callId;
}
