import { MAX_CAPTURED_CHARS } from '../protocol/limits';

/** Where a process writes. The promise is there if the writer has to wait before it may go on. */
export interface Sink {
  write(fd: 1 | 2, text: string): Promise<void> | undefined;
  /** Throws away what has not gone on yet. Left out where all goes on at once. */
  discard?(): void;
}

/** Counts what a captured program writes; `onFlood` is called once it is too much. */
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
