import type { AgentUsage } from '@/lib/ports';
import type { ThreadState } from '@/lib/protocol';
import type { CallView } from '../executor/call-view';
import type { AgentRecord } from './agent-record';

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
  /** Their ids begin with the agent's, so that no two calls of a page have the same. */
  readonly calls: readonly CallView[];
  /** Works in this page, so that it can be stopped here. */
  readonly live: boolean;
}

/** The id by which the page knows an agent's call. */
export const callIdOf = (agentId: string, callId: string): string => `${agentId}/${callId}`;

/** The page's id of the call that set an agent to work. */
export const callOfAgent = ({ parent, callId }: Pick<AgentView, 'parent' | 'callId'>): string =>
  parent === 'main' ? callId : callIdOf(parent, callId);

/** What an agent used, from its conversation. */
export function usageOf({ turns, callOrder }: Pick<ThreadState, 'turns' | 'callOrder'>): AgentUsage {
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
