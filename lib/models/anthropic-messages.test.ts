import type { Message } from '@ag-ui/core';
import { describe, expect, it } from 'vitest';
import { toApiId, toMessagesBody } from './anthropic-messages';
import { requestOf } from './testing';

const CACHE = { cache_control: { type: 'ephemeral' } };

const call = (id: string, args: string) => ({
  id,
  type: 'function' as const,
  function: { name: 'Read', arguments: args },
});

describe('toMessagesBody', () => {
  it('puts the results of one turn into one message, in call order', () => {
    const messages: Message[] = [
      { id: '1', role: 'user', content: 'Go.' },
      { id: '2', role: 'assistant', content: 'Reading.', toolCalls: [call('a', '{"file_path":"x"}'), call('b', '{}')] },
      { id: '3', role: 'tool', toolCallId: 'a', content: 'text' },
      { id: '4', role: 'tool', toolCallId: 'b', content: 'No such file.', error: 'NOT_FOUND' },
      { id: '5', role: 'user', content: 'And now?' },
    ];
    expect(toMessagesBody(requestOf(messages)).messages).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'Go.' }] },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'Reading.' },
          { type: 'tool_use', id: 'a', name: 'Read', input: { file_path: 'x' } },
          { type: 'tool_use', id: 'b', name: 'Read', input: {} },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: 'text' }] },
          {
            type: 'tool_result',
            tool_use_id: 'b',
            content: [{ type: 'text', text: 'NOT_FOUND: No such file.' }],
            is_error: true,
          },
          { type: 'text', text: 'And now?', ...CACHE },
        ],
      },
    ]);
  });

  it('puts neighbours of one role together, in order, and tells the same conversation the same again', () => {
    const messages: Message[] = [
      { id: '1', role: 'user', content: 'One.' },
      { id: '2', role: 'user', content: [{ type: 'text', text: 'Two.' }] },
      { id: '3', role: 'assistant', content: 'Three.' },
      { id: '4', role: 'assistant', toolCalls: [call('a', '{}')] },
      { id: '5', role: 'tool', toolCallId: 'a', content: 'text' },
      { id: '6', role: 'user', content: 'Six.' },
      { id: '7', role: 'user', content: 'Seven.' },
    ];
    const first = toMessagesBody(requestOf(messages)).messages;
    expect(first).toMatchObject([
      { role: 'user', content: [{ text: 'One.' }, { text: 'Two.' }] },
      { role: 'assistant', content: [{ text: 'Three.' }, { type: 'tool_use', id: 'a' }] },
      { role: 'user', content: [{ type: 'tool_result' }, { text: 'Six.' }, { text: 'Seven.' }] },
    ]);
    expect(first.map(({ content }) => content.length)).toEqual([2, 2, 3]);
    // What was told of a message is known for the next turn: merging may not have changed it.
    expect(toMessagesBody(requestOf(messages)).messages).toEqual(first);
    expect(toMessagesBody(requestOf(messages.slice(0, 1))).messages).toMatchObject([{ content: [{ text: 'One.' }] }]);
  });

  it('marks the system prompt and the last tool for the cache', () => {
    const tool = (name: string) => ({ name, description: name, parameters: { type: 'object', properties: {} } });
    const body = toMessagesBody(requestOf([], { tools: [tool('A'), tool('B')] }));
    expect(body.system).toEqual([{ type: 'text', text: 'You are helpful.', ...CACHE }]);
    expect(body.tools).toEqual([
      { name: 'A', description: 'A', input_schema: { type: 'object', properties: {} } },
      { name: 'B', description: 'B', input_schema: { type: 'object', properties: {} }, ...CACHE },
    ]);
  });

  it('keeps arguments that are no object where the model can read them', () => {
    const messages: Message[] = [
      { id: '1', role: 'assistant', toolCalls: [call('a', '{"x": tru'), call('b', '[1]'), call('c', '')] },
    ];
    expect(toMessagesBody(requestOf(messages)).messages[0]?.content).toMatchObject([
      { input: { malformed_arguments: '{"x": tru' } },
      { input: { malformed_arguments: '[1]' } },
      { input: {} },
    ]);
  });

  it('sends images, and a word for what it cannot send', () => {
    const image = (mimeType: string) => ({
      type: 'image' as const,
      source: { type: 'data' as const, value: 'AAAA', mimeType },
    });
    const messages: Message[] = [
      { id: '1', role: 'tool', toolCallId: 'a', content: [{ type: 'text', text: 'seen' }, image('image/png')] },
      { id: '2', role: 'tool', toolCallId: 'b', content: [image('image/tiff')], error: 'UNSUPPORTED' },
      {
        id: '3',
        role: 'user',
        content: [
          { type: 'image', source: { type: 'url', value: 'data:image/png;base64,BBBB' } },
          { type: 'image', source: { type: 'url', value: 'https://a.example/b.png' } },
          { type: 'image', source: { type: 'file', value: 'f1' } },
          { type: 'image', source: { type: 'url', value: 'http://a.example/b.png' } },
        ],
      },
    ];
    expect(toMessagesBody(requestOf(messages)).messages[0]?.content).toMatchObject([
      {
        content: [
          { type: 'text' },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
        ],
      },
      { content: [{ text: 'UNSUPPORTED: [image left out]' }] },
      { source: { type: 'base64', media_type: 'image/png', data: 'BBBB' } },
      { source: { type: 'url', url: 'https://a.example/b.png' } },
      { text: '[image left out]' },
      { text: '[image left out]' },
    ]);
  });

  it('leaves out what the API refuses: empty texts and messages', () => {
    const messages: Message[] = [
      { id: '1', role: 'user', content: 'Go.' },
      { id: '2', role: 'assistant', content: '  ' },
      { id: '3', role: 'reasoning', content: 'Hm.' },
      { id: '4', role: 'user', content: '' },
    ];
    expect(toMessagesBody(requestOf(messages, { system: '' }))).toEqual({
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Go.', ...CACHE }] }],
    });
  });

  it('gives ids of other clients a form that the API takes, one for each', () => {
    expect(toApiId('toolu_01-x')).toBe('toolu_01-x');
    const ids = ['call:1', 'call.1', 'a~2', 'ü', ''].map(toApiId);
    for (const id of ids) expect(id).toMatch(/^[a-zA-Z0-9_-]+$/);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('tools whose form is kept back', () => {
  const tools = ['Read', 'Bash'].map((name) => ({ name, description: name, parameters: { type: 'object' } }));
  const sent = (deferred: string[]) => toMessagesBody(requestOf([], { tools, deferred })).tools;

  it('are marked, and the provider searches among them', () => {
    expect(sent(['Bash'])).toEqual([
      {
        type: 'tool_search_tool_bm25_20251119',
        name: 'tool_search_tool_bm25',
        cache_control: { type: 'ephemeral' },
      },
      { name: 'Bash', description: 'Bash', input_schema: { type: 'object' }, defer_loading: true },
      { name: 'Read', description: 'Read', input_schema: { type: 'object' } },
    ]);
  });

  it('bring no search where there are none', () => {
    expect(sent([])?.map((tool) => ('name' in tool ? tool.name : ''))).toEqual(['Bash', 'Read']);
  });
});

describe('forms of tools', () => {
  const closed = {
    type: 'object',
    properties: { a: { type: 'string' } },
    required: ['a'],
    additionalProperties: false,
  };
  const tool = (name: string, parameters: object = closed) => ({ name, description: name, parameters });

  it('are the same to the letter in whatever order a client lists the tools, and the last ends what is cached', () => {
    const tools = ['mcp__a__b', 'Write', 'Read'].map((name) => tool(name));
    const sent = toMessagesBody(requestOf([], { tools })).tools;
    expect(JSON.stringify(toMessagesBody(requestOf([], { tools: tools.toReversed() })).tools)).toBe(
      JSON.stringify(sent),
    );
    expect(sent?.map((form) => ('name' in form ? form.name : ''))).toEqual(['Read', 'Write', 'mcp__a__b']);
    expect(sent?.map((form) => 'cache_control' in form)).toEqual([false, false, true]);
  });

  it('carry the examples that fit, and no other', () => {
    const parameters = { ...closed, examples: [{ a: 'x' }, { a: 1 }, 'a'] };
    const [mixed] =
      toMessagesBody(requestOf([], { tools: [tool('T', { ...closed, examples: [{ a: 'x' }, { a: 1 }] })] })).tools ??
      [];
    expect(mixed).toMatchObject({ input_schema: closed, input_examples: [{ a: 'x' }] });
    const [odd] = toMessagesBody(requestOf([], { tools: [tool('T', parameters)] })).tools ?? [];
    expect(odd).not.toHaveProperty('input_examples');
  });

  it('are held to strictly where that is asked for, the schema allows it, and there is room', () => {
    const tools = [...Array.from({ length: 22 }, (_, index) => tool(`T${index}`)), tool('Open', { type: 'object' })];
    const count = (strict: boolean) =>
      toMessagesBody(requestOf([], { tools, strict })).tools?.filter((form) => 'strict' in form).length;
    expect([count(false), count(true)]).toEqual([0, 20]);
  });
});
