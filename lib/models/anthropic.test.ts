import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { anthropicModel } from './anthropic';
import { ModelError } from './model';
import { callsOf, collect, eventsIn, requestOf, withProvider } from './testing';

const event = (type: string, data: object = {}): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;

const START = event('message_start', {
  message: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-sonnet-5-5',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 100, cache_creation_input_tokens: 20, cache_read_input_tokens: 300, output_tokens: 1 },
  },
});

const TEXT = [
  event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
  event('ping'),
  event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'Héllo ' } }),
  event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'wörld' } }),
  event('content_block_stop', { index: 0 }),
].join('');

/** A reply as the provider streams it: thinking, text, two calls of which the second has no arguments. */
const REPLY = [
  START,
  event('content_block_start', { index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } }),
  event('content_block_delta', { index: 0, delta: { type: 'thinking_delta', thinking: 'Let me see.' } }),
  event('content_block_delta', { index: 0, delta: { type: 'signature_delta', signature: 'EqQB' } }),
  event('content_block_stop', { index: 0 }),
  event('content_block_start', { index: 1, content_block: { type: 'text', text: '' } }),
  event('content_block_delta', { index: 1, delta: { type: 'text_delta', text: 'Reading.' } }),
  event('content_block_stop', { index: 1 }),
  event('content_block_start', {
    index: 2,
    content_block: { type: 'tool_use', id: 'toolu_1', name: 'Read', input: {} },
  }),
  event('content_block_delta', { index: 2, delta: { type: 'input_json_delta', partial_json: '' } }),
  event('content_block_delta', { index: 2, delta: { type: 'input_json_delta', partial_json: '{"file_path": "a' } }),
  event('content_block_delta', { index: 2, delta: { type: 'input_json_delta', partial_json: '.ts"}' } }),
  event('content_block_stop', { index: 2 }),
  event('content_block_start', { index: 3, content_block: { type: 'tool_use', id: 'toolu_2', name: 'Ls', input: {} } }),
  event('content_block_stop', { index: 3 }),
  event('message_delta', { delta: { stop_reason: 'tool_use', stop_sequence: null }, usage: { output_tokens: 57 } }),
  event('message_stop'),
].join('');

const stream = (response: ServerResponse, text: string): void => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(text);
};

const request = requestOf([{ id: '1', role: 'user', content: 'Go.' }]);
const model = (baseURL: string) => anthropicModel({ apiKey: 'sk-test', name: 'claude-sonnet-5-5', baseURL });

/** What a provider that answers so makes of one turn: the events up to the error, and the error. */
async function attempt(
  handle: (response: ServerResponse) => void,
): Promise<{ said: string; error: ModelError | undefined }> {
  return withProvider(
    (_, response) => handle(response),
    async (baseURL) => {
      let said = '';
      try {
        for await (const each of eventsIn(model(baseURL).turn(request))) if (each.type === 'text') said += each.delta;
        return { said, error: undefined };
      } catch (error) {
        if (error instanceof ModelError) return { said, error };
        throw error;
      }
    },
  );
}

describe('a reply', () => {
  it('becomes model events', async () => {
    const events = await withProvider(
      (_, response) => stream(response, REPLY),
      (baseURL) => collect(model(baseURL), request),
    );
    expect(events).toEqual([
      {
        type: 'usage',
        usage: { inputTokens: 420, outputTokens: 1, cachedInputTokens: 300, cacheWriteTokens: 20 },
      },
      { type: 'reasoning', delta: 'Let me see.' },
      { type: 'reasoning-end', sealed: expect.stringContaining('EqQB') },
      { type: 'text', delta: 'Reading.' },
      { type: 'call-start', id: 'toolu_1', name: 'Read' },
      { type: 'call-args', id: 'toolu_1', delta: '{"file_path": "a' },
      { type: 'call-args', id: 'toolu_1', delta: '.ts"}' },
      { type: 'call-end', id: 'toolu_1' },
      { type: 'call-start', id: 'toolu_2', name: 'Ls' },
      { type: 'call-end', id: 'toolu_2' },
      {
        type: 'stop',
        reason: 'tool_calls',
        usage: { inputTokens: 420, outputTokens: 57, cachedInputTokens: 300, cacheWriteTokens: 20 },
      },
    ]);
  });

  it.each<[string, object, object]>([
    ['its whole input at the start', { id: 'a', name: 'A', input: { x: 1 } }, { id: 'a', args: '{"x":1}' }],
    ['a number for an id', { id: 7, name: 'A', input: {} }, { id: '7' }],
    ['its input as text', { id: 'a', name: 'A', input: '{"x":1}' }, { args: '{"x":1}' }],
  ])('may have a call with %s', async (_, block, kept) => {
    const text =
      START +
      event('content_block_start', { index: 0, content_block: { type: 'tool_use', ...block } }) +
      event('content_block_stop', { index: 0 }) +
      event('message_delta', { delta: { stop_reason: 'tool_use' } }) +
      event('message_stop');
    const events = await withProvider(
      (_body, response) => stream(response, text),
      (baseURL) => collect(model(baseURL), request),
    );
    expect(callsOf(events)).toMatchObject([kept]);
    expect(events.at(-1)).toMatchObject({ type: 'stop', reason: 'tool_calls' });
  });

  it.each([
    ['the whole of it twice', ['{"x":1}', '{"x":1}'], '{"x":1}'],
    ['all that came before in each piece', ['{"x":1', '{"x":1,"y":2', '{"x":1,"y":2}'], '{"x":1,"y":2}'],
    ['pieces that only look like that', ['{"x":', '{"x":1}', '}'], '{"x":{"x":1}}'],
  ])('may have a call whose input has %s', async (_what, pieces, kept) => {
    const block = { type: 'tool_use', id: 'a', name: 'A', input: {} };
    const delta = (json: string) => ({ index: 0, delta: { type: 'input_json_delta', partial_json: json } });
    const text =
      START +
      event('content_block_start', { index: 0, content_block: block }) +
      pieces.map((json) => event('content_block_delta', delta(json))).join('') +
      event('content_block_stop', { index: 0 }) +
      event('message_stop');
    const events = await withProvider(
      (_body, response) => stream(response, text),
      (baseURL) => collect(model(baseURL), request),
    );
    expect(callsOf(events)).toMatchObject([{ args: kept }]);
  });

  it('may come byte by byte', async () => {
    const { said, error } = await attempt((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const end = event('message_delta', { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2 } });
      for (const byte of Buffer.from(START + TEXT + end + event('message_stop'))) response.write(Buffer.from([byte]));
      response.end();
    });
    expect(error).toBeUndefined();
    expect(said).toBe('Héllo wörld');
  });

  it.each([
    ['end_turn', 'end'],
    ['stop_sequence', 'end'],
    ['tool_use', 'tool_calls'],
    ['max_tokens', 'max_tokens'],
    ['refusal', 'refusal'],
    ['pause_turn', 'pause'],
    ['model_context_window_exceeded', 'context_exceeded'],
    ['something_new', 'end'],
  ])('that ends with %s stops with %s', async (overrides, reason) => {
    const text =
      START +
      event('message_delta', { delta: { stop_reason: overrides }, usage: { output_tokens: 2 } }) +
      event('message_stop');
    const events = await withProvider(
      (_, response) => stream(response, text),
      (baseURL) => collect(model(baseURL), request),
    );
    expect(events).toMatchObject([{ type: 'usage' }, { type: 'stop', reason }]);
  });

  it('is asked for with the key, the model and the limit', async () => {
    let sent: { key?: string; body: unknown } = { body: undefined };
    await withProvider(
      (body, response, { headers }) => {
        sent = { key: headers.authorization, body: JSON.parse(body) };
        stream(response, REPLY);
      },
      (baseURL) => collect(model(baseURL), request),
    );
    expect(sent.key).toBe('Bearer sk-test');
    expect(sent.body).toMatchObject({ model: 'claude-sonnet-5-5', max_tokens: 1000, stream: true });
  });
});

const problem =
  (status: number, type: string, headers: Record<string, string> = {}) =>
  (response: ServerResponse): void => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify({ type: 'error', error: { type, message: `It is ${type}.` } }));
  };

describe('a refusal', () => {
  it.each<[number, string, Record<string, string>, Partial<ModelError>]>([
    [400, 'invalid_request_error', {}, { code: 'BAD_REQUEST', retry: false, status: 400 }],
    [401, 'authentication_error', {}, { code: 'KEY_REFUSED', retry: false, status: 401 }],
    [403, 'permission_error', {}, { code: 'KEY_REFUSED', retry: false }],
    [404, 'not_found_error', {}, { code: 'BAD_REQUEST', retry: false }],
    [413, 'request_too_large', {}, { code: 'BAD_REQUEST', retry: false }],
    [429, 'rate_limit_error', {}, { code: 'RATE_LIMITED', retry: {} }],
    [429, 'rate_limit_error', { 'retry-after': '7' }, { code: 'RATE_LIMITED', retry: { afterMs: 7000 } }],
    [429, 'rate_limit_error', { 'retry-after-ms': '30' }, { code: 'RATE_LIMITED', retry: { afterMs: 30 } }],
    [429, 'rate_limit_error', { 'retry-after': 'soon' }, { code: 'RATE_LIMITED', retry: {} }],
    [500, 'api_error', {}, { code: 'SERVER_ERROR', retry: {} }],
    [503, 'api_error', {}, { code: 'SERVER_ERROR', retry: {} }],
    [529, 'overloaded_error', {}, { code: 'OVERLOADED', retry: {}, status: 529 }],
  ])('%d %s %j', async (status, type, headers, expected) => {
    let requests = 0;
    const { error } = await attempt((response) => {
      requests += 1;
      problem(status, type, headers)(response);
    });
    expect(error).toMatchObject(expected);
    expect(error?.message).toBe(`It is ${type}.`);
    expect(requests).toBe(1);
  });

  it('that is no JSON has its status', async () => {
    const { error } = await attempt((response) => response.writeHead(502).end('<html>Bad gateway</html>'));
    expect(error).toMatchObject({ code: 'SERVER_ERROR', retry: {}, status: 502 });
  });

  it('by a closed door is a network error', async () => {
    const gone = await withProvider(
      () => {},
      (baseURL) => Promise.resolve(baseURL),
    );
    await expect(collect(model(gone), request)).rejects.toMatchObject({ code: 'NETWORK_ERROR', retry: {} });
  });
});

describe('a broken stream', () => {
  it.each<[string, (response: ServerResponse) => void, string]>([
    ['ends too early', (response) => stream(response, START + TEXT), 'STREAM_BROKEN'],
    ['is empty', (response) => stream(response, ''), 'STREAM_BROKEN'],
    [
      'loses its connection',
      (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(START + TEXT, () => response.destroy());
      },
      'STREAM_BROKEN',
    ],
    [
      'is no JSON',
      (response) => stream(response, `${START + TEXT}event: message_delta\ndata: {"type":\n\n`),
      'STREAM_BROKEN',
    ],
    [
      'reports an overload',
      (response) =>
        stream(response, START + TEXT + event('error', { error: { type: 'overloaded_error', message: 'Busy.' } })),
      'OVERLOADED',
    ],
    [
      'reports a fault of the server',
      (response) => stream(response, START + TEXT + event('error', { error: { type: 'api_error', message: 'Oh.' } })),
      'SERVER_ERROR',
    ],
  ])('that %s may be tried again', async (_, handle, code) => {
    const { said, error } = await attempt(handle);
    expect(error).toMatchObject({ code, retry: {} });
    expect(['', 'Héllo wörld']).toContain(said);
  });
});

describe('stop', () => {
  it('ends a reply in the middle, with the reason', async () => {
    const stop = new AbortController();
    const reason = new Error('stopped');
    const closed = withProvider(
      (_, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(START + TEXT);
      },
      async (baseURL) => {
        for await (const each of eventsIn(model(baseURL).turn({ ...request, signal: stop.signal }))) {
          if (each.type === 'text') stop.abort(reason);
        }
      },
    );
    await expect(closed).rejects.toBe(reason);
  });

  it('before the reply starts does not ask for it', async () => {
    const reason = new Error('stopped');
    let requests = 0;
    const asked = withProvider(
      () => {
        requests += 1;
      },
      (baseURL) => collect(model(baseURL), { ...request, signal: AbortSignal.abort(reason) }),
    );
    await expect(asked).rejects.toBe(reason);
    expect(requests).toBe(0);
  });
});
