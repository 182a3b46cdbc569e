import { callIdOf } from '@/lib/client/agent-view';
import type { CallView, ClientState } from '@/lib/client/state';
import { callOf } from '@/lib/protocol';
import type { TurnRef } from '../../state/ui';

/** The turn that made a call; undefined until the turn has ended. */
export function turnOfCall(
  { calls, agents, thread: main, threadId }: Pick<ClientState, 'calls' | 'agents' | 'thread' | 'threadId'>,
  { id }: Pick<CallView, 'id'>,
): TurnRef | undefined {
  const agent = calls.some((call) => call.id === id)
    ? undefined
    : agents.find((known) => known.calls.some((call) => call.id === id));
  const [thread, of] = agent ? [agent.thread, agent.threadId] : [main, threadId];
  const at = callOf(thread, agent ? id.slice(callIdOf(agent.id, '').length) : id)?.startedAt;
  if (at === undefined || of === null) return undefined;
  const turn = thread.turns.find(({ startedAt, endedAt }) => startedAt <= at && at <= endedAt);
  return turn && { threadId: of, startedAt: turn.startedAt };
}
