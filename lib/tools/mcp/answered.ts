import { ErrorCode } from '@modelcontextprotocol/sdk/types.js';
import { createParser } from 'eventsource-parser';
import { z } from 'zod';
import { parseAnyJson, parseJson } from '@/lib/protocol';

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

const AskedSchema = z.object({ method: z.string(), id: z.union([z.string(), z.number()]) });
type RequestId = z.infer<typeof AskedSchema>['id'];
const GivenSchema = z.object({ id: AskedSchema.shape.id, method: z.undefined().optional() });

/**
 * The same `fetch`. A response that ends without an answer to the request that it is for gets one that says so, unless it can be
 * gone on with in another one: the SDK would wait for it until its time is up.
 */
export function answered(fetch: Fetch): Fetch {
  /** Requests whose response broke off, by the id of its last event. */
  const waiting = new Map<string, RequestId>();
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
    if (id === undefined) return fetch(url, init);
    const response = last === null ? await fetch(url, init) : await resumed(url, init);
    if (!response) return new Response(`data: ${errorFor(id, BROKEN)}\n\n`, { headers: { 'content-type': EVENTS } });
    if (last !== null) waiting.delete(last);
    if (!response.ok || !response.body) return response;
    const { status, headers } = response;
    const type = headers.get('content-type') ?? '';
    if (type.includes('application/json')) {
      const text = await response.text();
      // What is wrong with what is no JSON, the SDK says.
      const isLeft = isAnswerTo(id, text) || !parseAnyJson(text).ok;
      return new Response(isLeft ? text : errorFor(id, OTHER), { status, headers });
    }
    if (!type.includes(EVENTS)) return response;
    const body = withAnswer(id, response.body, (from) => waiting.set(from, id));
    return new Response(body, { status, headers });
  };
}

function idIn(body: BodyInit | null | undefined): RequestId | undefined {
  const asked = typeof body === 'string' ? parseJson(AskedSchema, body) : undefined;
  return asked?.ok ? asked.value.id : undefined;
}

const EVENTS = 'text/event-stream';

/** How often a response that broke off is gone on with if the server cannot be reached, and the pause before the next time. */
const TRIES = 3;
const PAUSE_MS = 1_000;

const OTHER = { code: ErrorCode.InternalError, message: 'It ended its response without an answer to this request.' };
const BROKEN = { code: ErrorCode.ConnectionClosed, message: 'Its response broke off.' };

const errorFor = (id: RequestId, error: typeof OTHER): string => JSON.stringify({ jsonrpc: '2.0', id, error });

/** Whether the text has an answer to the request: alone, or in a list. Some servers give a number back as text. */
function isAnswerTo(id: RequestId, text: string): boolean {
  const parsed = parseAnyJson(text);
  return parsed.ok && [parsed.value].flat().some((one) => String(GivenSchema.safeParse(one).data?.id) === String(id));
}

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
  const { feed } = createParser({
    onEvent: (event) => {
      last = event.id ?? last;
      // The SDK reads no others.
      const isMessage = event.event === undefined || event.event === 'message';
      settled ||= isMessage && isAnswerTo(id, event.data);
    },
  });
  const end = (controller: ReadableStreamDefaultController<Uint8Array>, error: typeof OTHER): void => {
    if (!settled && last !== undefined) goesOn(last);
    else if (!settled) controller.enqueue(new TextEncoder().encode(`\n\ndata: ${errorFor(id, error)}\n\n`));
    controller.close();
  };
  return new ReadableStream({
    async pull(controller) {
      try {
        const { value } = await reader.read();
        if (!settled) feed(value ? decoder.decode(value, { stream: true }) : '\n\n');
        if (value) controller.enqueue(value);
        else end(controller, OTHER);
      } catch {
        end(controller, BROKEN);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
