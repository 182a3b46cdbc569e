import type { AgentUsage } from '@/lib/ports';
import type { ThreadState } from '@/lib/protocol';
import type { CallView } from './executor/call-view';
import type { AgentRecord } from './agents/agent-record';

/** A sub-agent as the page shows it. */
export interface AgentView extends Pick<
  AgentRecord,
  | 'id'
  | 'threadId'
  | 'parent'
  | 'callId'
  | 'name'
  | 'type'
  | 'description'
  | 'background'
  | 'status'
  | 'usage'
  | 'worktree'
  | 'startedAt'
  | 'endedAt'
> {
  /** Its conversation, as far as this page has read it. */
  readonly thread: ThreadState;
  /** Their ids begin with the agent's, so that ids are unique within the page. */
  readonly calls: readonly CallView[];
  /** Whether it runs in this page, and so can be stopped here. */
  readonly live: boolean;
}

/** The page's id of an agent's call. */
export const callIdOf = (agentId: string, callId: string): string => `${agentId}/${callId}`;

/** The page's id of the call that gave an agent its task. */
export const callOfAgent = ({ parent, callId }: Pick<AgentView, 'parent' | 'callId'>): string =>
  parent === 'main' ? callId : callIdOf(parent, callId);

/** An agent's usage, computed from its conversation. */
export function threadUsage({ turns, callOrder }: Pick<ThreadState, 'turns' | 'callOrder'>): AgentUsage {
  const total = (figure: 'inputTokens' | 'outputTokens' | 'cachedInputTokens' | 'cost') =>
    turns.reduce((sum, turn) => sum + turn[figure], 0);
  return {
    turns: turns.length,
    calls: callOrder.length,
    inputTokens: total('inputTokens'),
    outputTokens: total('outputTokens'),
    cachedInputTokens: total('cachedInputTokens'),
    cost: total('cost'),
  };
}
