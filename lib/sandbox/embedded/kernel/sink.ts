import { MAX_CAPTURED_CHARS } from '../protocol/limits';

/** Where a process writes. If a promise is returned, the writer must wait for it before it goes on. */
export interface Sink {
  /** Throws EPIPE where nobody reads any more. */
  write(fd: 1 | 2, text: string): Promise<void> | undefined;
  /** Drops output that has not been passed on yet. Absent if everything is passed on at once. */
  discard?(): void;
}

/** Counts the output of a captured program; calls `onFlood` when it is too much. */
export function captured(sink: Sink, onFlood: () => void): Sink {
  let chars = 0;
  return {
    write(fd, text) {
      chars += text.length;
      if (chars <= MAX_CAPTURED_CHARS) return sink.write(fd, text);
      onFlood();
      return undefined;
    },
  };
}
