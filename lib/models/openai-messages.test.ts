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
