import type { RecordedReply } from '@/lib/protocol';
import { listened } from './listened';

/** Most characters kept of a turn's reply; a longer one is replayed from the adapter's events. */
const MOST = 2 * 1024 * 1024;

/** Records a provider's replies as its adapter reads them, and keeps the last one. */
export class RawRecording {
  #reply: RecordedReply | undefined;
  #length = 0;
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The same `fetch`, with its replies recorded; error responses are not. */
  around(wire: RecordedReply['wire'], inner: typeof fetch = fetch): typeof fetch {
    return listened(() => {
      this.#reply = undefined;
      this.#length = 0;
      const startedAt = this.#now();
      const reply: RecordedReply = { wire, chunks: [] };
      return {
        answered: ({ ok }) => {
          if (ok) this.#reply = reply;
        },
        text: (text) => {
          this.#length += text.length;
          if (text === '' || this.#length > MOST) return;
          reply.chunks.push({ at: Math.max(0, this.#now() - startedAt), text });
        },
        ended: () => undefined,
      };
    }, inner);
  }

  /** Returns the last reply, once; undefined if there was none or it was too long. */
  take(): RecordedReply | undefined {
    const reply = this.#reply;
    this.#reply = undefined;
    return reply && reply.chunks.length > 0 && this.#length <= MOST ? reply : undefined;
  }
}
