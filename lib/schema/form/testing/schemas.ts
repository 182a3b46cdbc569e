import * as fc from 'fast-check';
import type { JsonSchema } from '../../json-schema';

const name = fc.constantFrom('id', 'path', 'kind', 'items', 'next', 'a b', '__proto__');
const scalar = fc.oneof(fc.string({ maxLength: 6 }), fc.integer(), fc.boolean(), fc.constant(null));

/** Schemas as people write them: every keyword that a form supports, at any depth, and some dangling references. */
export const anySchema: fc.Arbitrary<JsonSchema> = fc
  .letrec<{ schema: JsonSchema | boolean; object: JsonSchema }>((tie) => ({
    object: fc.record(
      {
        type: fc.constant('object'),
        properties: fc.dictionary(name, tie('schema'), { maxKeys: 4 }),
        required: fc.subarray(['id', 'path', 'kind']),
        additionalProperties: tie('schema'),
        patternProperties: fc.dictionary(fc.constantFrom('^i', 'x$'), tie('schema'), { maxKeys: 1 }),
        default: fc.jsonValue({ maxDepth: 1 }),
        title: fc.string({ maxLength: 5 }),
      },
      { requiredKeys: ['type'] },
    ),
    schema: fc.oneof(
      { depthSize: 'medium', withCrossShrink: true },
      fc.boolean(),
      fc.record({ type: fc.constantFrom('string', 'integer', 'number', 'boolean', 'null', 'array', 'object') }),
      fc.record({ enum: fc.array(scalar, { minLength: 1, maxLength: 4 }) }),
      fc.record({ const: fc.jsonValue({ maxDepth: 1 }) }),
      fc.record({ type: fc.subarray(['string', 'integer', 'null', 'object', 'array']), minLength: fc.nat(3) }),
      fc.record({ $ref: fc.constantFrom('#', '#/$defs/A', '#/$defs/B', '#/$defs/Gone', 'other.json') }),
      tie('object'),
      fc.record({ type: fc.constant('array'), items: tie('schema'), minItems: fc.nat(2) }),
      fc.record({
        type: fc.constant('array'),
        prefixItems: fc.array(tie('schema'), { maxLength: 3 }),
        items: tie('schema'),
      }),
      fc.record({ anyOf: fc.array(tie('schema'), { maxLength: 3 }) }),
      fc.record({
        oneOf: fc.array(tie('schema'), { maxLength: 3 }),
        properties: fc.dictionary(name, tie('schema'), { maxKeys: 2 }),
      }),
      fc.record({ allOf: fc.array(tie('schema'), { maxLength: 3 }), description: fc.string({ maxLength: 5 }) }),
    ),
  }))
  .object.chain((root) =>
    fc
      .record({
        A: fc.constant({
          type: 'object',
          properties: { next: { $ref: '#/$defs/A' }, id: { type: 'string' } },
          required: ['id'],
        }),
        B: fc.constant({ anyOf: [{ $ref: '#' }, { $ref: '#/$defs/A' }, { type: 'null' }] }),
      })
      .map(($defs) => ({ ...root, $defs })),
  );
