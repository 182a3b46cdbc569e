import { describe, expect, it } from 'vitest';
import type { TokenCounter } from '@/lib/discovery';
import { cacheMarks, newestMessageLine, requestParts } from './request-parts';

const counter: TokenCounter = {
  countTokens: (text) => text.length,
  countTools: (tools) =>
    tools.reduce((sum, { name, parameters }) => sum + 1000 + name.length + JSON.stringify(parameters).length, 0),
};

describe('requestParts', () => {
  it.each([
    [
      'Messages API',
      { system: 'abc', tools: [{ a: 1 }], messages: [{ role: 'user' }] },
      { system: 3, tools: 7, messages: 15 },
    ],
    [
      'tools of the Messages API, one of them the provider’s own',
      { tools: [{ name: 'abc', input_schema: { a: 1 }, cache_control: {} }, { type: 'own' }] },
      { system: 0, tools: 1010 + 14, messages: 0 },
    ],
    [
      'tools of Chat Completions',
      { tools: [{ type: 'function', function: { name: 'abc', parameters: { a: 1 } } }] },
      { system: 0, tools: 1010, messages: 0 },
    ],
    ['Chat Completions', { messages: [{ role: 'system' }, { role: 'user' }] }, { system: 17, tools: 0, messages: 15 }],
  ])('%s', (_, body, parts) => expect(requestParts(JSON.stringify(body), counter)).toEqual(parts));

  it.each(['', '{', '[]', '{"messages":"x"}'])('says nothing of %j', (request) => {
    expect(requestParts(request, counter)).toBeUndefined();
  });
});

it('marks where the provider is asked to cache', () => {
  const text = JSON.stringify(
    { system: [{ text: '"cache_control": {', cache_control: { type: 'ephemeral' } }] },
    null,
    2,
  );
  expect(cacheMarks(text)).toMatchObject([{ line: 5, column: 7, endColumn: 22 }]);
});

it.each([
  [
    { system: ['{'], messages: [{ role: 'user' }, { role: 'assistant', content: [{ a: [] }] }], tools: [{}] },
    '"assistant"',
  ],
  [{ messages: [{ role: 'system' }, { role: 'user', content: '\n  ],\n    {' }] }, '"user"'],
  [{ messages: [] }, undefined],
  [{ prompt: 'x' }, undefined],
])('finds the newest message of %j', (body, role) => {
  const lines = JSON.stringify(body, null, 2).split('\n');
  const line = newestMessageLine(lines.join('\n'));
  expect(role === undefined ? line : lines[line]).toEqual(role === undefined ? 1 : expect.stringContaining(role));
});
