import { describe, expect, it } from 'vitest';
import { cacheMarks, partsOf } from './request-parts';

const counter = { countTokens: (text: string) => text.length };

describe('partsOf', () => {
  it.each([
    [
      'Messages API',
      { system: 'abc', tools: [{ a: 1 }], messages: [{ role: 'user' }] },
      { system: 3, tools: 7, messages: 15 },
    ],
    ['Chat Completions', { messages: [{ role: 'system' }, { role: 'user' }] }, { system: 17, tools: 0, messages: 15 }],
  ])('%s', (_, body, parts) => expect(partsOf(JSON.stringify(body), counter)).toEqual(parts));

  it.each(['', '{', '[]', '{"messages":"x"}'])('says nothing of %j', (request) => {
    expect(partsOf(request, counter)).toBeUndefined();
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
