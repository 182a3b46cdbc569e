import { EventType, type AGUIEvent } from '@ag-ui/core';
import { emptyThread, foldEvents, type LogLine, type ThreadState } from '@/lib/protocol';

const START = 1_700_000_000_000;

/** A log of events, one every ten milliseconds. */
export const logOf = (events: readonly AGUIEvent[]): LogLine[] =>
  events.map((event, index) => ({ seq: index + 1, event: { ...event, timestamp: START + index * 10 } }));

export const threadOf = (events: readonly AGUIEvent[]): ThreadState => foldEvents(emptyThread, logOf(events));

export const said = (messageId: string, delta: string): AGUIEvent[] => [
  { type: EventType.RUN_STARTED, threadId: 't', runId: messageId },
  { type: EventType.TEXT_MESSAGE_START, messageId, role: 'user' },
  { type: EventType.TEXT_MESSAGE_CONTENT, messageId, delta },
  { type: EventType.TEXT_MESSAGE_END, messageId },
];

/** A turn of the model; `stop` says how it ended. */
export const turn = (id: string, call: { name: string; args: string } | undefined, stop: string): AGUIEvent[] => [
  { type: EventType.TEXT_MESSAGE_START, messageId: id, role: 'assistant' },
  { type: EventType.TEXT_MESSAGE_CONTENT, messageId: id, delta: `Turn ${id}.` },
  { type: EventType.TEXT_MESSAGE_END, messageId: id },
  ...(call
    ? ([
        { type: EventType.TOOL_CALL_START, toolCallId: `call-${id}`, toolCallName: call.name, parentMessageId: id },
        { type: EventType.TOOL_CALL_ARGS, toolCallId: `call-${id}`, delta: call.args },
        { type: EventType.TOOL_CALL_END, toolCallId: `call-${id}` },
      ] as const)
    : []),
  {
    type: EventType.CUSTOM,
    name: 'toolyard.turn',
    value: {
      stop,
      model: 'm',
      inputTokens: 3,
      outputTokens: 2,
      cachedInputTokens: 0,
      cost: 0,
      startedAt: START,
      endedAt: START + 500,
    },
  },
];

export const result = (id: string, content: string, error?: string): AGUIEvent => ({
  type: EventType.TOOL_CALL_RESULT,
  messageId: `result-${id}`,
  toolCallId: `call-${id}`,
  content,
  metadata: {
    toolyard: {
      success: error === undefined,
      ...(error && { error }),
      timings: { queuedAt: 1, startedAt: 2, endedAt: 9 },
    },
  },
});
