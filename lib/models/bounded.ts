/** A response from outside exceeds the limit on what is read. */
class TooLong extends Error {
  override name = 'TooLong';
  readonly code = 'ANSWER_TOO_LONG';
}

interface Reader {
  read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>;
  cancel(reason?: unknown): Promise<void>;
}

/** The same bytes up to a limit; a longer stream fails with `TooLong`. */
export function bounded(reader: Reader, maxBytes: number): ReadableStream<Uint8Array> {
  let bytes = 0;
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done || !value) return controller.close();
      bytes += value.byteLength;
      if (bytes <= maxBytes) return controller.enqueue(value);
      const error = new TooLong(`The answer has more than ${maxBytes} bytes.`);
      controller.error(error);
      await reader.cancel(error).catch(() => undefined);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** A `fetch` whose responses end after `maxBytes` or when the signal aborts. */
export const boundedFetch =
  (fetch: typeof globalThis.fetch = globalThis.fetch, maxBytes: number, until: AbortSignal): typeof globalThis.fetch =>
  async (input, init) => {
    const signal = init?.signal ? AbortSignal.any([init.signal, until]) : until;
    const response = await fetch(input, { ...init, signal });
    if (!response.body) return response;
    const { status, statusText, headers } = response;
    return new Response(bounded(response.body.getReader(), maxBytes), { status, statusText, headers });
  };
