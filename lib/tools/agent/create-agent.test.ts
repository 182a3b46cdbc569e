import { ModelError, type Model, type ModelEvent, type ModelRequest } from '@/lib/models/model';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { inPieces } from '@/lib/models/testing';
import { createAgent, defineTool, type AgentEvent, type CreateAgentOptions, type AnyTool } from '..';

interface WeatherInput {
  city: string;
  unit?: 'celsius' | 'fahrenheit';
}

const fetchWeather = async (city: string, unit: string): Promise<string> => `18 degrees ${unit} in ${city}`;

/** The example of the README and of the design's first source, in TypeScript. */
const weatherTool = defineTool<WeatherInput>({
  name: 'Weather',
  description: 'Get current weather for a city.',
  input: {
    type: 'object',
    properties: {
      city: { type: 'string', description: "City name, e.g. 'Beijing'" },
      unit: { type: 'string', enum: ['celsius', 'fahrenheit'], description: 'Temperature unit, defaults to celsius' },
    },
    required: ['city'],
  },
  isReadOnly: true,
  annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: true },
  execute: async ({ city, unit = 'celsius' }) => ({ text: await fetchWeather(city, unit) }),
});

const sse = (type: string, data: object = {}): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
const usage = { input_tokens: 10, output_tokens: 5 };
const START = sse('message_start', {
  message: { id: 'm', type: 'message', role: 'assistant', model: 'claude', content: [], usage },
});
const end = (stop_reason: string): string =>
  sse('message_delta', { delta: { stop_reason }, usage: { output_tokens: 7 } }) + sse('message_stop');
const said = (text: string): string =>
  sse('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }) +
  sse('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }) +
  sse('content_block_stop', { index: 0 });
const called = (index: number, name: string, json: string): string =>
  sse('content_block_start', { index, content_block: { type: 'tool_use', id: `toolu_${index}`, name, input: {} } }) +
  sse('content_block_delta', { index, delta: { type: 'input_json_delta', partial_json: json } }) +
  sse('content_block_stop', { index });

/** A provider behind `fetch`: the bytes of one reply after the other. */
function provider(...replies: string[]) {
  const asked: { headers: Headers; body: string }[] = [];
  const answer: typeof fetch = async (_url, init) => {
    asked.push({ headers: new Headers(init?.headers), body: typeof init?.body === 'string' ? init.body : '' });
    const headers = { 'content-type': 'text/event-stream' };
    return new Response(replies[asked.length - 1] ?? START + said('…') + end('end_turn'), { headers });
  };
  return { fetch: answer, asked };
}

/** A model that says what it is told to, turn by turn. */
function model(...turns: ((request: ModelRequest) => Iterable<ModelEvent>)[]) {
  const requests: ModelRequest[] = [];
  const spoken: Model = {
    name: 'test',
    async *turn(request) {
      requests.push(request);
      const turn = turns[requests.length - 1] ?? (() => [say('Done.'), stop('end')]);
      yield* inPieces(turn(request));
    },
  };
  return { model: spoken, requests };
}

const say = (delta: string): ModelEvent => ({ type: 'text', delta });
const stop = (reason: 'end' | 'tool_calls' | 'max_tokens' | 'refusal'): ModelEvent => ({
  type: 'stop',
  reason,
  usage: { inputTokens: 1, outputTokens: 1, cachedInputTokens: 0 },
});
const call = (name: string, args: object | string, id = name): ModelEvent[] => [
  { type: 'call-start', id, name },
  { type: 'call-args', id, delta: typeof args === 'string' ? args : JSON.stringify(args) },
  { type: 'call-end', id },
];

const results = (agent: { messages: readonly { role: string }[] }): object[] =>
  agent.messages.flatMap((message) =>
    'toolCallId' in message && 'content' in message ? [{ id: message.toolCallId, text: message.content }] : [],
  );

/** Every call is answered once, right after the message that made it, in call order. */
function expectWhole(agent: { messages: readonly { role: string }[] }): void {
  let open: unknown[] = [];
  for (const message of agent.messages) {
    if (message.role === 'tool') expect('toolCallId' in message && message.toolCallId).toBe(open.shift());
    else {
      expect(open).toEqual([]);
      open = 'toolCalls' in message && Array.isArray(message.toolCalls) ? message.toolCalls.map(({ id }) => id) : [];
    }
  }
  expect(open).toEqual([]);
}

afterEach(() => void vi.unstubAllGlobals());

describe('createAgent', () => {
  it("runs the weather example, through Anthropic's own SDK", async () => {
    const claude = provider(
      START + said('I look.') + called(1, 'Weather', '{"city": "Beijing"}') + end('tool_use'),
      START + said('It is 18 degrees in Beijing.') + end('end_turn'),
    );
    const agent = createAgent({
      apiKey: 'sk-test',
      model: 'claude-sonnet-5-5',
      customTools: [weatherTool],
      fetch: claude.fetch,
    });
    const answer = await agent.prompt('What is the weather in Beijing?');
    expect(answer).toMatchObject({ reason: 'end', text: 'It is 18 degrees in Beijing.', turns: 2 });
    expect(answer.usage.outputTokens).toBe(14);
    expect(claude.asked[0]?.headers.get('authorization')).toBe('Bearer sk-test');
    expect(JSON.parse(claude.asked[0]?.body ?? '')).toMatchObject({
      model: 'claude-sonnet-5-5',
      tools: [{ name: 'Weather', input_schema: { required: ['city'] } }],
    });
    expect(JSON.parse(claude.asked[1]?.body ?? '').messages[2].content[0]).toMatchObject({
      type: 'tool_result',
      tool_use_id: 'toolu_1',
      content: [{ text: '18 degrees celsius in Beijing' }],
    });
    expectWhole(agent);
  });

  it('runs where timers are numbers, as those of a browser are', async () => {
    const { setTimeout: after, setInterval: every } = globalThis;
    vi.stubGlobal('setTimeout', (...timer: Parameters<typeof after>) => Number(after(...timer)));
    vi.stubGlobal('setInterval', (...timer: Parameters<typeof every>) => Number(every(...timer)));
    const claude = provider(
      START + called(0, 'Weather', '{"city": "Beijing"}') + end('tool_use'),
      START + said('It is 18 degrees.') + end('end_turn'),
    );
    const agent = createAgent({
      apiKey: 'sk-test',
      model: 'claude-sonnet-5-5',
      customTools: [weatherTool],
      fetch: claude.fetch,
    });
    expect(await agent.prompt('What is the weather in Beijing?')).toMatchObject({ reason: 'end', turns: 2 });
    expectWhole(agent);
  });

  it('gives the provider its thoughts back where they were, with what it sealed', async () => {
    const sealed = (value: string) => JSON.stringify({ by: 'claude-sonnet-5-5', kind: 'thinking', value });
    const { model: spoken, requests } = model(() => [
      { type: 'reasoning', delta: 'Hm.' },
      { type: 'reasoning-end', sealed: sealed('one') },
      say('I look.'),
      { type: 'reasoning', delta: 'Unsigned.' },
      { type: 'reasoning-end' },
      { type: 'reasoning-end', sealed: sealed('two') },
      ...call('Weather', { city: 'Oslo' }),
      { type: 'call-sealed', id: 'Weather', sealed: sealed('three') },
      stop('tool_calls'),
    ]);
    const agent = createAgent({ model: spoken, customTools: [weatherTool] });
    await agent.prompt('Go.');
    expect(requests[1]?.messages.slice(1)).toMatchObject([
      { role: 'reasoning', content: 'Hm.', encryptedValue: sealed('one') },
      { role: 'assistant', content: 'I look.' },
      { role: 'reasoning', content: '', encryptedValue: sealed('two') },
      { role: 'assistant', toolCalls: [{ id: 'Weather', encryptedValue: sealed('three') }] },
      { role: 'tool', toolCallId: 'Weather' },
    ]);
    expectWhole(agent);
  });

  it('tells what happens as it happens', async () => {
    const { model: spoken } = model(() => [say('I look. '), ...call('Weather', { city: 'Oslo' }), stop('tool_calls')]);
    const events: AgentEvent[] = [];
    for await (const event of createAgent({ model: spoken, customTools: [weatherTool] }).stream('Go.'))
      events.push(event);
    expect(events.map((event) => ('phase' in event ? event.phase : event.type))).toEqual([
      'text',
      'call',
      'turn',
      'running',
      'succeeded',
      'result',
      'text',
      'turn',
      'end',
    ]);
    expect(events.at(-1)).toMatchObject({ answer: { reason: 'end', text: 'Done.' } });
  });

  it('remembers the conversation, and keeps call ids apart that a model uses again', async () => {
    const again = () => [...call('Weather', { city: 'Oslo' }, 'call_0'), stop('tool_calls')];
    const { model: spoken, requests } = model(again, again);
    const agent = createAgent({ model: spoken, customTools: [weatherTool] });
    await agent.prompt('First.');
    await agent.prompt('Second.');
    expect(results(agent).map((result) => Object(result).id)).toEqual(['call_0', 'call_0~2']);
    expect(requests.at(-1)?.messages.filter(({ role }) => role === 'user')).toHaveLength(2);
    expectWhole(agent);
  });

  const bad: [string, ModelEvent[], RegExp][] = [
    ['an unknown tool', call('Wether', {}), /Did you mean Weather/],
    ['bad arguments', call('Weather', { city: 5 }), /city/],
    ['text that is no JSON', call('Weather', 'Oslo'), /not JSON/],
    ['a tool that nobody may allow', call('Danger', {}), /nobody to ask/],
    ['a tool that throws', call('Broken', {}), /no luck/],
  ];
  const danger = defineTool({ name: 'Danger', description: 'D.', execute: () => 'boom' });
  const broken = defineTool({
    name: 'Broken',
    description: 'B.',
    isReadOnly: true,
    execute: () => {
      throw new Error('no luck');
    },
  });

  it.each(bad)('answers a call of %s with one result, and goes on', async (_what, events, text) => {
    const { model: spoken } = model(() => [...events, stop('tool_calls')]);
    const agent = createAgent({ model: spoken, customTools: [weatherTool, danger, broken] });
    expect(await agent.prompt('Go.')).toMatchObject({ reason: 'end', turns: 2 });
    expect(results(agent)).toEqual([{ id: expect.any(String), text: expect.stringMatching(text) }]);
    expectWhole(agent);
  });

  it.each([
    ['in the middle of its arguments', call('Count', '{"a": [1').slice(0, 2)],
    ['after its name', call('Count', '').slice(0, 1)],
    ['with its block closed', call('Count', '')],
  ])('does not run a call that is cut off %s', async (_where, events) => {
    let runs = 0;
    const count = defineTool({ name: 'Count', description: 'C.', isReadOnly: true, execute: () => `${++runs}` });
    const { model: spoken } = model(() => [...events, stop('max_tokens')]);
    const agent = createAgent({ model: spoken, customTools: [count] });
    await agent.prompt('Go.');
    expect(runs).toBe(0);
    expect(agent.messages.find(({ role }) => role === 'tool')).toMatchObject({ error: 'PARTIAL_JSON' });
    expectWhole(agent);
  });

  it.each([
    ['breaks off', breaksOff, 'failed'],
    ['refuses', () => [...call('Weather', { city: 'Oslo' }), stop('refusal')], 'refusal'],
  ])('runs nothing of a turn in which the model %s', async (_what, turn, reason) => {
    const { model: spoken } = model(turn);
    const agent = createAgent({ model: spoken, customTools: [weatherTool] });
    expect(await agent.prompt('Go.')).toMatchObject({ reason, turns: 1 });
    expect(agent.messages.find(({ role }) => role === 'tool')).toMatchObject({ error: 'ABORTED' });
    expectWhole(agent);
  });

  it('asks once for a turn, also where asking again may help, and keeps what was said of it', async () => {
    const { model: spoken, requests } = model(function* overloaded() {
      yield say('I l');
      throw new ModelError('OVERLOADED', 'Too busy.', { afterMs: 0 });
    });
    const agent = createAgent({ model: spoken });
    expect(await agent.prompt('Go.')).toMatchObject({ reason: 'failed', text: 'Too busy.', turns: 1 });
    expect(requests).toHaveLength(1);
    expect(await agent.prompt('Again.')).toMatchObject({ reason: 'end', text: 'Done.', turns: 1 });
    expect(requests[1]?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
  });

  it('lets an agent make the same call as often as it has turns', async () => {
    const again = () => [...call('Weather', { city: 'Oslo' }), stop('tool_calls')];
    const { model: spoken, requests } = model(...Array.from({ length: 12 }, () => again));
    const agent = createAgent({ model: spoken, customTools: [weatherTool] });
    expect(await agent.prompt('Go.')).toMatchObject({ reason: 'end', turns: 13 });
    expect(JSON.stringify(requests.at(-1)?.messages)).not.toContain('Loop guard');
    expectWhole(agent);
  });

  it('shows the model an image of any size that a tool allows', async () => {
    const data = 'A'.repeat(3 * 1024 * 1024);
    const photo = defineTool({
      name: 'Photo',
      description: 'P.',
      isReadOnly: true,
      execute: () => ({ text: 'A photo.', content: [{ type: 'image', data, mimeType: 'image/png' }] }),
    });
    const { model: spoken, requests } = model(() => [...call('Photo', {}), stop('tool_calls')]);
    await createAgent({ model: spoken, customTools: [photo] }).prompt('Go.');
    const shown = requests[1]?.messages.find(({ role }) => role === 'tool');
    expect(shown?.content).toMatchObject([{ text: 'A photo.' }, { type: 'image', source: { mimeType: 'image/png' } }]);
    expect(JSON.stringify(shown).includes(data)).toBe(true);
  });

  it('asks nothing where it is stopped before it begins, and can be prompted again', async () => {
    const { model: spoken } = model();
    const agent = createAgent({ model: spoken });
    expect(await agent.prompt('Go.', { signal: AbortSignal.abort() })).toMatchObject({ reason: 'stopped' });
    expect(await agent.prompt('Again.')).toMatchObject({ reason: 'end', text: 'Done.' });
  });

  it('asks the model no more after a result that ends the run', async () => {
    const last = defineTool({ name: 'Last', description: 'x', execute: () => ({ text: 'Over.', endsRun: true }) });
    const { model: spoken, requests } = model(() => [...call('Last', {}), stop('tool_calls')]);
    const answer = await createAgent({
      model: spoken,
      customTools: [last],
      permissionMode: 'bypassPermissions',
    }).prompt('Go.');
    expect([answer.reason, answer.turns, requests.length]).toEqual(['end', 1, 1]);
  });

  it('stops while a tool runs, with a result for every call', async () => {
    const stopper = new AbortController();
    const slow = defineTool({
      name: 'Slow',
      description: 'S.',
      isReadOnly: true,
      execute: async (_input, { signal }) => {
        stopper.abort();
        await new Promise((resolve) => {
          signal.addEventListener('abort', resolve);
          if (signal.aborted) resolve(undefined);
        });
        return 'late';
      },
    });
    const { model: spoken, requests } = model(() => [
      ...call('Slow', {}, 'a'),
      ...call('Danger', {}, 'b'),
      stop('tool_calls'),
    ]);
    const agent = createAgent({ model: spoken, customTools: [slow, danger], permissionMode: 'bypassPermissions' });
    expect(await agent.prompt('Go.', { signal: stopper.signal })).toMatchObject({ reason: 'stopped' });
    expect(requests).toHaveLength(1);
    expect(results(agent)).toHaveLength(2);
    expectWhole(agent);
  });

  it('stops when nobody listens any more, and can be prompted again', async () => {
    const { model: spoken } = model(() => [...call('Weather', { city: 'Oslo' }), stop('tool_calls')]);
    const agent = createAgent({ model: spoken, customTools: [weatherTool] });
    for await (const event of agent.stream('Go.')) if (event.type === 'call') break;
    expectWhole(agent);
    expect(await agent.prompt('Again.')).toMatchObject({ reason: 'end' });
  });

  it('goes no further than its turns, and answers one prompt at a time', async () => {
    const loop = () => [...call('Weather', { city: 'Oslo' }), stop('tool_calls')];
    const agent = createAgent({ model: model(loop, loop, loop).model, customTools: [weatherTool], maxTurns: 2 });
    const first = agent.prompt('Go.');
    await expect(agent.prompt('Go too.')).rejects.toThrow('still answering');
    expect(await first).toMatchObject({ reason: 'max_turns', turns: 2 });
    expectWhole(agent);
  });

  it('says what is wrong with its options when it is asked', async () => {
    const shadow: AnyTool = defineTool({ name: 'weather', description: 'W.', execute: () => '' });
    const bad: CreateAgentOptions[] = [
      { model: 'claude-sonnet-5-5' },
      { model: model().model, builtinTools: [weatherTool], customTools: [shadow] },
    ];
    const answers = await Promise.all(bad.map((options) => createAgent(options).prompt('Go.')));
    expect(answers.map(({ reason }) => reason)).toEqual(['failed', 'failed']);
    expect(answers.map(({ text }) => text)).toEqual([
      expect.stringContaining('API key'),
      expect.stringContaining('weather'),
    ]);
  });

  it('lets a tool of one’s own take the place of a preset’s: the model sees it, and its calls reach it', async () => {
    const { findPreset, presetTools } = await import('../presets');
    const { builtinTools } = await import('../builtin');
    const preset = findPreset('open-agent-sdk');
    if (!preset) throw new Error('no preset');
    const read = defineTool<{ file_path: string }>({
      name: 'Read',
      description: 'Reads from the archive.',
      input: { type: 'object', properties: { file_path: { type: 'string' } }, required: ['file_path'] },
      isReadOnly: true,
      execute: ({ file_path }) => `archived ${file_path}`,
    });
    const { model: asked, requests } = model(() => [...call('Read', { file_path: 'a.txt' }), stop('tool_calls')]);
    const agent = createAgent({
      model: asked,
      builtinTools: presetTools(preset, builtinTools),
      customTools: [read],
    });
    expect(await agent.prompt('Read it.')).toMatchObject({ reason: 'end', text: 'Done.' });
    const seen = requests[0]?.tools.filter(({ name }) => name === 'Read');
    expect(seen).toMatchObject([{ description: 'Reads from the archive.' }]);
    expect(results(agent)).toEqual([{ id: 'Read', text: 'archived a.txt' }]);
  });

  it('shows the model what filters and skills leave, and refuses the rest', async () => {
    const { model: spoken, requests } = model(
      () => [...call('Danger', {}), stop('tool_calls')],
      () => [...call('Echo', { text: 'hi' }), stop('tool_calls')],
    );
    const echo = defineTool({
      name: 'Echo',
      description: 'E.',
      input: z.object({ text: z.string() }),
      execute: ({ text }) => text,
    });
    const agent = createAgent({
      model: spoken,
      customTools: [weatherTool, danger, echo],
      disallowedTools: ['danger'],
      canUseTool: async (name) => (name === 'Echo' ? { behavior: 'allow' } : { behavior: 'deny', message: 'No.' }),
    });
    await agent.prompt('Go.');
    expect(requests[0]?.tools.map(({ name }) => name)).toEqual(['Weather', 'Echo']);
    expect(results(agent)).toMatchObject([{ text: expect.stringContaining('disabled') }, { text: 'hi' }]);
    await agent.restrictions.within(['Weather'], () => agent.prompt('More.'));
    expect(requests.at(-1)?.tools.map(({ name }) => name)).toEqual(['Weather']);
  });
});

function* breaksOff(): Generator<ModelEvent> {
  yield* call('Weather', { city: 'Oslo' });
  throw new Error('gone');
}
