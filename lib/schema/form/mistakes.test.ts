import { builtinTools } from '@/lib/tools/builtin';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toJsonSchema } from '../to-json-schema';
import { validate } from '../validate';
import { formOf } from './form';
import { ARGUMENT_MISTAKES } from './mistakes';
import { anySchema } from './testing/schemas';

const make = (id: string, schema: object, text: string): string | undefined =>
  ARGUMENT_MISTAKES.find((fault) => fault.id === id)?.make({ ...schema }, text);

const READ = {
  type: 'object',
  properties: { file_path: { type: 'string' }, limit: { type: 'integer' }, kind: { enum: ['a', 'b'] } },
  required: ['file_path'],
  additionalProperties: false,
};
const GOOD = '{"file_path": "a.md", "limit": 1.0e1}';

describe('a fault', () => {
  it.each([
    ['missing', GOOD, '{"limit":1.0e1}'],
    ['type', GOOD, '{"file_path":{"value":true},"limit":1.0e1}'],
    ['name', GOOD, '{"filePath":"a.md","limit":1.0e1}'],
    ['extra', GOOD, '{"file_path":"a.md","limit":1.0e1,"reason":"Becauseitseemsright."}'],
    ['cut', GOOD, '{"file_path":"a.md","li'],
    ['missing', '{}', undefined],
    ['type', '{}', '{"file_path":{"value":true}}'],
    ['name', '{}', '{"filePath":""}'],
    ['type', '[]', undefined],
    ['name', '[]', undefined],
    ['extra', '[1]', undefined],
    ['extra', '', '{"reason":"Becauseitseemsright."}'],
    ['cut', '', undefined],
    ['missing', '{"a":', undefined],
  ])('%s in %j: %j', (id, text, made) => {
    expect(make(id, READ, text)?.replaceAll(/\s/g, '')).toBe(made);
  });

  it.each([
    ['filePath', 'file_path'],
    ['query', 'qeury'],
    ['a', 'as'],
    ['book', 'books'],
  ])('misspells %s', (name, other) => {
    const schema = { type: 'object', properties: { [name]: {} } };
    const made = make('name', schema, `{"${name}":1}`);
    expect(made).toBe(`{"${other}":1}`);
  });

  it.each(builtinTools.map((tool) => [tool.name, toJsonSchema(tool.input)] as const))(
    'in the required arguments of %s is one that is refused',
    (_, schema) => {
      const form = formOf(schema, '{}');
      const start = form.ok ? form.root.start : '{}';
      for (const { id, make: spoil } of ARGUMENT_MISTAKES) {
        const made = spoil(schema, start);
        if (made === undefined || id === 'cut') continue;
        expect([id, validate(schema, JSON.parse(made)).ok]).toEqual([id, false]);
      }
    },
  );

  it.each([198, 199, 200, 201, 202, 400])('never throws, however far the arguments are indented: %i', (spaces) => {
    const schema = { type: 'object', properties: { a: {}, b: {} }, required: ['a', 'b'] };
    for (const indent of [' '.repeat(spaces), '\t'.repeat(spaces / 2)]) {
      const text = `{\n${indent}"a": 1,\n${indent}"b": 2\n${indent}}`;
      expect(make('missing', schema, text)).not.toContain('"a"');
      expect(make('extra', schema, text)).toContain('"reason"');
    }
  });

  it('never throws, whatever the schema and the text', () => {
    fc.assert(
      fc.property(anySchema, fc.oneof(fc.json(), fc.string()), (schema, text) => {
        for (const { make: spoil } of ARGUMENT_MISTAKES) expect(spoil(schema, text)).not.toBe(text);
      }),
    );
  });
});

// Work that grows with the square of the fields takes minutes here.
it(
  'the form and each mistake are through with thousands of fields, and with one long line',
  { timeout: 30_000 },
  () => {
    const names = Array.from({ length: 8000 }, (_, at) => `field_${at}`);
    const schema = {
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
      required: names,
      additionalProperties: false,
    };
    const text = JSON.stringify(Object.fromEntries(names.map((name) => [name, ''])));
    expect(formOf(schema, text)).toMatchObject({ ok: true });
    const made = ARGUMENT_MISTAKES.map(({ id, make }) => [id, make(schema, text)] as const);
    expect(made.filter(([, wrong]) => wrong === undefined || wrong === text)).toEqual([]);
  },
);

it('a list of thousands of one union, or of one long enumeration, has a form', { timeout: 30_000 }, () => {
  const kinds = Array.from({ length: 50 }, (_, at) => ({ type: 'object', properties: { kind: { const: at } } }));
  const choices = Array.from({ length: 10_000 }, (_, at) => `choice ${at}`);
  const listOf = (items: object): object => ({ type: 'object', properties: { list: { type: 'array', items } } });
  const objects = JSON.stringify({ list: Array.from({ length: 5000 }, (_, at) => ({ kind: at % 50 })) });
  const words = JSON.stringify({ list: choices });
  expect(formOf({ ...listOf({ anyOf: kinds }) }, objects)).toMatchObject({ ok: true });
  expect(formOf({ ...listOf({ enum: choices }) }, words)).toMatchObject({ ok: true });
});
