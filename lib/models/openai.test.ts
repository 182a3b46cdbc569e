import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { ModelError } from './model';
import { openaiModel } from './openai';
import { callsOf, collect, eventsIn, requestOf, spokenText, withProvider } from './testing';

const chunk = (delta: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
const usage = (figures: object): string =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [], usage: figures })}\n\n`;
const DONE = 'data: [DONE]\n\n';

const call = (index: number, more: object): object => ({ tool_calls: [{ index, ...more }] });

/** Thinking, text, two calls side by side, and the figures after the last word. */
const REPLY = [
  chunk({ role: 'assistant', content: '' }),
  chunk({ reasoning_content: 'Hm.' }),
  chunk({ content: 'Reading.' }),
  chunk(call(0, { id: 'call_a', type: 'function', function: { name: 'Read', arguments: '' } })),
  chunk(call(0, { function: { arguments: '{"file_path":' } })),
  chunk(call(1, { id: 'call_b', type: 'function', function: { name: 'Ls', arguments: '{}' } })),
  chunk(call(0, { function: { arguments: '"a.ts"}' } })),
  chunk({}, 'tool_calls'),
  usage({
    prompt_tokens: 120,
    completion_tokens: 30,
    total_tokens: 150,
    prompt_tokens_details: { cached_tokens: 100 },
  }),
  DONE,
].join('');

const stream = (response: ServerResponse, text: string): void => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(text);
};

const tools = ['Look', 'LookUp', 'Ls', 'Read'].map((name) => ({ name, description: '', parameters: {} }));
const request = requestOf([{ id: '1', role: 'user', content: 'Go.' }], { tools });
const model = (baseURL: string) => openaiModel({ apiKey: 'sk-test', name: 'some-model', baseURL });
const replyTo = (text: string) =>
  withProvider(
    (_, response) => stream(response, text),
    (baseURL) => collect(model(baseURL), request),
  );
const failureOf = (handle: (response: ServerResponse) => void): Promise<unknown> =>
  withProvider(
    (_, response) => handle(response),
    (baseURL) =>
      collect(model(baseURL), request).then(
        () => undefined,
        (error: unknown) => error,
      ),
  );

const DEEP = '{"a":'.repeat(9_000) + '1' + '}'.repeat(9_000);

describe('a reply', () => {
  it('without a reason for its end is over where the server says that it is done, and broken where it does not', async () => {
    const events = await replyTo(chunk({ content: 'Well.' }) + DONE);
    expect([spokenText(events), events.at(-1)?.type]).toEqual(['Well.', 'stop']);
    expect(await failureOf((response) => stream(response, chunk({ content: 'Well.' })))).toMatchObject({
      code: 'STREAM_BROKEN',
    });
  });

  it('becomes model events', async () => {
    const events = await replyTo(REPLY);
    expect(events.slice(0, 3)).toEqual([
      { type: 'reasoning', delta: 'Hm.' },
      { type: 'reasoning-end', sealed: expect.stringContaining('reasoning-content') },
      { type: 'text', delta: 'Reading.' },
    ]);
    expect(callsOf(events)).toEqual([
      { id: 'call_a', name: 'Read', args: '{"file_path":"a.ts"}' },
      { id: 'call_b', name: 'Ls', args: '{}' },
    ]);
    expect(events.slice(-3)).toEqual([
      { type: 'call-end', id: 'call_a' },
      { type: 'call-end', id: 'call_b' },
      { type: 'stop', reason: 'tool_calls', usage: { inputTokens: 120, outputTokens: 30, cachedInputTokens: 100 } },
    ]);
  });

  it.each([
    ['stop', 'end'],
    ['length', 'max_tokens'],
    ['content_filter', 'refusal'],
    ['something_new', 'end'],
  ])('that ends with %s stops with %s', async (overrides, reason) => {
    expect((await replyTo(chunk({ content: 'x' }) + chunk({}, overrides) + DONE)).at(-1)).toMatchObject({ reason });
  });

  it('may give every call the same index, or no id, and say stop after calls', async () => {
    const events = await replyTo(
      [
        chunk(call(0, { id: 'a', function: { name: 'A', arguments: '{}' } })),
        chunk(call(0, { id: 'b', function: { name: 'B', arguments: '{}' } })),
        chunk(call(1, { function: { name: 'C', arguments: '{}' } })),
        chunk({}, 'stop'),
        DONE,
      ].join(''),
    );
    expect(callsOf(events).map(({ id, name }) => `${id} ${name}`)).toEqual(['a A', 'b B', 'call_2 C']);
    expect(events.at(-1)).toMatchObject({ reason: 'tool_calls' });
  });

  it.each<[string, object, object]>([
    ['a number for an id', { id: 7, function: { name: 'A', arguments: '{}' } }, { id: '7', args: '{}' }],
    ['arguments as an object', { id: 'a', function: { name: 'A', arguments: { x: 1 } } }, { args: '{"x":1}' }],
    ['arguments as a list', { id: 'a', function: { name: 'A', arguments: [1] } }, { args: '[1]' }],
    ['no arguments', { id: 'a', function: { name: 'A', arguments: null } }, { args: '' }],
    ['a name in parts', { id: 'a', function: { name: [{ text: 'A' }], arguments: '{}' } }, { name: 'A' }],
  ])('may have %s', async (_, given, kept) => {
    expect(callsOf(await replyTo(chunk(call(0, given)) + chunk({}, 'tool_calls') + DONE))).toMatchObject([kept]);
  });

  it.each<[string, readonly object[], readonly string[]]>([
    [
      'a name in pieces',
      [{ id: 'a', function: { name: 'Lo' } }, { function: { name: 'ok' } }, { function: { arguments: '{}' } }],
      ['a Look {}'],
    ],
    [
      'a name in pieces, with arguments in between',
      [
        { id: 'a', function: { name: 'Lo', arguments: '{"a"' } },
        { function: { name: 'ok', arguments: ':1' } },
        { function: { arguments: '}' } },
      ],
      ['a Look {"a":1}'],
    ],
    [
      'a name that grows with each piece',
      ['Lo', 'Look'].map((name, n) => ({ index: 0, id: 'a', function: { name, arguments: '{}'[n] } })),
      ['a Look {}'],
    ],
    [
      'a name that grows with each of many pieces',
      ['Lo', 'Loo', 'Look', 'LookU', 'LookUp'].map((name) => ({ index: 0, id: 'a', function: { name } })),
      ['a LookUp '],
    ],
    [
      'the name last, in pieces',
      [{ id: 'a', function: { arguments: '{}' } }, { function: { name: 'Loo' } }, { function: { name: 'kUp' } }],
      ['a LookUp {}'],
    ],
    [
      'the name of a tool whose name goes on in another, with each piece',
      ['{', '}'].map((args) => ({ index: 0, id: 'a', function: { name: 'Look', arguments: args } })),
      ['a Look {}'],
    ],
    [
      "nothing but the beginning of a tool's name",
      [{ id: 'a', function: { name: 'Lo', arguments: '{}' } }],
      ['a Lo {}'],
    ],
    ['a name after its id', [{ id: 'a' }, { function: { name: 'Look', arguments: '{}' } }], ['a Look {}']],
    [
      'an id after its name',
      [{ function: { name: 'Look' } }, { id: 'a', function: { arguments: '{}' } }],
      ['a Look {}'],
    ],
    [
      'nothing but a name',
      [
        { id: 'a', function: { name: 'Look' } },
        { id: 'b', function: { name: 'Ls' } },
      ],
      ['a Look ', 'b Ls '],
    ],
    [
      'a name with each piece',
      ['{', '}'].map((args) => ({ id: 'a', function: { name: 'Look', arguments: args } })),
      ['a Look {}'],
    ],
    [
      'pieces told apart by id alone',
      ['a', 'b', 'a', 'b'].map((id, n) => ({ id, function: { name: 'Look', arguments: n < 2 ? `{"${id}":` : '1}' } })),
      ['a Look {"a":1}', 'b Look {"b":1}'],
    ],
    [
      'another id in each piece',
      ['a', 'b', 'c'].map((id, n) => ({
        index: 0,
        id,
        function: n === 0 ? { name: 'Look', arguments: '{' } : { arguments: n === 1 ? '"x":' : '1}' },
      })),
      ['a Look {"x":1}'],
    ],
    [
      'another id in each piece, and nothing but its name in the first',
      ['a', 'b', 'c'].map((id, n) => ({
        index: 0,
        id,
        function: n === 0 ? { name: 'Look', arguments: '' } : { arguments: n === 1 ? '{"x":' : '1}' },
      })),
      ['a Look {"x":1}'],
    ],
    [
      'neither an id nor an index',
      ['Look', 'Ls'].map((name) => ({ function: { name, arguments: '{}' } })),
      ['call_0 Look {}', 'call_1 Ls {}'],
    ],
    [
      "neither an id nor an index, one of them named like the beginning of a tool's name",
      ['Lo', 'Look'].map((name, n) => ({ function: { name, arguments: `[${n}]` } })),
      ['call_0 Lo [0]', 'call_1 Look [1]'],
    ],
    [
      'an id that another has',
      [0, 1].map((index) => ({ index, id: 'a', function: { name: 'Look', arguments: `[${index}]` } })),
      ['a Look [0]', 'a~1 Look [1]'],
    ],
    [
      'an id that carries a thought',
      [{ id: `call_1__thought__${'s'.repeat(4_000)}`, function: { name: 'Look', arguments: '{}' } }],
      [`call_1__thought__${'s'.repeat(4_000)} Look {}`],
    ],
    [
      'an id and a name without an end',
      [{ id: 'i'.repeat(90_000), function: { name: 'n'.repeat(9_000), arguments: '{}' } }],
      [`call_0 ${'n'.repeat(200)} {}`],
    ],
  ])('may have calls with %s', async (_, pieces, kept) => {
    const reply = pieces.map((piece) => chunk({ tool_calls: [piece] })).join('');
    const events = await replyTo(reply + chunk({}, 'tool_calls') + DONE);
    expect(callsOf(events).map(({ id, name, args }) => `${id} ${name} ${args}`)).toEqual(kept);
    const ends = events.flatMap((event) => (event.type === 'call-end' ? event.id : []));
    expect(ends).toEqual(callsOf(events).map(({ id }) => id));
  });

  it.each<[string, readonly (string | object)[], string]>([
    ['all that came before', ['{"a":1', '{"a":1,"b":2', '{"a":1,"b":2}'], '{"a":1,"b":2}'],
    ['the whole call a second time', ['{"a":1}', '{"a":1}'], '{"a":1}'],
    ['the whole call after its pieces', ['{"a"', ':1}', { a: 1 }], '{"a":1}'],
    ['the whole call after its pieces, spaced otherwise', ['{"a": 1, ', '"b": 2}', { b: 2, a: 1 }], '{"a": 1, "b": 2}'],
    ['the whole call a second time, spaced otherwise and deep', [DEEP, ` ${DEEP}`], DEEP],
    ['the whole call after half of it', ['{"a": "x y', { a: 'x y', b: 2 }], '{"a": "x y","b":2}'],
    ['what only looks like the whole call after half of it', ['{"a": ', '{"a":1}', '}'], '{"a": {"a":1}}'],
    ['another whole call, which is no repetition', ['{"a": 1}', { a: 2 }], '{"a": 1}{"a":2}'],
    ['all that came before, cut off at the end', ['{"a":1', '{"a":1,"b":', '{"a":1,"b":"x'], '{"a":1,"b":"x'],
    ['what only looks like it', ['{"a":', '{"a":', '1}', '}'], '{"a":{"a":1}}'],
    ['what only looks like it, to the end', ['{"a":', '{"a":1}}'], '{"a":{"a":1}}'],
    ['what is no JSON either way', ['x', 'xy'], 'xxy'],
  ])('may have calls of which a piece has %s', async (_, pieces, kept) => {
    const given = pieces.map((args) => chunk(call(0, { id: 'a', function: { name: 'Look', arguments: args } })));
    for (const late of [
      given,
      [chunk(call(0, { id: 'a' })), ...given].map((text) => text.replaceAll('"Look"', '""')),
    ]) {
      const events = await replyTo(late.join('') + chunk({}, 'tool_calls') + DONE);
      expect(callsOf(events).map(({ args }) => args)).toEqual([kept]);
    }
  });

  it('may end with the whole message after its pieces', async () => {
    const calls = { tool_calls: [{ index: 0, id: 'a', function: { name: 'A', arguments: '{}' } }] };
    const whole = (message: object) =>
      `data: ${JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }] })}\n\n`;
    const pieces = [{ reasoning_content: 'hm' }, { content: 'Ye' }, { content: 's' }, calls];
    const message = { role: 'assistant', reasoning_content: 'hm', content: 'Yes.', ...calls };
    const events = await replyTo(pieces.map((piece) => chunk(piece)).join('') + whole(message) + DONE);
    expect(spokenText(events)).toBe('Yes.');
    expect(events.filter(({ type }) => type === 'reasoning')).toHaveLength(1);
    expect(callsOf(events)).toEqual([{ id: 'a', name: 'A', args: '{}' }]);
    // Where there is nothing else, each is a piece.
    const only = ['ha', 'ha'].map((content) => whole({ content })).join('');
    expect(spokenText(await replyTo(only + DONE))).toBe('haha');
  });

  it('may end with the whole message after its pieces, whose calls have no index and other ids', async () => {
    const named = (name: string, more: object) => ({ ...more, function: { name, arguments: '{}' } });
    const whole = (calls: object[]) =>
      `data: ${JSON.stringify({ choices: [{ message: { refusal: 'No.', tool_calls: calls }, finish_reason: 'stop' }] })}\n\n`;
    for (const more of [{}, { id: 'again' }]) {
      const pieces = [
        { refusal: 'N' },
        { refusal: 'o.' },
        ...['A', 'B'].map((name, index) => ({ tool_calls: [named(name, { index })] })),
      ];
      const again = ['A', 'B'].map((name, index) => named(name, 'id' in more ? { id: `${more.id}-${index}` } : {}));
      const events = await replyTo(pieces.map((piece) => chunk(piece)).join('') + whole(again) + DONE);
      expect(spokenText(events)).toBe('No.');
      expect(callsOf(events).map(({ name, args }) => name + args)).toEqual(['A{}', 'B{}']);
    }
    // A piece that says nothing makes no pieces of what follows.
    const only = ['ha', 'ha'].map((content) => `data: ${JSON.stringify({ choices: [{ message: { content } }] })}\n\n`);
    expect(spokenText(await replyTo(chunk({ role: 'assistant' }) + only.join('') + DONE))).toBe('haha');
  });

  it('may call as older servers do', async () => {
    const older = { function_call: { name: 'Look', arguments: '{}' } };
    const events = await replyTo(chunk(older) + chunk({}, 'function_call') + DONE);
    expect(callsOf(events)).toEqual([{ id: 'call_0', name: 'Look', args: '{}' }]);
  });

  it('is one choice, although there are others', async () => {
    const other = chunk({ content: 'No.' }).replace('"index":0', '"index":1');
    const mixed = chunk({ content: 'Y' }) + other + chunk({ content: 'es' }, 'stop') + DONE;
    expect(spokenText(await replyTo(mixed))).toBe('Yes');
    expect(spokenText(await replyTo(other + DONE))).toBe('No.');
    const both = ['No.', 'es'].map((content, n) => ({
      index: 1 - n,
      delta: { content },
      finish_reason: n ? 'stop' : null,
    }));
    expect(spokenText(await replyTo(chunk({ content: 'Y' }) + `data: ${JSON.stringify({ choices: both })}\n\n`))).toBe(
      'Yes',
    );
    // Whatever their order, from the first piece on.
    const stopped = both.map((choice) => ({ ...choice, finish_reason: 'stop' }));
    expect(spokenText(await replyTo(`data: ${JSON.stringify({ choices: stopped })}\n\n${DONE}`))).toBe('es');
  });

  it.each([
    ['MAX_TOKENS', 'max_tokens'],
    ['content_filter: SAFETY', 'refusal'],
    ['sensitive', 'refusal'],
    ['model_context_window_exceeded', 'context_exceeded'],
    ['eos', 'end'],
  ])('may stop for another server’s reason: %s', async (reason, meant) => {
    const events = await replyTo(chunk({ content: 'x' }, reason) + DONE);
    expect(events.at(-1)).toMatchObject({ type: 'stop', reason: meant });
  });

  it('may name a call after its arguments, and fail once it is complete', async () => {
    const piece = (named: object) => chunk({ tool_calls: [{ index: 0, id: 'a', function: named }] });
    const named = piece({ arguments: '{"a"' }) + piece({ arguments: ':1}' }) + piece({ name: 'Look' });
    const events = await replyTo(`${named}${chunk({}, 'tool_calls')}data: {"error":{"message":"late"}}\n\n${DONE}`);
    expect(callsOf(events)).toEqual([{ id: 'a', name: 'Look', args: '{"a":1}' }]);
  });

  it.each([40_000_000, 1e12, 1e300, -5, '', null])('is not believed to have used %s tokens', async (figure) => {
    const events = await replyTo(
      chunk({ content: 'x' }, 'stop') + usage({ prompt_tokens: figure, completion_tokens: 3 }) + DONE,
    );
    expect(events.at(-1)).toMatchObject({ usage: { inputTokens: 0, outputTokens: 3 } });
  });

  it.each<[string, unknown, string]>([
    ['a list of parts', [{ type: 'text', text: 'one ' }, { text: 'two' }], 'one two'],
    ['an object', { type: 'text', text: 'inside' }, 'inside'],
    ['a number', 12, '12'],
    ['nothing', null, ''],
  ])('may have %s for its text', async (_, content, said) => {
    expect(spokenText(await replyTo(chunk({ content }) + chunk({}, 'stop') + DONE))).toBe(said);
  });

  it('is asked for with the headers that were set, however they are spelt, in place of its own', async () => {
    let sent: unknown;
    const fetch: typeof globalThis.fetch = async (_, init) => {
      sent = Object.fromEntries(new Headers(init?.headers));
      return new Response(REPLY, { headers: { 'content-type': 'text/event-stream' } });
    };
    const headers = { Authorization: 'Basic abc', ACCEPT: 'text/event-stream' };
    await collect(openaiModel({ apiKey: 'sk-test', name: 'some-model', headers, fetch }), request);
    expect(sent).toEqual({
      accept: 'text/event-stream',
      authorization: 'Basic abc',
      'content-type': 'application/json',
    });
  });

  it('is asked for with the key, the model, the limit and the tools', async () => {
    let sent: { key?: string; body: unknown } = { body: undefined };
    await withProvider(
      (body, response, { headers }) => {
        sent = { key: headers.authorization, body: JSON.parse(body) };
        stream(response, REPLY);
      },
      (baseURL) =>
        collect(
          model(baseURL),
          requestOf(request.messages, {
            tools: [{ name: 'Read', description: 'Reads.', parameters: { type: 'object' } }],
          }),
        ),
    );
    expect(sent.key).toBe('Bearer sk-test');
    expect(sent.body).toMatchObject({
      model: 'some-model',
      max_tokens: 1000,
      stream: true,
      messages: [
        { role: 'system', content: 'You are helpful.' },
        { role: 'user', content: 'Go.' },
      ],
      tools: [{ type: 'function', function: { name: 'Read', description: 'Reads.', parameters: { type: 'object' } } }],
    });
  });
});

describe('a failure', () => {
  it.each(['error', 'function_call_filter: MALFORMED_FUNCTION_CALL', 'insufficient_system_resource'])(
    'may be a stop reason: %s',
    async (reason) => {
      const failed = replyTo(chunk({ content: 'half' }) + chunk({}, reason) + DONE);
      await expect(failed).rejects.toMatchObject({
        code: 'STREAM_BROKEN',
        retry: {},
        message: expect.stringContaining(reason),
      });
    },
  );

  it.each<[number, Record<string, string>, Partial<ModelError>]>([
    [400, {}, { code: 'BAD_REQUEST', retry: false, status: 400 }],
    [401, {}, { code: 'KEY_REFUSED', retry: false }],
    [429, { 'retry-after': '7' }, { code: 'RATE_LIMITED', retry: { afterMs: 7000 } }],
    [500, {}, { code: 'SERVER_ERROR', retry: {} }],
    [529, {}, { code: 'OVERLOADED', retry: {} }],
  ])('with status %d %j', async (status, headers, expected) => {
    const error = await failureOf((response) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(JSON.stringify({ error: { message: 'So it is.', type: 'x', code: null, param: null } }));
    });
    expect(error).toBeInstanceOf(ModelError);
    expect(error).toMatchObject({ ...expected, message: 'So it is.' });
  });

  it.each<[string, string, string]>([
    ['that ends too early', chunk({ content: 'x' }), 'STREAM_BROKEN'],
    ['with half an event', `${chunk({ content: 'x' })}data: {"id":`, 'STREAM_BROKEN'],
    ['with an error in it', `${chunk({ content: 'x' })}data: {"error":{"message":"Bad."}}\n\n`, 'SERVER_ERROR'],
    ['of another type', '<html>hello</html>', 'STREAM_BROKEN'],
  ])('of a stream %s', async (_what, text, code) => {
    expect(await failureOf((response) => stream(response, text))).toMatchObject({ code, retry: {} });
  });
});

describe('a turn', () => {
  it('ends when it is stopped', async () => {
    const stop = new AbortController();
    const reason = new Error('stopped');
    await withProvider(
      (_, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(chunk({ content: 'x' }));
      },
      async (baseURL) => {
        const turn = model(baseURL).turn(requestOf(request.messages, { signal: stop.signal }));
        const said = async (): Promise<string> => {
          let text = '';
          for await (const event of eventsIn(turn)) {
            text += spokenText([event]);
            stop.abort(reason);
          }
          return text;
        };
        await expect(said()).rejects.toBe(reason);
      },
    );
  });
});
