import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { numRuns, patience } from '@/lib/tools/testing/cases';
import { LanguageSchema } from '@/lib/protocol';
import { EXPECTED } from './expected';
import { explain, fromJsonSchema, locate, parsePartialJson, parsePath, toJsonSchema, validate } from './index';

/** Keywords of either draft with values that may or may not belong there. */
const hostileSchema = fc.letrec((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small' },
    fc.boolean(),
    fc.anything({ withBigInt: true, withDate: true, withMap: true, withSparseArray: true, withNullPrototype: true }),
    fc.dictionary(
      fc.constantFrom(
        '$ref',
        '$dynamicRef',
        '$id',
        '$anchor',
        '$dynamicAnchor',
        '$schema',
        'type',
        'enum',
        'const',
        'not',
        'if',
        'then',
        'properties',
        'patternProperties',
        'additionalProperties',
        'propertyNames',
        'required',
        'dependencies',
        'items',
        'prefixItems',
        'additionalItems',
        'contains',
        'minContains',
        'uniqueItems',
        'unevaluatedItems',

        'allOf',
        'anyOf',
        'oneOf',
        'minimum',
        'multipleOf',
        'minLength',
        'pattern',
        'format',
        '$defs',
        'definitions',
        'unevaluatedProperties',
        'dependentRequired',
        'dependentSchemas',
        'exclusiveMinimum',
        '__proto__',
      ),
      fc.oneof(
        tie('schema'),
        fc.array(tie('schema'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom('a', 'b', '^a', '(a+)+', '(', '__proto__', 'constructor'), tie('schema'), {
          maxKeys: 3,
        }),
        fc.constantFrom(
          '#',
          '#/$defs/a',
          '#a',
          'http://[',
          'x',
          'string',
          'object',
          'integer',
          '(a|a)*b',
          '(?=a)',
          '\\p{L}',
        ),
        fc.constantFrom(
          0,
          1,
          -1,
          1e-300,
          1e308,
          NaN,
          Infinity,
          true,
          ['a'],
          'https://json-schema.org/draft/2020-12/schema',
        ),
      ),
      { maxKeys: 5 },
    ),
  ),
})).schema;

const anyValue = fc.oneof(
  fc.jsonValue(),
  fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withSparseArray: true,
    withObjectString: true,
  }),
  fc.constantFrom<unknown>(undefined, 'a'.repeat(3_000), { a: 'aaaa!', b: [1, 1.5] }, Symbol('s'), () => 1),
);

describe('whatever the schema and the value', () => {
  it(
    'nothing throws, and what is said fits the grammar',
    () => {
      fc.assert(
        fc.property(hostileSchema, anyValue, fc.constantFrom(...LanguageSchema.options), (schema, value, language) => {
          // What no type allows is what this is about.
          const checked = Reflect.apply(validate, undefined, [schema, value, { language }]);
          expect(typeof checked.ok).toBe('boolean');
          if (checked.ok) return;
          expect(checked.issues.length).toBeGreaterThan(0);
          for (const { path, expected, received, message } of checked.issues.slice(0, 50)) {
            expect(parsePath(path)).toBeDefined();
            expect(expected).toMatch(EXPECTED);
            expect(received.length).toBeLessThanOrEqual(60);
            expect(message).not.toBe('');
          }
          expect(explain(checked.issues, language)).toContain('1. $');
        }),
        { numRuns: numRuns(500), seed: 7 },
      );
    },
    4 * patience.timeout,
  );

  it(
    'conversions do not throw',
    () => {
      fc.assert(
        fc.property(hostileSchema, anyValue, (schema, value) => {
          expect(() => Reflect.apply(toJsonSchema, undefined, [schema])).not.toThrow();
          const zod = Reflect.apply(fromJsonSchema, undefined, [schema]);
          expect(() => toJsonSchema(zod)).not.toThrow();
          expect(() => validate(zod, value)).not.toThrow();
          expect(() => Reflect.apply(toJsonSchema, undefined, [{ _zod: schema }])).not.toThrow();
          expect(() => Reflect.apply(validate, undefined, [{ _zod: schema }, value])).not.toThrow();
        }),
        { numRuns: numRuns(500), seed: 7 },
      );
    },
    4 * patience.timeout,
  );

  it(
    'texts are read without throwing',
    () => {
      const text = fc.oneof(fc.string(), fc.json(), fc.stringMatching(/^[[\]{}",:0-9truefalsnl\\u .-]*$/));
      fc.assert(
        fc.property(text, fc.oneof(fc.string(), fc.constantFrom('$', '$.a', '$[0]', '$["a"]')), (json, path) => {
          expect(['complete', 'partial', 'invalid']).toContain(parsePartialJson(json).state);
          expect(() => locate(json, path)).not.toThrow();
        }),
        { numRuns: numRuns(500), seed: 7 },
      );
    },
    4 * patience.timeout,
  );

  it.each([
    ['an async refinement', z.string().refine(async () => true)],
    [
      'a refinement that throws',
      z.string().refine(() => {
        throw new Error('no');
      }),
    ],
    [
      'a transform that throws nothing readable',
      z.string().transform(() => {
        throw Object.create(null);
      }),
    ], // oxlint-disable-line no-throw-literal
    [
      'a shape that throws',
      z.strictObject({
        get a(): z.ZodType {
          throw new Error('no');
        },
      }),
    ],
  ])('%s is an issue', (_, schema) => {
    expect(validate(schema, 'x').ok).toBe(false);
    expect(() => toJsonSchema(schema)).not.toThrow();
  });
});
