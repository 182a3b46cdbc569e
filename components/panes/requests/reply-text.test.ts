import { expect, it } from 'vitest';
import { replyText } from './reply-text';

const delta = (delta: object) => `event: x\ndata: ${JSON.stringify({ type: 'content_block_delta', delta })}\n\n`;
const chunk = (delta: object) => `data:${JSON.stringify({ choices: [{ index: 0, delta }] })}\r\n\r\n`;

it.each([
  [
    'Messages API',
    [
      delta({ type: 'thinking_delta', thinking: 'no' }),
      delta({ type: 'text_delta', text: 'data: ' }),
      delta({ type: 'text_delta', text: '<a>\n' }),
    ],
    'data: <a>\n',
  ],
  [
    'Chat Completions',
    [chunk({ role: 'assistant' }), chunk({ content: 'Hel' }), chunk({ content: 'lo' }), 'data: [DONE]\n\n'],
    'Hello',
  ],
  ['an error', ['{"error":{"message":"no"}}'], ''],
])('%s', (_, pieces, text) => expect(replyText(pieces.join(''))).toBe(text));
