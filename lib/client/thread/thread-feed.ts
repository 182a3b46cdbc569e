import { EventType } from '@ag-ui/core';
import { emptyThread, foldEvents, type LogLine, type ThreadState } from '@/lib/protocol';
import { createFrameBatch } from './frame-batch';

/** Folds the log as it comes. While text streams the thread changes once a frame; whatever decides something, at once. */
export interface ThreadFeed {
  readonly thread: ThreadState;
  readonly log: readonly LogLine[];
  /** Sequence number of the last line that was taken, folded or not. */
  readonly seq: number;
  take(lines: readonly LogLine[]): void;
  cancel(): void;
}

const STREAMING: ReadonlySet<EventType> = new Set([
  EventType.TEXT_MESSAGE_CONTENT,
  EventType.REASONING_MESSAGE_CONTENT,
  EventType.TOOL_CALL_ARGS,
]);

export function createThreadFeed(onChange: () => void): ThreadFeed {
  let thread = emptyThread;
  let seq = 0;
  let folded = 0;
  const log: LogLine[] = [];
  const frame = createFrameBatch(() => {
    thread = foldEvents(thread, log.slice(folded));
    folded = log.length;
    onChange();
  });
  return {
    get thread() {
      return thread;
    },
    get seq() {
      return seq;
    },
    log,
    take(lines) {
      const fresh = lines.filter((line) => line.seq > seq && (seq = line.seq));
      if (fresh.length === 0) return;
      log.push(...fresh);
      frame.request();
      if (fresh.some(({ event }) => !STREAMING.has(event.type))) frame.flush();
    },
    cancel: () => frame.cancel(),
  };
}
