const encoder = new TextEncoder();

interface Pace {
  /** Milliseconds between pieces; 0 sends them as fast as they are read. */
  gapMs: number;
  signal?: AbortSignal | null;
  /** The error that the stream ends with; if unset, it closes normally. */
  error?: Error;
}

/** Pieces of text as a stream of bytes at a given pace. Ends at once if the reader cancels or the signal aborts. */
export function pacedStream(pieces: readonly string[], { gapMs, signal, error }: Pace): ReadableStream<Uint8Array> {
  let next = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wake = (): void => {};
  const onAbort = (): void => {
    clearTimeout(timer);
    wake();
  };
  return new ReadableStream<Uint8Array>({
    start() {
      signal?.addEventListener('abort', onAbort, { once: true });
    },
    async pull(controller) {
      if (gapMs > 0 && next > 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
          timer = setTimeout(resolve, gapMs);
        });
      }
      if (signal?.aborted) {
        controller.error(signal.reason);
        return;
      }
      const piece = pieces[next++];
      if (piece !== undefined) {
        controller.enqueue(encoder.encode(piece));
        return;
      }
      signal?.removeEventListener('abort', onAbort);
      if (error) controller.error(error);
      else controller.close();
    },
    cancel() {
      signal?.removeEventListener('abort', onAbort);
      onAbort();
    },
  });
}
