import type { LogLine } from '@/lib/protocol';
import { EventType } from '@ag-ui/core';

/** Something that happened between messages: the next notice of the loop, or a person's stop. */
export interface Mark {
  kind: 'notice' | 'stopped';
  /** The message it stands below; undefined if it stands above all of them. */
  after: string | undefined;
}

/** The positions of a thread's notices and stops. Marks of kind `notice` are in the order of the thread's notices. */
export function marksOf(log: readonly LogLine[]): Mark[] {
  let marks: Mark[] = [];
  let last: string | undefined;
  let spoken = false;
  for (const { event } of log) {
    switch (event.type) {
      case EventType.TEXT_MESSAGE_START:
      case EventType.REASONING_MESSAGE_START:
        last = event.messageId;
        spoken = true;
        break;
      case EventType.TOOL_CALL_START:
        last = event.parentMessageId ?? event.toolCallId;
        spoken = true;
        break;
      case EventType.MESSAGES_SNAPSHOT: {
        // What a dead attempt had said is gone, so marks below it move up.
        const kept = new Set(event.messages.map(({ id }) => id));
        const end = event.messages.findLast(({ role }) => role !== 'tool')?.id;
        marks = marks.map((mark) =>
          mark.after !== undefined && !kept.has(mark.after) ? { ...mark, after: end } : mark,
        );
        last = end;
        break;
      }
      case EventType.CUSTOM:
        if (event.name === 'toolyard.retry' || event.name === 'toolyard.guard')
          marks.push({ kind: 'notice', after: last });
        break;
      case EventType.RUN_FINISHED:
        // A run that only settles what a stop left open is not a second stop.
        if (event.outcome?.type === 'cancelled' && spoken) {
          marks.push({ kind: 'stopped', after: last });
          spoken = false;
        }
        break;
    }
  }
  return marks;
}
