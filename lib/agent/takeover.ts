import { EventType, PROTOCOL_VERSION, type AGUIEvent } from '@ag-ui/core';
import { currentRun } from '@/lib/protocol';
import type { LogEntry } from '@/lib/threads';
import { emptyHistory, foldHistory } from './history';

/**
 * What a run that takes over a dead one logs first: the dead run's error, its own start, and the messages without what the
 * dead model turn had said. Nothing where the dead run had not logged its start.
 */
export function takeoverEvents(
  threadId: string,
  runId: string,
  entries: readonly LogEntry[],
  now: number,
): AGUIEvent[] {
  const { thread } = foldHistory(emptyHistory, entries);
  const dead = currentRun(thread);
  if (dead?.status !== 'live') return [];
  const said = saidByModel(entries);
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

/** Messages the model began since the last RUN_STARTED. */
function saidByModel(entries: readonly LogEntry[]): Set<string> {
  const start = entries.findLastIndex(({ event }) => event.type === EventType.RUN_STARTED);
  const said = entries.slice(start).flatMap(({ event }) => {
    if (event.type === EventType.TEXT_MESSAGE_START) return event.role === 'user' ? [] : [event.messageId];
    if (event.type === EventType.REASONING_MESSAGE_START) return [event.messageId];
    if (event.type === EventType.TOOL_CALL_START) return [event.parentMessageId ?? event.toolCallId];
    return [];
  });
  return new Set(said);
}
