import type { McpRelayFrame } from '@/lib/protocol';

/** Characters of one piece of an answer. */
const PIECE = 64 * 1024;

const encoder = new TextEncoder();

/** The one stream over which a tab gets every answer of its MCP servers: a browser opens few connections to one address. */
export class Channel {
  readonly body: ReadableStream<Uint8Array>;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #exchanges = new Map<string, AbortController>();
  readonly #heartbeat: NodeJS.Timeout;

  constructor(heartbeatMs: number, onEnd: () => void) {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    this.body = readable;
    this.#writer = writable.getWriter();
    this.#heartbeat = setInterval(() => this.#write(': heartbeat\n\n'), heartbeatMs);
    const over = (): void => {
      clearInterval(this.#heartbeat);
      for (const exchange of this.#exchanges.values()) exchange.abort();
      onEnd();
    };
    this.#writer.closed.then(over, over);
    this.#write(': open\n\n');
  }

  get exchanges(): number {
    return this.#exchanges.size;
  }

  /** Hands on what a server answers, until it or the tab is done. Never rejects. */
  async carry(id: string, ask: (signal: AbortSignal) => Promise<Response>): Promise<void> {
    const exchange = new AbortController();
    this.#exchanges.set(id, exchange);
    try {
      const response = await ask(exchange.signal);
      await this.#send({ id, status: response.status, headers: Object.fromEntries(response.headers) });
      const decoder = new TextDecoder();
      for await (const bytes of response.body ?? []) {
        const text = decoder.decode(bytes, { stream: true });
        for (let at = 0; at < text.length; at += PIECE) await this.#send({ id, text: text.slice(at, at + PIECE) });
      }
      await this.#send({ id, end: true });
    } catch {
      // Broken off: by the server over there, or by the tab, which hears no more of it.
      await this.#send({ id, end: false });
    } finally {
      this.#exchanges.delete(id);
    }
  }

  /** The tab wants no more of an answer. */
  cancel(id: string): void {
    this.#exchanges.get(id)?.abort();
  }

  /** Waits while the tab reads more slowly than servers answer. */
  async #send(frame: McpRelayFrame): Promise<void> {
    await this.#writer.ready.catch(() => undefined);
    this.#write(`data: ${JSON.stringify(frame)}\n\n`);
  }

  #write(text: string): void {
    // A tab that is gone hears nothing; `closed` says so.
    this.#writer.write(encoder.encode(text)).catch(() => undefined);
  }
}
