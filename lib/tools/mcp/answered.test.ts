import { z } from 'zod';
import { expect, it } from 'vitest';
import { parseJson } from '@/lib/protocol';
import { createMcpConnections, createPlayground, reachOverHttp } from '.';

const RequestSchema = z.object({ id: z.number().optional(), method: z.string() });
const SENT = { 'content-type': 'text/event-stream' };
const JSON_TYPE = { 'content-type': 'application/json' };
const RESULT = { result: { content: [{ type: 'text', text: 'Done.' }] } };

/** `n`: how many calls there were before. */
type AnswerCall = (id: number, n: number) => Response | Promise<Response>;
type Answer = (id: number) => Response;

const answer = (id: unknown, more: object): string => JSON.stringify({ jsonrpc: '2.0', id, ...more });

/** A stream that breaks after these texts. */
function breaking(...texts: string[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull(controller) {
      const text = texts.shift();
      if (text === undefined) controller.error(new Error('broke'));
      else controller.enqueue(new TextEncoder().encode(text));
    },
  });
}

/** How a tool is called of a server that answers calls so, and everything else as it should. */
function callOf(
  answerCall: AnswerCall,
  goOn?: (from: string) => Response | undefined,
  ownStream?: () => Response,
): () => Promise<unknown> {
  let calls = 0;
  const fetch = async (_url: string | URL, init?: RequestInit): Promise<Response> => {
    const asked = parseJson(RequestSchema, typeof init?.body === 'string' ? init.body : '');
    const from = new Headers(init?.headers).get('last-event-id');
    if (!asked.ok) return (from === null ? ownStream?.() : goOn?.(from)) ?? new Response(null, { status: 405 });
    const { id = 0, method } = asked.value;
    if (method === 'tools/call') return answerCall(id, calls++);
    const result =
      method === 'initialize'
        ? { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'far', version: '1' } }
        : { tools: [{ name: 'go', inputSchema: { type: 'object' } }] };
    if (method.startsWith('notifications/')) return new Response(null, { status: 202 });
    return new Response(answer(id, { result }), { headers: { ...JSON_TYPE, 'mcp-session-id': 's' } });
  };
  const mcp = createMcpConnections({
    page: { name: 'playground', open: createPlayground() },
    reach: (draft) => reachOverHttp(draft, fetch),
    drafts: [{ name: 'far', url: 'https://far.example/mcp' }],
    trusted: [],
    save: async () => undefined,
    onTools: () => undefined,
  });
  return () => mcp.call('far', 'go', {}, new AbortController().signal);
}

const called = (...answers: Parameters<typeof callOf>): Promise<unknown> => callOf(...answers)();

/** A stream that is to be gone on with. */
const BEGUN = 'id: e1\nretry: 1\ndata: \n\n';
const OTHER = { code: 'SERVER_ERROR', message: expect.stringContaining('without an answer to this request') };
const GONE = { error: { code: -32600, message: 'Session expired' } };
const OF_SERVER = { code: 'SERVER_ERROR', message: expect.stringContaining('Session expired') };

it.each<[what: string, answer: Answer, code: object]>([
  ['an answer under another id', (id) => new Response(answer(id + 7, RESULT), { headers: JSON_TYPE }), OTHER],
  ['an empty list', () => new Response('[]', { headers: JSON_TYPE }), OTHER],
  ['a stream without an event', () => new Response('', { headers: SENT }), OTHER],
  ['a stream under another id', (id) => new Response(`data: ${answer(id + 7, RESULT)}\n\n`, { headers: SENT }), OTHER],
  [
    'a stream of other things',
    () => new Response('event: ping\ndata: {}\n\ndata: on\n\nid:\ndata: {}\n\n', { headers: SENT }),
    OTHER,
  ],
  [
    'a stream with an answer that is none',
    (id) => new Response(`data: ${answer(id, {})}\n\n`, { headers: SENT }),
    OTHER,
  ],
  [
    'nothing but a 202, and the server has no stream of its own',
    () => new Response(null, { status: 202 }),
    { code: 'SERVER_ERROR', message: expect.stringContaining('accepted the request (202) without an answer') },
  ],
  ['an error about no request', () => new Response(answer(null, GONE), { headers: JSON_TYPE }), OF_SERVER],
  ['such an error in a stream', () => new Response(`data: ${answer(null, GONE)}\n\n`, { headers: SENT }), OF_SERVER],
  [
    'another case in its type',
    (id) => new Response(answer(id + 7, RESULT), { headers: { 'content-type': 'Application/JSON' } }),
    OTHER,
  ],
  [
    'a stream that breaks',
    () => new Response(breaking(': on\n\n', 'data: {'), { headers: SENT }),
    { code: 'NETWORK_ERROR' },
  ],
  [
    'a stream under another name',
    (id) => new Response(`event: odd\ndata: ${answer(id, RESULT)}\n\n`, { headers: SENT }),
    OTHER,
  ],
  [
    'a stream with ids, which nothing goes on with',
    () => new Response(BEGUN, { headers: SENT }),
    { code: 'NETWORK_ERROR' },
  ],
  [
    'a status that asks for a token',
    () => new Response(null, { status: 401 }),
    { code: 'NETWORK_ERROR', message: expect.stringContaining('answered 401: it wants a token'), sent: false },
  ],
  [
    'a status of a server that fails',
    () => new Response(null, { status: 500 }),
    { code: 'NETWORK_ERROR', message: expect.stringContaining('far answered 500') },
  ],
  ['a lost session, time and again', () => new Response('Not found', { status: 404 }), { code: 'NETWORK_ERROR' }],
])('a call fails at once where its response has %s', async (_what, answerCall, failure) => {
  await expect(called(answerCall)).rejects.toMatchObject(failure);
});

it.each<[what: string, answer: Answer]>([
  ['alone', (id) => new Response(answer(id, RESULT), { headers: JSON_TYPE })],
  ['under its id as text', (id) => new Response(answer(`${id}`, RESULT), { headers: JSON_TYPE })],
  ['in a list', (id) => new Response(`[${answer(id, RESULT)}]`, { headers: JSON_TYPE })],
  [
    'in a stream, after others',
    (id) => new Response(`data: ${answer(id + 7, RESULT)}\n\ndata: ${answer(id, RESULT)}\n\n`, { headers: SENT }),
  ],
  [
    'in a stream that ends without the line after it',
    (id) => new Response(`data: ${answer(id, RESULT)}`, { headers: SENT }),
  ],
  [
    'in a stream that then breaks',
    (id) => new Response(breaking(`data: ${answer(id, RESULT)}\n\n`), { headers: SENT }),
  ],
])('an answer is taken %s', async (_what, answerCall) => {
  expect(await called(answerCall)).toMatchObject({ text: 'Done.' });
});

it('an answer is taken from a stream that goes on with the one that ended', async () => {
  let asked = 0;
  const answered = await called(
    (id) => ((asked = id), new Response(BEGUN, { headers: SENT })),
    (from) => new Response(from === 'e1' ? `data: ${answer(asked, RESULT)}\n\n` : '', { headers: SENT }),
  );
  expect(answered).toMatchObject({ text: 'Done.' });
});

it('an answer to what was only accepted is taken from the stream of the server', async () => {
  const { readable, writable } = new TransformStream<string, string>();
  const say = writable.getWriter();
  const answered = await called(
    (id) => {
      void say.write(`data: ${answer(id, RESULT)}\n\n`);
      return new Response(null, { status: 202 });
    },
    undefined,
    () => new Response(readable.pipeThrough(new TextEncoderStream()), { headers: SENT }),
  );
  expect(answered).toMatchObject({ text: 'Done.' });
});

it('an answer that was cut off is taken from the stream that goes on', async () => {
  let asked = 0;
  const answered = await called(
    (id) => ((asked = id), new Response(`${BEGUN}id: e2\ndata: {"jsonrpc":`, { headers: SENT })),
    (from) => new Response(from === 'e1' ? `data: ${answer(asked, RESULT)}\n\n` : '', { headers: SENT }),
  );
  expect(answered).toMatchObject({ text: 'Done.' });
});

it.each([404, 400])(
  'a call is made again in a new session where the server has lost the one before (%s), and so has done nothing',
  async (status) => {
    const answered = await called((id, n) =>
      n === 0 ? new Response('No such session', { status }) : new Response(answer(id, RESULT), { headers: JSON_TYPE }),
    );
    expect(answered).toMatchObject({ text: 'Done.' });
  },
);

it('so are calls that run at the same time', async () => {
  const lost = (n: number): boolean => n < 2;
  const call = callOf((id, n) =>
    lost(n) ? new Response('Not found', { status: 404 }) : new Response(answer(id, RESULT), { headers: JSON_TYPE }),
  );
  expect(await Promise.all([call(), call()])).toMatchObject([{ text: 'Done.' }, { text: 'Done.' }]);
});

it.each<[what: string, answer: () => Response]>([
  ['whose response broke off', () => new Response(breaking(': on\n\n'), { headers: SENT })],
  ['that came too often', () => new Response('Slow down', { status: 429 })],
  ['that the server failed at', () => new Response('Oh', { status: 500 })],
])('a call goes on beside one %s', async (_what, fail) => {
  let goOn = (): void => undefined;
  const later = new Promise<void>((resolve) => (goOn = resolve));
  const call = callOf(async (id, n) => {
    if (n === 0) return fail();
    await later;
    return new Response(answer(id, RESULT), { headers: JSON_TYPE });
  });
  const [broken, good] = [call(), call()];
  await expect(broken).rejects.toMatchObject({ code: 'NETWORK_ERROR' });
  goOn();
  expect(await good).toMatchObject({ text: 'Done.' });
});
