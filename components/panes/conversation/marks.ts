import type { LogLine } from '@/lib/protocol';
import { EventType } from '@ag-ui/core';

/** Something that happened between messages: the loop's next notice, or a person's stop. */
export interface Mark {
  kind: 'notice' | 'stopped';
  /** The message it stands below; undefined above them all. */
  after: string | undefined;
}

/** Where in a thread its notices and stops belong. The marks of kind `notice` come in the order of the thread's notices. */
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
        // What a dead attempt had said is gone, and what stood below it moves up.
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
        // The run that settles what a stop left open is no second stop.
        if (event.outcome?.type === 'cancelled' && spoken) {
          marks.push({ kind: 'stopped', after: last });
          spoken = false;
        }
        break;
    }
  }
  return marks;
}
