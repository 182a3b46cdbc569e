/** Observes how a stream is read. */
export interface ReadObserver {
  /** A piece is wanted. */
  wanted?(): void;
  /**
   * A piece has come, or the end, which is undefined. If it throws, the stream is cancelled, and its reader gets the error;
   * if it returns a promise, the reader waits for it.
   */
  came?(piece: Uint8Array | undefined): void | Promise<void>;
  /** No more will be read: at the end, after an error, or once the stream is cancelled. */
  over?(): void;
}

/** Cancels the stream; whoever reads it gets to its end. */
type Cancel = (reason: unknown) => Promise<unknown>;

type Observe = (cancel: Cancel) => ReadObserver;

const observed = new WeakMap<ReadableStream<Uint8Array>, Observe[]>();

/**
 * The same stream, observed as it is read; observers are made when somebody begins to read. It is not wrapped in another
 * stream: with a thousand replies at once, that would cost more than all other work on a piece, as a promise for each observer
 * would. Reading it with `pipeTo` or `tee` would go past the observers; `cancel` does not.
 */
export function readThrough(body: ReadableStream<Uint8Array>, observe: Observe): ReadableStream<Uint8Array> {
  const known = observed.get(body);
  if (known) {
    known.push(observe);
    return body;
  }
  const all = [observe];
  observed.set(body, all);
  const getReader = () => {
    Reflect.deleteProperty(body, 'getReader');
    return readerOf(body.getReader(), all);
  };
  const iterate = () => {
    const { read, cancel } = getReader();
    return { next: read, return: async () => ({ done: true, value: await cancel() }) };
  };
  return Object.defineProperties(body, {
    getReader: { value: getReader, configurable: true },
    cancel: { value: async (reason?: unknown) => getReader().cancel(reason), configurable: true },
    [Symbol.asyncIterator]: { value: iterate, configurable: true },
  });
}

function readerOf(reader: ReadableStreamDefaultReader<Uint8Array>, all: readonly Observe[]) {
  let isOver = false;
  const over = (): void => {
    if (isOver) return;
    isOver = true;
    for (const observer of observers) observer.over?.();
  };
  const cancel = (reason?: unknown): Promise<unknown> => {
    over();
    return reader.cancel(reason);
  };
  const observers = all.map((observe) => observe(cancel));
  const read = async (): Promise<ReadableStreamReadResult<Uint8Array>> => {
    try {
      for (const observer of observers) observer.wanted?.();
      const piece = await reader.read();
      for (const observer of observers) {
        const wait = observer.came?.(piece.value);
        if (wait) await wait;
      }
      if (piece.done) over();
      return piece;
    } catch (error) {
      // A stream that broke by itself cannot be cancelled any more.
      await cancel(error).catch(() => undefined);
      throw error;
    }
  };
  return { read, cancel, releaseLock: () => reader.releaseLock() };
}
