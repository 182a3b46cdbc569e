import { validate } from '@/lib/schema';
import { coreTools } from '@/lib/tools/builtin';
import { describe, expect, it } from 'vitest';
import { examplesOf } from './example-args';

const tool = (input: Record<string, unknown>) => ({ name: 'Tool', input: { type: 'object', ...input } });

describe('the examples of', () => {
  it.each(coreTools.map((own) => [own.name, own] as const))('%s: a good one and a bad one', (_, own) => {
    const { good, bad } = examplesOf(own);
    expect(validate(own.input, good)).toMatchObject({ ok: true });
    expect(bad && validate(own.input, bad).ok).toBe(false);
  });

  it.each([
    ['no fields', {}, {}],
    [
      'bounds',
      {
        properties: { count: { type: 'integer', minimum: 5 }, word: { type: 'string', minLength: 9 } },
        required: ['count', 'word'],
      },
      { count: 5, word: 'a word...' },
    ],
    ['a choice', { properties: { mode: { enum: ['b', 'a'] } }, required: ['mode'] }, { mode: 'b' }],
    [
      'a circle of references',
      { properties: { next: { $ref: '#' } }, required: ['next'] },
      { next: { next: { next: { next: { next: null } } } } },
    ],
    [
      'a list of objects',
      {
        properties: {
          items: {
            type: 'array',
            items: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
          },
        },
        required: ['items'],
      },
      { items: [{ path: '.' }] },
    ],
  ])('a schema with %s', (_, schema, good) => {
    expect(examplesOf(tool(schema)).good).toEqual(good);
  });

  it('a tool whose author gave some: the first that fits', () => {
    const text = tool({ properties: { text: { type: 'string' } }, required: ['text'] });
    expect(examplesOf({ ...text, examples: [{ text: 3 }, { text: 'mine' }] }).good).toEqual({ text: 'mine' });
    expect(examplesOf({ ...text, examples: [{ text: 3 }] }).good).toEqual({ text: 'Hello.' });
  });

  it('a tool that takes anything: no bad one', () => {
    expect(examplesOf(tool({}))).toEqual({ good: {} });
  });

  it.each(['constructor', 'toString', 'valueOf'])('a tool and a field called %s', (name) => {
    const input = { type: 'object', properties: { [name]: { type: 'string' } }, required: [name] };
    expect(examplesOf({ name, input })).toMatchObject({ good: { [name]: expect.any(String) } });
    expect(examplesOf({ name, input, fields: { text: 'words' }, examples: [{ [name]: 'mine' }] }).good).toEqual({
      [name]: 'mine',
    });
  });

  it('a tool whose field may be missing, but is of one type: one of another type', () => {
    expect(examplesOf(tool({ properties: { count: { type: 'integer' } } })).bad).toEqual({ count: { nested: true } });
  });
});
