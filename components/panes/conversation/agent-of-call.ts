import type { AgentView } from '@/lib/client/agents/agent-view';
import type { CallView } from '@/lib/client/state';

/** The sub-agent that a call set to work, as far as this browser knows it. */
export const agentOfCall = (agents: readonly AgentView[], call: CallView): AgentView | undefined =>
  agents.length === 0
    ? undefined
    : (agents.findLast(({ parent, callId }) => (parent === 'main' ? callId : `${parent}/${callId}`) === call.id) ??
      agents.find(({ threadId }) => threadId === threadOf(call)));

/** Of a call whose agent was gone on with since, the result still tells which one it was. */
function threadOf({ result }: CallView): unknown {
  const agent = result?.details?.agent;
  return typeof agent === 'object' && agent !== null && 'threadId' in agent ? agent.threadId : undefined;
}
