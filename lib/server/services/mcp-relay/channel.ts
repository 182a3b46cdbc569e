import type { McpRelayFrame } from '@/lib/protocol';

/** Characters in one frame of a response. */
const PIECE = 64 * 1024;

const encoder = new TextEncoder();

/** The single stream that carries all responses of a tab's MCP servers, since a browser opens few connections to one address. */
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

  /** Whether an exchange with this id has not ended. */
  has(id: string): boolean {
    return this.#exchanges.has(id);
  }

  /** Forwards a server's response until the server or the tab ends it. Never rejects. */
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
      // Broken off by the MCP server, or cancelled by the tab, which ignores this frame.
      await this.#send({ id, end: false });
    } finally {
      this.#exchanges.delete(id);
    }
  }

  /** The tab no longer wants a response. */
  cancel(id: string): void {
    this.#exchanges.get(id)?.abort();
  }

  /** Waits while the tab reads more slowly than servers respond. */
  async #send(frame: McpRelayFrame): Promise<void> {
    await this.#writer.ready.catch(() => undefined);
    this.#write(`data: ${JSON.stringify(frame)}\n\n`);
  }

  #write(text: string): void {
    // A tab that is gone receives nothing; `closed` handles that.
    this.#writer.write(encoder.encode(text)).catch(() => undefined);
  }
}
