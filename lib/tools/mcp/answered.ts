import { ErrorCode, JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';
import { createParser } from 'eventsource-parser';
import { z } from 'zod';
import { parseAnyJson, parseJson } from '@/lib/protocol';

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

const AskedSchema = z.object({ method: z.string(), id: z.union([z.string(), z.number()]) });
type RequestId = z.infer<typeof AskedSchema>['id'];
const GivenSchema = z.object({ id: AskedSchema.shape.id, method: z.undefined().optional() });
/** An error of a server that does not say which request it is about, as it could not read that. */
const StraySchema = z.object({
  id: z.null().optional(),
  method: z.undefined().optional(),
  error: z.object({ code: z.number().int(), message: z.string() }),
});

/**
 * The same `fetch`. A response that ends without an answer to the request that it is for gets one that says so, unless it can be
 * gone on with in another one: the SDK would wait for it until its time is up.
 */
export function answered(fetch: Fetch): Fetch {
  /** Requests whose response broke off, by the id of its last event. */
  const waiting = new Map<string, RequestId>();
  /** Whether the server has refused to open a stream of its own, in which what it only accepted could be answered. */
  let refused = false;
  /** The response that goes on with another; undefined if there is none. */
  const resumed = async (url: string | URL, init?: RequestInit): Promise<Response | undefined> => {
    for (let tries = 1; ; tries += 1) {
      try {
        const response = await fetch(url, init);
        if (response.ok) return response;
        await response.body?.cancel();
        return undefined;
      } catch {
        if (tries === TRIES || init?.signal?.aborted) return undefined;
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  };
  return async (url, init) => {
    const last = new Headers(init?.headers).get('last-event-id');
    const id = last === null ? idIn(init?.body) : waiting.get(last);
    if (id === undefined) {
      const other = await fetch(url, init);
      if (init?.method === 'GET') refused = !other.ok;
      return other;
    }
    const response = last === null ? await fetch(url, init) : await resumed(url, init);
    if (last !== null) waiting.delete(last);
    if (!response) return told(id, BROKEN);
    if (response.status === ACCEPTED && refused) return told(id, ONLY_ACCEPTED);
    if (!response.ok || !response.body) return response;
    const { status, headers } = response;
    const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
    if (type === 'application/json') {
      const text = await response.text();
      const parsed = parseAnyJson(text);
      const said = parsed.ok ? [parsed.value].flat() : [];
      // What is wrong with what is no JSON, the SDK says.
      const isLeft = !parsed.ok || said.some((one) => isAnswerTo(id, one));
      return new Response(isLeft ? text : errorFor(id, strayError(said) ?? OTHER), { status, headers });
    }
    if (type !== EVENTS) return response;
    const body = withAnswer(id, response.body, (from) => waiting.set(from, id));
    return new Response(body, { status, headers });
  };
}

function idIn(body: BodyInit | null | undefined): RequestId | undefined {
  const asked = typeof body === 'string' ? parseJson(AskedSchema, body) : undefined;
  return asked?.ok ? asked.value.id : undefined;
}

const EVENTS = 'text/event-stream';
const ACCEPTED = 202;

/** How often a response that broke off is gone on with if the server cannot be reached, and the pause before the next time. */
const TRIES = 3;
const PAUSE_MS = 1_000;

interface Fault {
  code: number;
  message: string;
}

const OTHER: Fault = {
  code: ErrorCode.InternalError,
  message: 'It ended its response without an answer to this request.',
};
/** JSON-RPC's code of a request whose response broke off: others of its connection go on. */
export const BROKE_OFF = -32_098;
const ONLY_ACCEPTED: Fault = {
  code: ErrorCode.InternalError,
  message: 'It accepted the request (202) without an answer, and has no stream in which one could come.',
};
const BROKEN: Fault = { code: BROKE_OFF, message: 'Its response broke off.' };

const errorFor = (id: RequestId, error: Fault): string => JSON.stringify({ jsonrpc: '2.0', id, error });

const told = (id: RequestId, error: Fault): Response =>
  new Response(`data: ${errorFor(id, error)}\n\n`, { headers: { 'content-type': EVENTS } });

/** Whether a message answers the request. Some servers give a number back as text. */
const isAnswerTo = (id: RequestId, message: unknown): boolean =>
  String(GivenSchema.safeParse(message).data?.id) === String(id);

const strayError = (messages: readonly unknown[]): Fault | undefined =>
  messages.map((one) => StraySchema.safeParse(one).data?.error).find((error) => error !== undefined);

/** @param goesOn is told the id of the last event where the stream ends without an answer, and another one may have it */
function withAnswer(
  id: RequestId,
  body: ReadableStream<Uint8Array>,
  goesOn: (from: string) => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let settled = false;
  let last: string | undefined;
  let stray: Fault | undefined;
  const { feed } = createParser({
    onEvent: ({ id: place, event = 'message', data }) => {
      last = place || last;
      // The SDK reads no others, and passes over what it does not know.
      const said = event === 'message' ? parseAnyJson(data) : undefined;
      if (!said?.ok) return;
      settled ||= isAnswerTo(id, JSONRPCMessageSchema.safeParse(said.value).data);
      stray ??= strayError([said.value]);
    },
  });
  const end = (controller: ReadableStreamDefaultController<Uint8Array>, error: Fault): void => {
    const say = (text: string): void => controller.enqueue(new TextEncoder().encode(text));
    if (!settled) {
      const from = last;
      // The last event may lack the line that ends it. What is cut off comes again from where the stream is gone on with.
      feed('\n\n');
      if (settled) say('\n\n');
      else if (stray || from === undefined) say(`\n\ndata: ${errorFor(id, stray ?? error)}\n\n`);
      else goesOn(from);
    }
    controller.close();
  };
  return new ReadableStream({
    async pull(controller) {
      try {
        const { value } = await reader.read();
        if (value && !settled) feed(decoder.decode(value, { stream: true }));
        if (value) controller.enqueue(value);
        else end(controller, OTHER);
      } catch {
        end(controller, BROKEN);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
