import type { Message } from '@ag-ui/core';
import { describe, expect, it } from 'vitest';
import { anthropicModel } from './anthropic';
import { toMessagesBody } from './anthropic-messages';
import { openaiModel } from './openai';
import { toChatBody } from './openai-messages';
import { seal, unseal } from './sealed';
import { collect, requestOf, spokenText, withProvider } from './testing';

const NAME = 'claude-sonnet-5-5';
const user: Message = { id: 'u', role: 'user', content: 'Go.' };
const call = { id: 'c1', type: 'function' as const, function: { name: 'Read', arguments: '{}' } };
const asked: Message = { id: 'a', role: 'assistant', content: '', toolCalls: [call] };
const told: Message = { id: 'r', role: 'tool', toolCallId: 'c1', content: 'ok' };
const thought = (encryptedValue: string, content = 'Hm.'): Message => ({
  id: 't',
  role: 'reasoning',
  content,
  encryptedValue,
});
const by = (name: string, kind: 'thinking' | 'redacted-thinking' | 'reasoning-content') =>
  seal({ by: name, kind, value: 'sig' });

describe('thoughts go back to Anthropic', () => {
  it.each<[string, Message, object[]]>([
    ['as they were', thought(by(NAME, 'thinking')), [{ type: 'thinking', thinking: 'Hm.', signature: 'sig' }]],
    ['unread', thought(by(NAME, 'redacted-thinking'), ''), [{ type: 'redacted_thinking', data: 'sig' }]],
    ['not where another model had them', thought(by('claude-opus-5-5', 'thinking')), []],
    ['not where another client sealed them', thought('opaque'), []],
  ])('%s', (_how, message, blocks) => {
    const { messages } = toMessagesBody(requestOf([user, message, asked, told]), NAME);
    expect(messages[1]).toEqual({
      role: 'assistant',
      content: [...blocks, { type: 'tool_use', id: 'c1', name: 'Read', input: {} }],
    });
  });

  it('and where it refuses them, the turn is asked for without them', async () => {
    const bodies: string[] = [];
    const events = await withProvider(
      (body, response) => {
        bodies.push(body);
        if (body.includes('"signature"')) {
          const message = 'messages.1.content.0: Invalid `signature` in `thinking` block';
          response.writeHead(400, { 'content-type': 'application/json' });
          response.end(JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message } }));
          return;
        }
        const usage = { input_tokens: 1, output_tokens: 1 };
        const data = [
          { type: 'message_start', message: { id: 'm', role: 'assistant', content: [], usage } },
          { type: 'content_block_start', index: 0, content_block: { type: 'text', text: 'Fine.' } },
          { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage },
          { type: 'message_stop' },
        ];
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end(data.map((one) => `event: ${one.type}\ndata: ${JSON.stringify(one)}\n\n`).join(''));
      },
      (baseURL) =>
        collect(
          anthropicModel({ apiKey: 'sk', name: NAME, baseURL }),
          requestOf([user, thought(by(NAME, 'thinking')), asked, told]),
        ),
    );
    expect(bodies.map((body) => body.includes('"signature"'))).toEqual([true, false]);
    expect(bodies.every((body) => body.includes('"type":"adaptive"'))).toBe(true);
    expect(spokenText(events)).toBe('Fine.');
    expect(events.filter(({ type }) => type === 'notice')).toHaveLength(1);
  });
});

describe('what OpenAI-compatible servers seal', () => {
  it('comes with a call and goes back with it', async () => {
    const signed = { google: { thought_signature: 'g-sig' } };
    const delta = {
      tool_calls: [{ index: 0, id: 'c1', function: { name: 'Read', arguments: '{}' }, extra_content: signed }],
    };
    const events = await withProvider(
      (_body, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        const chunk = { id: 'c', choices: [{ index: 0, delta, finish_reason: 'tool_calls' }] };
        response.end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
      },
      (baseURL) => collect(openaiModel({ apiKey: 'sk', name: 'gemini-x', baseURL }), requestOf([user])),
    );
    const sealed = events.find((event) => event.type === 'call-sealed')?.sealed;
    expect(unseal(sealed, 'gemini-x')?.value).toBe('g-sig');
    const message: Message = {
      ...asked,
      toolCalls: [{ ...call, ...(sealed !== undefined && { encryptedValue: sealed }) }],
    };
    const body = (name: string) =>
      JSON.stringify(toChatBody(requestOf([user, message, told]), { by: name }).messages[2]);
    expect(body('gemini-x')).toContain('"extra_content":{"google":{"thought_signature":"g-sig"}}');
    expect(body('gemini-y')).not.toContain('g-sig');
  });

  it('are thoughts of the present task, which go back with what was said after them', () => {
    const mine = thought(by('deepseek', 'reasoning-content'));
    const { messages } = toChatBody(requestOf([user, mine, asked, told, user, mine, asked, told]), { by: 'deepseek' });
    expect(messages.map((message) => Object.hasOwn(message, 'reasoning_content'))).toEqual([
      false,
      false,
      false,
      false,
      false,
      true,
      false,
    ]);
    expect(messages[5]).toMatchObject({ reasoning_content: 'Hm.', tool_calls: [{ id: 'c1' }] });
  });
});
