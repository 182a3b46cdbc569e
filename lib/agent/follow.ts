import { EventType, type AGUIEvent, type RunAgentInput } from '@ag-ui/core';
import type { LogLine } from '@/lib/protocol';
import type { EventLog } from '@/lib/threads';

export interface Follow {
  threadId: string;
  /** Where to begin to read. */
  after: number;
  /** The first run to show, and the one whose end ends the stream: another one where it was taken over. */
  from: string;
  until: string;
  /** The request that the stream answers: what it carried itself is left out. */
  input: RunAgentInput;
}

/** The log lines that answer one request: its run, from its start to its end. */
export async function* followRun(
  log: EventLog,
  { threadId, after, from, until, input }: Follow,
  signal: AbortSignal,
): AsyncGenerator<LogLine> {
  const carried = carriedBy(input);
  let current: string | undefined;
  for await (const { seq, event } of log.tail(threadId, after, signal)) {
    if (event.type === EventType.RUN_STARTED && (current !== undefined || event.runId === from)) current = event.runId;
    if (current === undefined) continue;
    if (!carried(event)) yield { seq, event };
    if (current === until && isEnd(event)) return;
  }
}

const isEnd = (event: AGUIEvent): boolean =>
  event.type === EventType.RUN_FINISHED || event.type === EventType.RUN_ERROR;

/** Clients that sent a message or a result have it already; an echo would double it. */
function carriedBy(input: RunAgentInput): (event: AGUIEvent) => boolean {
  const users = new Set(input.messages.flatMap((message) => (message.role === 'user' ? [message.id] : [])));
  const results = new Set(input.messages.flatMap((message) => (message.role === 'tool' ? [message.toolCallId] : [])));
  return (event) => {
    switch (event.type) {
      case EventType.TOOL_CALL_RESULT:
        return results.has(event.toolCallId);
      case EventType.TEXT_MESSAGE_START:
      case EventType.TEXT_MESSAGE_CONTENT:
      case EventType.TEXT_MESSAGE_END:
        return users.has(event.messageId);
      default:
        return false;
    }
  };
}
