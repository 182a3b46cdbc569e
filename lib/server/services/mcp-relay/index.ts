import { McpRelayRequestSchema, type McpRelayExchange } from '@/lib/protocol';
import { handle } from '../../caller';
import { problemResponse } from '../../problem';
import type { ToolyardServer } from '../../server';
import { notAnswered, service, ServiceProblem } from '../service';
import type { Who } from '../../limiter';
import { Channel } from './channel';

/** Content types that an MCP server answers with; other content is not forwarded. */
const TYPES: ReadonlySet<string> = new Set(['application/json', 'text/event-stream']);
/** Response headers that the transport needs. */
const ANSWER_HEADERS = ['content-type', 'mcp-session-id', 'mcp-protocol-version', 'retry-after'];

/** Each route may be bundled with its own copy of this module. */
const KEY = Symbol.for('toolyard.mcp-channels');
const home: typeof globalThis & { [KEY]?: Channels } = globalThis;
const channels = (): Channels => (home[KEY] ??= new Channels());

/** `GET /api/services/mcp-relay?channel=…`: all responses to the tab's requests, as server-sent events, until the tab leaves. */
export const mcpChannel =
  (open: () => ToolyardServer) =>
  (request: Request): Promise<Response> =>
    handle(open, request, ({ limiter, heartbeatMs }, who) => {
      const id = new URL(request.url).searchParams.get('channel') ?? '';
      if (!/^[\w-]{16,64}$/.test(id)) {
        return problemResponse(400, {
          code: 'BAD_REQUEST',
          message: 'A channel has an id of 16 to 64 letters and digits.',
        });
      }
      const { streams } = limiter.hold(who, ['streams']);
      const { body } = channels().open(who, id, heartbeatMs, streams);
      return new Response(body, {
        headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache, no-transform' },
      });
    });

/**
 * `POST /api/services/mcp-relay`: one request to an MCP server that a person configured; the response arrives on the tab's
 * channel. The page's policy allows it to reach only this server. The address is checked here; private ones are allowed only
 * if the operator lists them.
 */
export const mcpRelayService = service(
  McpRelayRequestSchema,
  async ({ channel: id, exchange, ...asked }, { server, who }) => {
    const channel = channels().find(who, id);
    if (!channel) throw new ServiceProblem(409, 'NO_CHANNEL', 'The channel is not open: open it first, with GET.');
    if (!('url' in asked)) {
      channel.cancel(exchange);
      return {};
    }
    if (channel.has(exchange)) {
      throw new ServiceProblem(
        409,
        'EXCHANGE_TAKEN',
        'A request with this id still waits: each needs an id of its own.',
      );
    }
    const body = server.limiter.bodyFrom(who.address);
    body.take(Buffer.byteLength(asked.body ?? ''));
    try {
      const { exchanges } = server.limiter.hold(who, ['exchanges']);
      void channel
        .carry(exchange, (signal) => ask(asked, server.outbound.configured, signal))
        .then(() => [body.release, exchanges].forEach((release) => release()));
    } catch (error) {
      body.release();
      throw error;
    }
    return {};
  },
);

async function ask(
  { url, method, headers, body }: McpRelayExchange,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, {
      method,
      headers: new Headers(Object.entries(headers)),
      ...(method === 'POST' && body !== undefined && { body }),
      redirect: 'error',
      signal,
    });
  } catch (error) {
    if (signal.aborted) throw error;
    const { status, code, message } = notAnswered(error, 'The MCP server');
    return problemResponse(status, { code, message });
  }
  const type = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  const readable = type !== undefined && TYPES.has(type);
  if (!readable) await response.body?.cancel();
  const kept = ANSWER_HEADERS.flatMap((name): [string, string][] => {
    const value = response.headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  return new Response(readable ? response.body : null, { status: response.status, headers: kept });
}

/** The open channels of this process, by session and id. */
class Channels {
  readonly #open = new Map<string, Channel>();

  /** Opens a channel with an id that the session's tab chose; it replaces an earlier one of that id. */
  open({ owner }: Who, id: string, heartbeatMs: number, onEnd: () => void): Channel {
    const key = keyOf(owner, id);
    const channel = new Channel(heartbeatMs, () => {
      if (this.#open.get(key) === channel) this.#open.delete(key);
      onEnd();
    });
    this.#open.set(key, channel);
    return channel;
  }

  find({ owner }: Who, id: string): Channel | undefined {
    return this.#open.get(keyOf(owner, id));
  }
}

const keyOf = (owner: string, id: string): string => `${owner} ${id}`;
