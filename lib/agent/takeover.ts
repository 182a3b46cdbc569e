import { EventType, PROTOCOL_VERSION, type AGUIEvent } from '@ag-ui/core';
import { currentRun } from '@/lib/protocol';
import type { Takeover } from '@/lib/threads';
import type { ThreadHistory } from './history';

/**
 * Lets a run replace a dead one in the step that acquires the lease: folds the rest of the log and returns what to log
 * first.
 */
export const takeOver =
  (threadId: string, runId: string, history: ThreadHistory, now: number): Takeover =>
  ({ read }) => {
    history.add(read(history.thread.seq));
    return takeoverEvents(threadId, runId, history, now);
  };

/**
 * What a run that takes over a dead one logs first: the dead run's error, its own start, and the messages without those of
 * the dead model turn. Empty if the last run is not live.
 */
function takeoverEvents(threadId: string, runId: string, { thread, said }: ThreadHistory, now: number): AGUIEvent[] {
  if (currentRun(thread)?.status !== 'live') return [];
  const lost = new Set(Object.values(thread.calls).flatMap((call) => (said.has(call.messageId) ? [call.id] : [])));
  return [
    {
      type: EventType.RUN_ERROR,
      code: 'LEASE_LOST',
      message: 'The server process behind this run is gone; another one goes on.',
      timestamp: now,
    },
    { type: EventType.RUN_STARTED, threadId, runId, protocolVersion: PROTOCOL_VERSION, timestamp: now },
    {
      type: EventType.MESSAGES_SNAPSHOT,
      messages: thread.messages.filter(
        (message) => !said.has(message.id) && !(message.role === 'tool' && lost.has(message.toolCallId)),
      ),
      timestamp: now,
    },
  ];
}
