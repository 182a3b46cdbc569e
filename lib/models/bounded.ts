import { readThrough } from './read-through';

/** A response from outside has more bytes than are read, or takes longer. */
export class TooLong extends Error {
  override name = 'TooLong';
  readonly code = 'ANSWER_TOO_LONG';
}

/** Counts the bytes that are read; more of them than `maxBytes` throw `TooLong`. */
export function byteLimit(maxBytes: number): (piece: Uint8Array | undefined) => void {
  let bytes = 0;
  return (piece) => {
    bytes += piece?.byteLength ?? 0;
    if (bytes > maxBytes) throw new TooLong(`The answer has more than ${maxBytes} bytes.`);
  };
}

/** A `fetch` whose responses end after `maxBytes` or when the signal aborts. */
export const boundedFetch =
  (fetch: typeof globalThis.fetch = globalThis.fetch, maxBytes: number, until: AbortSignal): typeof globalThis.fetch =>
  async (input, init) => {
    const signal = init?.signal ? AbortSignal.any([init.signal, until]) : until;
    const response = await fetch(input, { ...init, signal });
    if (response.body) readThrough(response.body, () => ({ came: byteLimit(maxBytes) }));
    return response;
  };
