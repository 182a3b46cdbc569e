import { readThrough, type Reader } from './read-through';

/** A response from outside has more bytes than are read, or takes longer. */
export class TooLong extends Error {
  override name = 'TooLong';
  readonly code = 'ANSWER_TOO_LONG';
}

/** Reads up to a limit; a longer stream fails with `TooLong`. */
export function bounded(reader: Reader, maxBytes: number): Reader {
  let bytes = 0;
  return {
    async read() {
      const piece = await reader.read();
      bytes += piece.value?.byteLength ?? 0;
      if (bytes <= maxBytes) return piece;
      const error = new TooLong(`The answer has more than ${maxBytes} bytes.`);
      await reader.cancel(error).catch(() => undefined);
      throw error;
    },
    cancel: (reason) => reader.cancel(reason),
  };
}

/** A `fetch` whose responses end after `maxBytes` or when the signal aborts. */
export const boundedFetch =
  (fetch: typeof globalThis.fetch = globalThis.fetch, maxBytes: number, until: AbortSignal): typeof globalThis.fetch =>
  async (input, init) => {
    const signal = init?.signal ? AbortSignal.any([init.signal, until]) : until;
    const response = await fetch(input, { ...init, signal });
    if (response.body) readThrough(response.body, (reader) => bounded(reader, maxBytes));
    return response;
  };
