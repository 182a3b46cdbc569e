import type { RecordedReply } from '@/lib/protocol';

/** Most bytes of a turn's reply that are kept; a longer one is replayed from what the adapter made of it. */
const MOST = 2 * 1024 * 1024;

/** Listens to a provider's replies as its adapter reads them, and keeps the last one. */
export class RawRecording {
  #reply: RecordedReply | undefined;
  #length = 0;
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The same `fetch`, listened to. Errors are no replies. */
  around(wire: RecordedReply['wire'], inner: typeof fetch = fetch): typeof fetch {
    return async (input, init) => {
      this.#reply = undefined;
      const startedAt = this.#now();
      const response = await inner(input, init);
      if (!response.ok || !response.body) return response;
      const reply: RecordedReply = { wire, chunks: [] };
      this.#reply = reply;
      this.#length = 0;
      const decoder = new TextDecoder();
      const note = (text: string): void => {
        this.#length += text.length;
        if (text !== '' && this.#length <= MOST) reply.chunks.push({ at: Math.max(0, this.#now() - startedAt), text });
      };
      const listened = response.body.pipeThrough(
        new TransformStream<Uint8Array, Uint8Array>({
          transform(chunk, controller) {
            note(decoder.decode(chunk, { stream: true }));
            controller.enqueue(chunk);
          },
          flush: () => note(decoder.decode()),
        }),
      );
      const { status, statusText, headers } = response;
      return new Response(listened, { status, statusText, headers });
    };
  }

  /** The last reply, once; undefined where there was none, or it was too long. */
  take(): RecordedReply | undefined {
    const reply = this.#reply;
    this.#reply = undefined;
    return reply && reply.chunks.length > 0 && this.#length <= MOST ? reply : undefined;
  }
}
