/** Reads a stream piece by piece, until it ends or is cancelled. */
export interface Reader {
  read(): Promise<ReadableStreamReadResult<Uint8Array>>;
  cancel(reason?: unknown): Promise<unknown>;
}

/**
 * The same stream, read through another reader, which is made when somebody begins to read. It is not wrapped in another
 * stream: with a thousand replies at once, that would cost more than all other work on a piece. Reading it with `pipeTo` or
 * `tee` would go past the reader; `cancel` does not.
 */
export function readThrough(
  body: ReadableStream<Uint8Array>,
  around: (reader: Reader) => Reader,
): ReadableStream<Uint8Array> {
  const below = Object.getOwnPropertyDescriptor(body, 'getReader');
  const getReader = () => {
    if (below) Object.defineProperty(body, 'getReader', below);
    else Reflect.deleteProperty(body, 'getReader');
    const reader = body.getReader();
    const { read, cancel } = around({ read: () => reader.read(), cancel: (reason) => reader.cancel(reason) });
    return { read, cancel, releaseLock: () => reader.releaseLock() };
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

/** The same reader; `over` is called when no more will be read: at the end, after an error, or once it is cancelled. */
export const untilOver = (reader: Reader, over: () => void): Reader => ({
  async read() {
    try {
      const piece = await reader.read();
      if (piece.done) over();
      return piece;
    } catch (error) {
      over();
      throw error;
    }
  },
  cancel: (reason) => {
    over();
    return reader.cancel(reason);
  },
});
