import { MCP_HEADERS, McpRelayFrameSchema, parseJson, type McpRelayFrame, type McpRelayRequest } from '@/lib/protocol';
import { createParser } from 'eventsource-parser';

const PATH = '/api/services/mcp-relay';
/** Statuses of responses that have no body. */
const EMPTY: ReadonlySet<number> = new Set([204, 205, 304]);

/** Characters of a response that are handed on in one turn of the event loop: some hundred notifications of a server that sends thousands at once. */
const PIECE = 8 * 1024;

/** A response that is still arriving. */
interface Exchange {
  head: (response: Response) => void;
  fail: (error: Error) => void;
  /** Called when the page needs no more of it. */
  leave: () => void;
  body?: Body;
}

interface OpenChannel {
  id: string;
  exchanges: Map<string, Exchange>;
}

/**
 * A `fetch` for MCP servers elsewhere: each request goes through our own server, the only one that a page may access, and all
 * responses come back over one stream, however many servers there are. The stream is opened with the first request, and reopened
 * after it broke.
 */
export function createRelay(fetch: typeof globalThis.fetch) {
  let channel: Promise<OpenChannel> | undefined;

  async function open(): Promise<OpenChannel> {
    const id = crypto.randomUUID();
    const response = await fetch(`${PATH}?channel=${id}`, { credentials: 'same-origin', cache: 'no-store' });
    if (!response.ok || !response.body) throw new TypeError(`The relay answered ${response.status}.`);
    const opened: OpenChannel = { id, exchanges: new Map() };
    void read(response.body, opened).finally(() => {
      channel = undefined;
      for (const exchange of opened.exchanges.values()) exchange.fail(new TypeError('The relay broke off.'));
      opened.exchanges.clear();
    });
    return opened;
  }

  const post = (request: McpRelayRequest, signal: AbortSignal | null): Promise<Response> =>
    fetch(PATH, {
      method: 'POST',
      credentials: 'same-origin',
      cache: 'no-store',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
      signal,
    });

  return async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
    const signal = init.signal ?? null;
    channel ??= open();
    const { id, exchanges } = await channel.catch((error: unknown) => {
      channel = undefined;
      throw error;
    });
    signal?.throwIfAborted();
    const exchange = crypto.randomUUID();
    const answer = new Promise<Response>((resolve, reject) => {
      const leave = (): void => {
        if (exchanges.delete(exchange)) void post({ channel: id, exchange }, null).catch(() => undefined);
      };
      const fail = (error: Error): void => {
        exchanges.get(exchange)?.body?.fail(error);
        reject(error);
      };
      exchanges.set(exchange, { head: resolve, fail, leave });
      signal?.addEventListener('abort', () => {
        const { reason } = signal;
        fail(reason instanceof Error ? reason : new DOMException('Aborted', 'AbortError'));
        leave();
      });
    });
    answer.catch(() => undefined);
    const taken = await post(
      { channel: id, exchange, url: String(url), method: methodOf(init), headers: headersOf(init), ...bodyOf(init) },
      signal,
    );
    if (taken.ok) return answer;
    exchanges.delete(exchange);
    return taken;
  };
}

/** Reads a channel to its end. Never rejects. */
async function read(body: NonNullable<Response['body']>, { exchanges }: OpenChannel): Promise<void> {
  const parser = createParser({
    onEvent({ data }) {
      const frame = parseJson(McpRelayFrameSchema, data);
      if (frame.ok) take(frame.value, exchanges);
    },
  });
  try {
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) parser.feed(next.value);
  } catch {
    // It broke, and with it all responses that were still arriving.
  }
}

function take(frame: McpRelayFrame, exchanges: OpenChannel['exchanges']): void {
  const exchange = exchanges.get(frame.id);
  if (!exchange) return;
  if ('status' in frame) {
    const { status, headers } = frame;
    exchange.body = new Body(exchange.leave);
    exchange.head(new Response(EMPTY.has(status) ? null : exchange.body.readable, { status, headers }));
  } else if ('text' in frame) {
    exchange.body?.add(frame.text);
  } else {
    if (frame.end) exchange.body?.end();
    else exchange.fail(new TypeError('The MCP server broke off.'));
    exchanges.delete(frame.id);
  }
}

/** A body that hands on what arrives piece by piece, with the page's turn in between. */
class Body {
  readonly readable: ReadableStream<Uint8Array>;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  /** Settles once everything up to now is handed on. */
  #last: Promise<void> = Promise.resolve();

  /** @param onLeave called when nobody reads on */
  constructor(onLeave: () => void) {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    this.readable = readable;
    this.#writer = writable.getWriter();
    this.#writer.closed.catch(onLeave);
  }

  add(text: string): void {
    this.#after(() => this.#handOn(new TextEncoder().encode(text)));
  }

  end(): void {
    this.#after(() => this.#writer.close());
  }

  fail(why: Error): void {
    this.#writer.abort(why).catch(() => undefined);
  }

  /** What fails here, `closed` says too. */
  #after(work: () => Promise<void>): void {
    this.#last = this.#last.then(work).catch(() => undefined);
  }

  async #handOn(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; at += PIECE) {
      await this.#writer.ready;
      this.#writer.write(bytes.subarray(at, at + PIECE)).catch(() => undefined);
      await pagesTurn();
    }
  }
}

/** Resolves once the page has had its turn. Not a timer: browsers make nested ones wait for milliseconds. */
const pagesTurn = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

const methodOf = ({ method }: RequestInit) => (method === 'GET' || method === 'DELETE' ? method : 'POST');
const bodyOf = ({ body }: RequestInit): { body?: string } => (typeof body === 'string' ? { body } : {});

function headersOf({ headers }: RequestInit): Partial<Record<(typeof MCP_HEADERS)[number], string>> {
  const given = new Headers(headers);
  return Object.fromEntries(
    MCP_HEADERS.flatMap((name) => {
      const value = given.get(name);
      return value === null ? [] : [[name, value] as const];
    }),
  );
}
