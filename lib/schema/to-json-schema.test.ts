import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fieldsAt, toJsonSchema } from './to-json-schema';

describe('toJsonSchema', () => {
  it('is strict, described and free of noise', () => {
    const schema = z.strictObject({
      file_path: z.string().describe('Path of the file.'),
      limit: z.int().min(1).default(2000),
    });
    expect(toJsonSchema(schema)).toEqual({
      type: 'object',
      properties: {
        file_path: { type: 'string', description: 'Path of the file.' },
        limit: { type: 'integer', minimum: 1, default: 2000 },
      },
      required: ['file_path'],
      additionalProperties: false,
    });
  });

  it('accepts what JSON Schema cannot express', () => {
    expect(toJsonSchema(z.strictObject({ when: z.date() }))).toMatchObject({ properties: { when: {} } });
  });

  it('says nothing of bounds at infinity, which JSON would make null', () => {
    const schema = z.strictObject({
      n: z.number().min(-Infinity).max(Infinity),
      s: z.string().max(Infinity),
      l: z.array(z.string()).max(Infinity),
    });
    expect(toJsonSchema(schema).properties).toEqual({
      n: { type: 'number' },
      s: { type: 'string' },
      l: { type: 'array', items: { type: 'string' } },
    });
  });

  it('returns a JSON Schema as it is', () => {
    const schema = { type: 'object' };
    expect(toJsonSchema(schema)).toBe(schema);
  });
});

describe('fieldsAt', () => {
  const schema = {
    $defs: { node: { properties: { name: {}, next: { $ref: '#/$defs/node' } } } },
    properties: { list: { items: { anyOf: [{ $ref: '#/$defs/node' }, { properties: { other: {} } }] } } },
    allOf: [{ $ref: '#' }],
  };
  it.each([
    [[], ['list']],
    [
      ['list', 0],
      ['other', 'name', 'next'],
    ],
    [
      ['list', 0, 'next', 'next'],
      ['name', 'next'],
    ],
    [['nowhere'], []],
  ])('%j', (path, fields) => {
    expect(fieldsAt(schema, path)).toEqual(fields);
  });
});
