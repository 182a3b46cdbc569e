import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { numRuns, patience } from '@/lib/tools/testing/cases';
import { EXPECTED } from './expected';
import { fromJsonSchema } from './from-json-schema';
import type { JsonSchema } from './json-schema';
import { RECEIVED_LIMIT } from './preview';
import { toJsonSchema } from './to-json-schema';
import { validate } from './validate';

// As in the page, whose policy refuses code made from text.
z.config({ jitless: true });

const issuesOf = (schema: z.ZodType | JsonSchema, value: unknown) => {
  const checked = validate(schema, value);
  const issues = checked.ok ? [] : checked.issues;
  for (const { expected, received } of issues) {
    expect(expected).toMatch(EXPECTED);
    expect(received.length).toBeLessThanOrEqual(RECEIVED_LIMIT);
  }
  expect(checked.ok).toBe(issues.length === 0);
  return issues;
};

/** One schema, written once in Zod and once in JSON Schema by another hand than Zod's. */
interface Pair {
  zod: z.ZodType;
  json: JsonSchema;
}
const pair = (zod: z.ZodType, json: JsonSchema): Pair => ({ zod, json });
const count = fc.nat(4);
const bound = fc.integer({ min: -3, max: 3 });

const leaf: fc.Arbitrary<Pair> = fc.oneof(
  fc.constant(pair(z.string(), { type: 'string' })),
  count.map((n) => pair(z.string().min(n), { type: 'string', minLength: n })),
  count.map((n) => pair(z.string().max(n), { type: 'string', maxLength: n })),
  count.map((n) => pair(z.string().length(n), { type: 'string', minLength: n, maxLength: n })),
  fc.constantFrom('^a', '^.$', '^(a+)+$', '[^b]$', '^\\p{L}*$').map((source) =>
    pair(z.string().regex(new RegExp(source, source.includes('\\p') ? 'u' : '')), {
      type: 'string',
      pattern: source,
    }),
  ),
  fc.constant(pair(z.string().regex(/^AB/i), { type: 'string', pattern: '(?i:^AB)' })),
  fc.constant(pair(z.email(), { type: 'string', format: 'email' })),
  fc.constant(pair(z.url(), { type: 'string', format: 'uri' })),
  fc.constant(pair(z.iso.date(), { type: 'string', format: 'date' })),
  fc.constant(pair(z.number(), { type: 'number' })),
  bound.map((n) => pair(z.number().min(n), { type: 'number', minimum: n })),
  bound.map((n) => pair(z.number().lt(n), { type: 'number', exclusiveMaximum: n })),
  fc.constantFrom(3, 0.1, 0.01).map((n) => pair(z.number().multipleOf(n), { type: 'number', multipleOf: n })),
  fc.constant(pair(z.int(), { type: 'integer' })),
  bound.map((n) => pair(z.int().min(n), { type: 'integer', minimum: n })),
  fc.constant(pair(z.boolean(), { type: 'boolean' })),
  fc.constant(pair(z.null(), { type: 'null' })),
  fc.constant(pair(z.unknown(), {})),
  fc.constant(pair(z.enum(['a', 'b']), { type: 'string', enum: ['a', 'b'] })),
  fc.constant(pair(z.literal('k'), { const: 'k' })),
  fc.constant(pair(z.literal([1, 'a', true]), { enum: [1, 'a', true] })),
  fc.constant(pair(z.string().nullable(), { type: ['string', 'null'] })),
  fc.constant(pair(z.union([z.string(), z.number()]), { anyOf: [{ type: 'string' }, { type: 'number' }] })),
);

const KEYS = ['a', 'b', 'c', 'file_path'];

const { node } = fc.letrec<{ node: Pair; object: Pair }>((tie) => ({
  object: fc
    .tuple(
      fc.dictionary(fc.constantFrom(...KEYS), fc.tuple(tie('node'), fc.boolean()), {
        maxKeys: 4,
        noNullPrototype: true,
      }),
      fc.constantFrom<'strict' | 'loose'>('strict', 'loose'),
    )
    .map(([fields, mode]) => {
      const entries = Object.entries(fields);
      const shape = Object.fromEntries(
        entries.map(([key, [{ zod }, optional]]) => [key, optional ? zod.optional() : zod]),
      );
      return pair(mode === 'strict' ? z.strictObject(shape) : z.looseObject(shape), {
        type: 'object',
        properties: Object.fromEntries(entries.map(([key, [{ json }]]) => [key, json])),
        required: entries.filter(([, [, optional]]) => !optional).map(([key]) => key),
        ...(mode === 'strict' && { additionalProperties: false }),
      });
    }),
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    tie('node').map(({ zod, json }) => pair(z.array(zod), { type: 'array', items: json })),
    fc
      .tuple(tie('node'), count)
      .map(([{ zod, json }, n]) => pair(z.array(zod).min(n), { type: 'array', items: json, minItems: n })),
    fc
      .tuple(tie('node'), count)
      .map(([{ zod, json }, n]) => pair(z.array(zod).max(n), { type: 'array', items: json, maxItems: n })),
    tie('object'),
    fc.tuple(tie('object'), tie('object')).map(([a, b]) => pair(z.union([a.zod, b.zod]), { anyOf: [a.json, b.json] })),
    tie('node').map(({ zod, json }) =>
      pair(z.record(z.string().max(4), zod), {
        type: 'object',
        propertyNames: { type: 'string', maxLength: 4 },
        additionalProperties: json,
      }),
    ),
    fc.tuple(tie('node'), tie('node')).map(([a, b]) =>
      pair(z.tuple([a.zod, b.zod]), {
        type: 'array',
        prefixItems: [a.json, b.json],
        items: false,
        minItems: 2,
      }),
    ),
    tie('node').map(({ zod, json }) =>
      pair(
        z.discriminatedUnion('a', [
          z.strictObject({ a: z.literal('a'), b: zod }),
          z.strictObject({ a: z.literal('k'), c: z.number() }),
        ]),
        {
          oneOf: [
            {
              type: 'object',
              properties: { a: { const: 'a' }, b: json },
              required: ['a', 'b'],
              additionalProperties: false,
            },
            {
              type: 'object',
              properties: { a: { const: 'k' }, c: { type: 'number' } },
              required: ['a', 'c'],
              additionalProperties: false,
            },
          ],
        },
      ),
    ),
  ),
}));

const anyValue = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom('a', 'b', 'k', 'abcd', 'ABC', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!', ''),
    fc.constantFrom('💩', '💩💩', 'a@b.example', 'https://a.example', '2024-02-30', '2024-02-29'),
    fc.constantFrom(0, 1, -1, 1.5, 0.3, 2.03, 1e300, 2 ** 53, -0, true, null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...KEYS, 'Path', 'odd/na~me%#', '__proto__', 'constructor'), tie('value'), {
      maxKeys: 4,
      noNullPrototype: true,
    }),
  ),
})).value;

describe('both tracks', () => {
  it(
    'agree on a Zod schema and on the JSON Schema made of it',
    () => {
      let faulty = 0;
      fc.assert(
        fc.property(node, anyValue, ({ zod }, value) => {
          const issues = issuesOf(zod, value);
          faulty += issues.length > 0 ? 1 : 0;
          expect(issuesOf(toJsonSchema(zod), value)).toEqual(issues);
        }),
        { numRuns: numRuns(500), seed: 7 },
      );
      expect(faulty).toBeGreaterThan(200);
    },
    4 * patience.timeout,
  );

  it(
    'agree on a Zod schema and on a JSON Schema written beside it',
    () => {
      fc.assert(
        fc.property(node, anyValue, ({ zod, json }, value) => {
          const told = (schema: z.ZodType | JsonSchema): string[] =>
            issuesOf(schema, value).map(({ path, expected, received }) => `${path} ${expected} ${received}`);
          expect(told(json)).toEqual(told(zod));
        }),
        { numRuns: numRuns(500), seed: 11 },
      );
    },
    4 * patience.timeout,
  );
});

describe('fromJsonSchema', () => {
  it(
    'accepts exactly what the JSON Schema accepts, and says the same',
    () => {
      fc.assert(
        fc.property(node, anyValue, ({ json }, value) => {
          expect(issuesOf(fromJsonSchema(json), value)).toEqual(issuesOf(json, value));
        }),
        { numRuns: numRuns(500), seed: 13 },
      );
    },
    4 * patience.timeout,
  );

  it(
    'comes back as a JSON Schema with the same meaning',
    () => {
      fc.assert(
        fc.property(node, anyValue, ({ zod }, value) => {
          const there = toJsonSchema(zod);
          expect(issuesOf(toJsonSchema(fromJsonSchema(there)), value)).toEqual(issuesOf(there, value));
        }),
        { numRuns: numRuns(500), seed: 17 },
      );
    },
    4 * patience.timeout,
  );

  it.each<[string, JsonSchema | boolean, unknown[], unknown[]]>([
    ['a condition', { if: { type: 'string' }, else: { minimum: 3 } }, ['a', 3], [2]],
    [
      'references',
      { $ref: '#/$defs/t', $defs: { t: { properties: { n: { $ref: '#/$defs/t' } }, required: ['x'] } } },
      [{ x: 1 }],
      [{ x: 1, n: {} }],
    ],
    ['a field that only has to be there', { type: 'object', required: ['a'] }, [{ a: null }], [{}]],
    [
      'unique items inside an object',
      { type: 'object', properties: { a: { type: 'array', uniqueItems: true } } },
      [{ a: [1] }, {}],
      [{ a: [1, 1] }],
    ],
    [
      'tuples of draft-07',
      {
        $schema: 'http://json-schema.org/draft-07/schema#',
        type: 'object',
        properties: { a: { items: [{ type: 'string' }] } },
      },
      [{ a: ['x', 1] }],
      [{ a: [1] }],
    ],
    ['false', false, [], [1]],
    ['true', true, [1], []],
    ['what is no schema', { type: 'object', properties: 5 }, [], [{}]],
  ])('checks %s by the JSON Schema itself', (_, schema, good, bad) => {
    const made = fromJsonSchema(schema);
    const fits = (value: unknown): boolean => made.safeParse(value).success;
    expect(good.filter((value) => !fits(value))).toEqual([]);
    expect(bad.filter((value) => validate(made, value).ok)).toEqual([]);
  });

  it('is Zod of its own kind where Zod has the words, with remarks and defaults', () => {
    const schema = fromJsonSchema({
      type: 'object',
      properties: { path: { type: 'string', description: 'Where.' }, limit: { type: 'integer', default: 5 } },
      required: ['path'],
      additionalProperties: false,
    });
    expect(schema).toBeInstanceOf(z.ZodObject);
    expect(validate(schema, { path: 'a' })).toEqual({ ok: true, value: { path: 'a', limit: 5 } });
    expect(toJsonSchema(schema)).toMatchObject({
      properties: { path: { description: 'Where.' }, limit: { default: 5 } },
    });
  });
});
