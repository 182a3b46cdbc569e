/** The same values, but ends by throwing the signal's reason at once when it aborts, however deaf the source is. */
export async function* abortable<T>(source: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]();
  let onAbort = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort);
  });
  aborted.catch(() => undefined);
  try {
    for (;;) {
      const next = await Promise.race([aborted, iterator.next()]);
      if (next.done) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    // Not awaited: a source that hangs would hang us with it.
    iterator.return?.().catch(() => undefined);
  }
}
