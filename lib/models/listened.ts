/** Hears one request and what comes back. */
export interface Listener {
  answered(response: Response): void;
  text(piece: string): void;
  /** There is no more: it is over, or was broken off. */
  ended(): void;
}

/** The same `fetch`, listened to. */
export const listened =
  (begin: (url: string, init: RequestInit | undefined) => Listener, inner: typeof fetch = fetch): typeof fetch =>
  async (input, init) => {
    const listener = begin(input instanceof Request ? input.url : String(input), init);
    const ended = (): void => {
      init?.signal?.removeEventListener('abort', ended);
      listener.ended();
    };
    init?.signal?.addEventListener('abort', ended);
    let response: Response;
    try {
      response = await inner(input, init);
    } catch (error) {
      ended();
      throw error;
    }
    listener.answered(response);
    if (!response.body) {
      ended();
      return response;
    }
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(heardBy({ ...listener, ended })), { status, statusText, headers });
  };

function heardBy(listener: Listener): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  return new TransformStream({
    transform(chunk, controller) {
      listener.text(decoder.decode(chunk, { stream: true }));
      controller.enqueue(chunk);
    },
    flush() {
      listener.text(decoder.decode());
      listener.ended();
    },
  });
}
