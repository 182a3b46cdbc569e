import { ErrorCode } from '@modelcontextprotocol/sdk/types.js';
import { createParser } from 'eventsource-parser';
import { z } from 'zod';
import { parseAnyJson, parseJson } from '@/lib/protocol';

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

const AskedSchema = z.object({ method: z.string(), id: z.union([z.string(), z.number()]) });
const GivenSchema = z.object({ id: AskedSchema.shape.id, method: z.undefined().optional() });

/**
 * The same `fetch`. A response that ends without an answer to the request that it is for gets one that says so: the SDK would
 * wait for it until its time is up.
 */
export const answered =
  (fetch: Fetch): Fetch =>
  async (url, init) => {
    const response = await fetch(url, init);
    const asked = typeof init?.body === 'string' ? parseJson(AskedSchema, init.body) : undefined;
    if (!asked?.ok || !response.ok || !response.body) return response;
    const { id } = asked.value;
    const { status, headers } = response;
    const type = headers.get('content-type') ?? '';
    if (type.includes('application/json')) {
      const text = await response.text();
      return new Response(isAnswerTo(id, text) ? text : errorFor(id, OTHER), { status, headers });
    }
    if (!type.includes('text/event-stream')) return response;
    return new Response(withAnswer(id, response.body), { status, headers });
  };

const OTHER = { code: ErrorCode.InternalError, message: 'It ended its response without an answer to this request.' };
const BROKEN = { code: ErrorCode.ConnectionClosed, message: 'Its response broke off.' };

const errorFor = (id: string | number, error: typeof OTHER): string => JSON.stringify({ jsonrpc: '2.0', id, error });

/** Whether the text has an answer to the request: alone, or in a list. Some servers give a number back as text. */
function isAnswerTo(id: string | number, text: string): boolean {
  const parsed = parseAnyJson(text);
  // The SDK says what is wrong with it.
  if (!parsed.ok) return true;
  return [parsed.value].flat().some((one) => String(GivenSchema.safeParse(one).data?.id) === String(id));
}

function withAnswer(id: string | number, body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let settled = false;
  const { feed } = createParser({
    onEvent: (event) => {
      // What has ids can be gone on with in another response.
      settled ||= event.id !== undefined || isAnswerTo(id, event.data);
    },
  });
  const end = (controller: ReadableStreamDefaultController<Uint8Array>, error: typeof OTHER): void => {
    controller.enqueue(new TextEncoder().encode(`\n\ndata: ${errorFor(id, error)}\n\n`));
    controller.close();
  };
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (value && !settled) feed(decoder.decode(value, { stream: true }));
        if (value) controller.enqueue(value);
        else if (settled) controller.close();
        else if (done) end(controller, OTHER);
      } catch (error) {
        if (settled) controller.error(error);
        else end(controller, BROKEN);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
