import type { Message } from '@ag-ui/core';
import { expect, it } from 'vitest';
import { toChatBody } from './openai-messages';
import { requestOf } from './testing';

it('a conversation is told in the form of Chat Completions', () => {
  const body = toChatBody(
    requestOf([
      { id: '1', role: 'user', content: 'Look.' },
      {
        id: '2',
        role: 'assistant',
        content: 'I look.',
        toolCalls: [
          { id: 'a', type: 'function', function: { name: 'Read', arguments: '' } },
          { id: 'b', type: 'function', function: { name: 'Read', arguments: '{"x":' } },
        ],
      },
      {
        id: '3',
        role: 'tool',
        toolCallId: 'a',
        content: [
          { type: 'text', text: 'A picture:' },
          { type: 'image', source: { type: 'data', mimeType: 'image/png', value: 'AAAA' } },
          { type: 'image', source: { type: 'file', value: 'f1' } },
        ],
      },
      { id: '4', role: 'tool', toolCallId: 'b', content: 'No.', error: 'INVALID_JSON' },
      { id: '5', role: 'user', content: 'And?' },
    ]),
  );
  expect(body.messages.slice(1)).toEqual([
    { role: 'user', content: 'Look.' },
    {
      role: 'assistant',
      content: 'I look.',
      tool_calls: [
        { id: 'a', type: 'function', function: { name: 'Read', arguments: '{}' } },
        { id: 'b', type: 'function', function: { name: 'Read', arguments: '{"malformed_arguments":"{\\"x\\":"}' } },
      ],
    },
    { role: 'tool', tool_call_id: 'a', content: 'A picture:\n[image below]\n[image below]' },
    { role: 'tool', tool_call_id: 'b', content: 'INVALID_JSON: No.' },
    {
      role: 'user',
      content: [
        { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
        { type: 'text', text: '[image left out]' },
      ],
    },
    { role: 'user', content: 'And?' },
  ]);
});

it('what servers refuse, and the conversation with it from then on, is not sent: an empty list, a text without one', () => {
  const messages: Message[] = [
    { id: '1', role: 'user', content: [] },
    { id: '2', role: 'user', content: [{ type: 'text', text: '' }] },
    {
      id: '3',
      role: 'user',
      content: [
        { type: 'image', source: { type: 'url', value: 'file:///etc/hosts' } },
        { type: 'image', source: { type: 'data', mimeType: 'image/png', value: 'not base64' } },
      ],
    },
  ];
  expect(toChatBody(requestOf(messages)).messages.slice(1)).toEqual([
    { role: 'user', content: '' },
    { role: 'user', content: '' },
    { role: 'user', content: Array.from({ length: 2 }, () => ({ type: 'text', text: '[image left out]' })) },
  ]);
});

it("ids that are too long for a server are short there, each of its own, and a call's result has its call's", () => {
  const ids = ['a', 'b'].map((end) => `call_${'x'.repeat(4_000)}${end}`);
  const messages: Message[] = [
    {
      id: '1',
      role: 'assistant',
      content: '',
      toolCalls: ids.map((id) => ({ id, type: 'function', function: { name: 'Read', arguments: '' } })),
    },
    ...ids.map((id): Message => ({ id: `r${id}`, role: 'tool', toolCallId: id, content: 'ok' })),
  ];
  const sentTo = (longestId?: number) =>
    toChatBody(requestOf(messages), { by: 'm', longestId }).messages.flatMap((message) => {
      if (message.role === 'assistant') return (message.tool_calls ?? []).map(({ id }) => id);
      return message.role === 'tool' ? message.tool_call_id : [];
    });
  const [a, b, ...results] = sentTo(40);
  expect([a?.length, b?.length, a === b]).toEqual([40, 40, false]);
  expect(results).toEqual([a, b]);
  expect(sentTo()).toEqual([...ids, ...ids]);
});
