/** Observes one request and its response. */
export interface Listener {
  answered(response: Response): void;
  text(piece: string): void;
  /** The response is complete, or was broken off. */
  ended(): void;
}

/** The same `fetch`, with a listener for each request. */
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
    const decoder = new TextDecoder();
    const body = tapped(
      response.body,
      (piece) => listener.text(decoder.decode(piece, { stream: true })),
      () => {
        listener.text(decoder.decode());
        ended();
      },
    );
    return new Response(body, { status, statusText, headers });
  };

/** The same bytes as they are read; `heard` gets each piece, and `ended` is called after the last. */
function tapped(
  body: ReadableStream<Uint8Array>,
  heard: (piece: Uint8Array) => void,
  ended: () => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  // Not a `TransformStream`: with a thousand replies at once, it makes each piece several times as expensive.
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) {
          ended();
          controller.close();
          return;
        }
        heard(value);
        controller.enqueue(value);
      },
      cancel: (reason) => {
        ended();
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
