/** How much of the end of a reply is kept to find the last event in. */
const TAIL = 64;

const DONE = /(?:^|\n)data: ?\[DONE\]/;

/** The same `fetch`; `onDone` is called where the stream ends with the event that says it is done, which the SDK keeps to itself. */
export const noticeDone =
  (fetch: typeof globalThis.fetch, onDone: () => void): typeof globalThis.fetch =>
  async (input, init) => {
    const response = await fetch(input, init);
    if (!response.ok || !response.body) return response;
    const decoder = new TextDecoder();
    let tail = '';
    const watched = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          tail = (tail + decoder.decode(chunk, { stream: true })).slice(-TAIL);
          controller.enqueue(chunk);
        },
        flush: () => {
          if (DONE.test(tail)) onDone();
        },
      }),
    );
    const { status, statusText, headers } = response;
    return new Response(watched, { status, statusText, headers });
  };
