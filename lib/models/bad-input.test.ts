import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { anthropicModel } from './anthropic';
import { ModelError, type Model } from './model';
import { openaiModel } from './openai';
import { collect, requestOf, withProvider } from './testing';

/** How long a stream may be silent, in milliseconds: so long that no slow machine takes it for silent. */
const PATIENT_MS = 60_000;
const KEY = 'sk-very"secret';
const TOKEN = 'very-secret-token';
const SENT = `${KEY} and ${TOKEN}`;
const secrets = { apiKey: KEY, headers: { 'x-team': `Bearer ${TOKEN}` } };
const request = requestOf([{ id: '1', role: 'user', content: 'Go.' }]);

/** Both clients, with the beginning of a good stream of each. */
const CLIENTS: Record<string, { make: (baseURL: string, idleMs?: number) => Model; begin: string }> = {
  anthropic: {
    make: (baseURL, idleMs = PATIENT_MS) => anthropicModel({ ...secrets, name: 'claude-sonnet-5-5', baseURL, idleMs }),
    begin:
      'event: message_start\ndata: {"type":"message_start","message":{"id":"m","type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}}}\n\n' +
      'event: content_block_start\ndata: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":"Hal"}}\n\n',
  },
  openai: {
    make: (baseURL, idleMs = PATIENT_MS) => openaiModel({ ...secrets, name: 'm', baseURL, idleMs }),
    begin: 'data: {"id":"c","choices":[{"index":0,"delta":{"content":"Hal"},"finish_reason":null}]}\n\n',
  },
};

type Answer = (response: ServerResponse, begin: string) => void;

const refuse =
  (status: number, message: string, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify({ type: 'error', error: { type: 'some_error', message } }));

const other =
  (type: string, body: string): Answer =>
  (response) =>
    response.writeHead(200, { 'content-type': type }).end(body);

const raw =
  (status: number, body: string): Answer =>
  (response) =>
    response.writeHead(status).end(body);

const nested = (begin: string, end: string, times: number): string => `${begin.repeat(times)}1${end.repeat(times)}`;

const open = (response: ServerResponse): ServerResponse =>
  response.writeHead(200, { 'content-type': 'text/event-stream' });

const said =
  (data: string): Answer =>
  (response, begin) =>
    open(response).end(`${begin}data: ${data}\n\n`);

/** A call in an event that either client reads, each its own part of it. */
function deepArguments(value: string): string {
  const block = `{"type":"tool_use","id":"t","name":"Read","input":${value}}`;
  const call = `{"index":0,"id":"t","function":{"name":"Read","arguments":${value}}}`;
  return `{"type":"content_block_start","index":1,"content_block":${block},"choices":[{"index":0,"delta":{"tool_calls":[${call}]}}]}\n\ndata: {"type":"content_block_stop","index":1}`;
}

const CASES: readonly [what: string, answer: Answer, code: string, retry: unknown, words: RegExp][] = [
  ['a wrong key', refuse(401, 'invalid x-api-key'), 'KEY_REFUSED', false, /invalid x-api-key/],
  ['a key that may not', refuse(403, 'not allowed'), 'KEY_REFUSED', false, /not allowed/],
  ['a bad request', refuse(400, 'messages: wrong'), 'BAD_REQUEST', false, /messages: wrong/],
  ['no such model', refuse(404, 'model: nobody'), 'BAD_REQUEST', false, /nobody/],
  ['too long a prompt', refuse(400, 'prompt is too long: 9 > 8'), 'CONTEXT_EXCEEDED', false, /too long/],
  ['an empty account', refuse(402, 'Insufficient Balance'), 'QUOTA_EXCEEDED', false, /Balance/],
  ['a used up quota', refuse(429, 'You exceeded your current quota'), 'QUOTA_EXCEEDED', false, /quota/],
  ['a rate limit', refuse(429, 'slow down', { 'retry-after': '3' }), 'RATE_LIMITED', { afterMs: 3000 }, /slow down/],
  [
    "a rate limit in Google's words",
    refuse(429, 'You exceeded your current quota. Please retry in 1.5s.'),
    'RATE_LIMITED',
    { afterMs: 1500 },
    /retry in/,
  ],
  ['an overload', refuse(529, 'Overloaded'), 'OVERLOADED', {}, /Overloaded/],
  ['a fault of the server', refuse(500, 'oops'), 'SERVER_ERROR', {}, /oops/],
  ['a gateway without a body', (response) => response.writeHead(502).end(), 'SERVER_ERROR', {}, /502/],
  [
    'a refusal in a list',
    raw(400, '[{"error":{"message":"API key not valid.","code":400}}]'),
    'BAD_REQUEST',
    false,
    /not valid/,
  ],
  [
    'a refusal that is a text',
    raw(404, '{"error":"model \\"nobody\\" not found"}'),
    'BAD_REQUEST',
    false,
    /^model "nobody" not found$/,
  ],
  ['a refusal with a detail', raw(422, '{"detail":"Unprocessable."}'), 'BAD_REQUEST', false, /^Unprocessable.$/],
  ['a refusal that is deep', raw(400, nested('{"error":', '}', 50_000)), 'BAD_REQUEST', false, /^400 .{200}$/],
  ['a refusal without an end', raw(500, `<h1>Oh</h1>${'x'.repeat(3_000_000)}`), 'SERVER_ERROR', {}, /^500 Oh x{197}$/],
  [
    'a page that refuses',
    raw(502, '<!doctype html><style>b { c: d }</style>\n<title>Bad gateway</title><h1 class="x">Try later</h1>'),
    'SERVER_ERROR',
    {},
    /^502 Bad gateway Try later$/,
  ],
  ...[
    '{"detail":[{"msg":"So it is."}]}',
    '{"error":["So it is.","And so."]}',
    '{"success":false,"errors":[{"code":7000,"message":"So it is."}],"messages":[]}',
    '{"error":{"error":{"message":"So it is."}}}',
    '{"error_code":17,"error_msg":"So it is."}',
    '{"statusCode":400,"message":["So it is."],"error":"Bad Request"}',
  ].map((body): (typeof CASES)[number] => [
    `a refusal in other fields, ${body}`,
    raw(400, body),
    'BAD_REQUEST',
    false,
    /^So it is\.$/,
  ]),
  [
    'a refusal of one field',
    raw(422, '{"detail":[{"loc":["body","tools",0],"msg":"extra fields not permitted","type":"x"}]}'),
    'BAD_REQUEST',
    false,
    /^body\.tools\.0: extra fields not permitted$/,
  ],
  [
    'an error in place of a stream',
    other('application/json', '{"error":{"message":"No credit.","code":402}}'),
    'QUOTA_EXCEEDED',
    false,
    /^No credit\.$/,
  ],
  ['a page', other('text/html', '<h1>Log in</h1>'), 'BAD_ANSWER', false, /text\/html.*Log in/],
  ['a whole reply', other('application/json', '{"choices":[]}'), 'BAD_ANSWER', false, /application\/json/],
  ['an empty stream', (response) => open(response).end(), 'STREAM_BROKEN', {}, /broke off|without/],
  ['half an event', (response, begin) => open(response).end(`${begin}data: {"type":"mess`), 'STREAM_BROKEN', {}, /./],
  ['no JSON in an event', (response, begin) => open(response).end(`${begin}data: {oh}\n\n`), 'STREAM_BROKEN', {}, /./],
  ['a stream without its end', (response, begin) => open(response).end(begin), 'STREAM_BROKEN', {}, /broke off/],
  [
    'a connection that is cut',
    (response, begin) => open(response).write(begin, () => response.destroy()),
    'STREAM_BROKEN',
    {},
    /./,
  ],
  [
    'an error without a name',
    said('{"error":{"type":"overloaded_error","message":"Busy."}}'),
    'OVERLOADED',
    {},
    /^Busy.$/,
  ],
  ['an error with a status', said('{"error":{"code":429,"message":"Slow down."}}'), 'RATE_LIMITED', {}, /^Slow down.$/],
  ['an error that is a text', said('{"error":"No more."}'), 'SERVER_ERROR', {}, /^No more.$/],
  [
    'an error by its code',
    said('{"error":{"code":"rate_limit_exceeded","message":"Slow."}}'),
    'RATE_LIMITED',
    {},
    /Slow/,
  ],
  ['an event that is an error', said('{"object":"error","message":"No.","code":400}'), 'BAD_REQUEST', false, /^No\.$/],
  ['an error event with a detail', said('{"detail":"No GPU."}\nevent: error'), 'SERVER_ERROR', {}, /^No GPU\.$/],
  ['an error event with a text', said('No GPU, sorry.\nevent: error'), 'SERVER_ERROR', {}, /^No GPU, sorry\.$/],
  ['an error that is a figure', said('{"error":500}'), 'SERVER_ERROR', {}, /broke off/],
  [
    'arguments nested 20,000 deep',
    said(deepArguments(nested('[', ']', 20_000))),
    'BAD_ANSWER',
    false,
    /nested too deeply/,
  ],
  [
    'arguments nested deeper than can be parsed in time',
    said(deepArguments(nested('{"a":', '}', 500_000))),
    'BAD_ANSWER',
    false,
    /more than 200 levels/,
  ],
];

describe.each(Object.entries(CLIENTS))('the client of %s', (_name, { make, begin }) => {
  const thrownAt = (answer: Answer, idleMs?: number): Promise<unknown> =>
    withProvider(
      (_body, response) => answer(response, begin),
      (baseURL) => collect(make(baseURL, idleMs), request).catch((error: unknown) => error),
    );

  it.each(CASES)('told %s, says so', async (_what, answer, code, retry, words) => {
    const thrown = await thrownAt(answer);
    expect(thrown).toBeInstanceOf(ModelError);
    expect(thrown).toMatchObject({ code, retry, message: expect.stringMatching(words) });
  });

  it('told a stream that falls silent, says so', async () => {
    const thrown = await thrownAt((response) => open(response).write(begin), 60);
    expect(thrown).toMatchObject({ code: 'STREAM_BROKEN', retry: {}, message: expect.stringContaining('stalled') });
  });

  it.each<[string, Answer, string]>([
    ['an error', (response) => response.writeHead(503).write('Busy'), 'SERVER_ERROR'],
    ['a page', (response) => response.writeHead(200, { 'content-type': 'text/html' }).write('Busy'), 'BAD_ANSWER'],
  ])('told %s that does not end, says so', async (_what, answer, code) => {
    expect(await thrownAt(answer, 60)).toMatchObject({ code, message: expect.stringContaining('Busy') });
  });

  it.each<[string, Answer]>([
    ['a refusal', refuse(401, `You sent ${SENT}, which is wrong.`)],
    ['a refusal in JSON', refuse(400, JSON.stringify({ 'x-team': SENT }))],
    ['a page', other('text/html', `You sent ${SENT}.`)],
    ['the stream', said(JSON.stringify({ error: `You sent ${SENT}.` }))],
    ['a refusal that is cut in it', refuse(401, `${'x'.repeat(1_988)} ${SENT}`)],
    ['a page that is cut in it', other('text/html', `${'x'.repeat(189)} ${SENT}`)],
    ['what is no JSON', said(SENT)],
  ])('quoted its key in %s, leaves it out', async (_where, answer) => {
    const thrown = await thrownAt(answer);
    expect(thrown).toMatchObject({ message: expect.stringContaining('[left out]') });
    expect(String(thrown)).not.toMatch(/very|secret/);
  });

  it('told nothing, where nobody listens', async () => {
    const gone = await withProvider(
      () => undefined,
      async (baseURL) => baseURL,
    );
    const thrown = await collect(make(gone), request).catch((error: unknown) => error);
    expect(thrown).toMatchObject({
      code: 'NETWORK_ERROR',
      retry: {},
      message: expect.stringContaining('ECONNREFUSED'),
    });
  });
});
