import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../json-schema';
import { validate } from '../validate';

type Case = [what: string, schema: JsonSchema, good: unknown[], bad: unknown[]];

const at = (path: string): string => `https://example.test/${path}`;
const text = { type: 'string' };
const list = {
  $id: 'list',
  items: { $dynamicRef: '#item' },
  $defs: { any: { $dynamicAnchor: 'item' } },
};

const REFERENCES: Case[] = [
  [
    'a dynamic anchor in the same resource',
    { items: { $dynamicRef: '#i' }, $defs: { i: { $dynamicAnchor: 'i', ...text } } },
    [['a']],
    [[1]],
  ],
  [
    'a dynamic anchor of an outer resource',
    { $id: at('r'), $ref: 'list', $defs: { t: { $dynamicAnchor: 'item', ...text }, list } },
    [['a']],
    [[1]],
  ],
  [
    'a dynamic anchor behind a resource without one',
    {
      $id: at('r'),
      $ref: 'mid',
      $defs: { t: { $dynamicAnchor: 'item', ...text }, mid: { $id: 'mid', $ref: 'list' }, list },
    },
    [['a']],
    [[1]],
  ],
  [
    'a plain anchor of the same name outside',
    { $id: at('r'), $ref: 'list', $defs: { t: { $anchor: 'item', ...text }, list } },
    [['a', 1]],
    [],
  ],
  [
    'a dynamic reference to a plain anchor',
    {
      $id: at('r'),
      $ref: 'list',
      $defs: {
        t: { $dynamicAnchor: 'item', ...text },
        list: { ...list, $defs: { any: { $anchor: 'item', $dynamicAnchor: 'other' } } },
      },
    },
    [['a', 1]],
    [],
  ],
  [
    'a dynamic reference by pointer',
    {
      $id: at('r'),
      $ref: 'list',
      $defs: {
        t: { $dynamicAnchor: 'item', ...text },
        list: {
          $id: 'list',
          items: { $dynamicRef: '#/$defs/n' },
          $defs: { n: { $dynamicAnchor: 'item', type: 'number' } },
        },
      },
    },
    [[1]],
    [['a']],
  ],
  [
    'a scope that has been left',
    {
      $id: at('main'),
      if: { $id: 'first', $defs: { t: { $dynamicAnchor: 't', type: 'number' } } },
      // oxlint-disable-next-line unicorn/no-thenable
      then: { $id: 'second', $ref: 'start', $defs: { t: { $dynamicAnchor: 't', type: 'null' } } },
      $defs: {
        start: { $id: 'start', $dynamicRef: 'inner#t' },
        t: { $id: 'inner', $dynamicAnchor: 't', type: 'string' },
      },
    },
    [null],
    ['a', 1],
  ],
  [
    'a resource that a pointer skips',
    {
      $id: at('r'),
      $ref: 'bar#/$defs/item',
      $defs: {
        bar: {
          $id: 'bar',
          $defs: {
            item: {
              $id: 'item',
              properties: { c: { $dynamicRef: '#c' } },
              $defs: { c: { $dynamicAnchor: 'c', type: 'integer' } },
            },
            c: { $dynamicAnchor: 'c', type: 'string' },
          },
        },
      },
    },
    [{ c: 1 }],
    [{ c: 'a' }],
  ],
  [
    'a tree that an outer schema makes strict',
    {
      $id: at('strict'),
      $dynamicAnchor: 'node',
      $ref: 'tree',
      unevaluatedProperties: false,
      $defs: {
        tree: {
          $id: 'tree',
          $dynamicAnchor: 'node',
          properties: { data: true, children: { items: { $dynamicRef: '#node' } } },
        },
      },
    },
    [{ children: [{ data: 1 }] }],
    [{ children: [{ daat: 1 }] }],
  ],
  [
    'keywords beside a reference',
    { $defs: { a: { type: 'array' } }, $ref: '#/$defs/a', maxItems: 1 },
    [[1]],
    [[1, 2], 'a'],
  ],
  [
    'an anchor under another base',
    { $id: at('r'), $ref: 'n#a', $defs: { A: { $id: 'n', $defs: { B: { $anchor: 'a', ...text } } } } },
    ['a'],
    [1],
  ],
  ['empty tokens', { $defs: { '': { $defs: { '': { type: 'number' } } } }, $ref: '#/$defs//$defs/' }, [1], ['a']],
  ['escaped tokens', { $defs: { 'a/b~c%"': text }, $ref: '#/$defs/a~1b~0c%25%22' }, ['a'], [1]],
  [
    'a URN',
    {
      $id: 'urn:uuid:deadbeef-1234-00ff-ff00-4321feebdaed',
      $ref: 'urn:uuid:deadbeef-1234-00ff-ff00-4321feebdaed#/$defs/t',
      $defs: { t: text },
    },
    ['a'],
    [1],
  ],
  [
    'an id inside data',
    { const: { $id: at('x'), type: 'null' }, anyOf: [{ type: 'object' }] },
    [{ $id: at('x'), type: 'null' }],
    [1],
  ],
  [
    'the meta-schema',
    { $ref: 'https://json-schema.org/draft/2020-12/schema' },
    [{ minLength: 1 }, true],
    [{ minLength: -1 }, { $defs: { a: { type: 1 } } }, { $id: '#a' }, 1],
  ],
  [
    'the older meta-schema',
    { $ref: 'http://json-schema.org/draft-07/schema#' },
    [{ definitions: { a: { type: 'integer' } } }],
    [{ definitions: { a: { type: 1 } } }],
  ],
];

const UNEVALUATED: Case[] = [
  [
    'fields that allOf knows',
    { allOf: [{ properties: { a: true } }], unevaluatedProperties: false },
    [{ a: 1 }, 1],
    [{ b: 1 }],
  ],
  [
    'fields that a reference knows',
    {
      $ref: '#/$defs/d',
      properties: { a: true },
      unevaluatedProperties: false,
      $defs: { d: { properties: { b: true } } },
    },
    [{ a: 1, b: 1 }],
    [{ c: 1 }],
  ],
  [
    'fields of each branch that fits',
    { anyOf: [{ properties: { a: text } }, { properties: { b: text } }], unevaluatedProperties: false },
    [{ a: 'x', b: 'x' }],
    [{ a: 1, b: 'x' }],
  ],
  [
    'fields of the branch of oneOf',
    {
      oneOf: [
        { required: ['a'], properties: { a: true } },
        { required: ['b'], properties: { b: true } },
      ],
      unevaluatedProperties: false,
    },
    [{ a: 1 }],
    [{ a: 1, c: 1 }],
  ],
  [
    'fields of a condition that holds',
    {
      if: { required: ['a'], properties: { a: true } },
      else: { properties: { b: true } },
      unevaluatedProperties: false,
    },
    [{ a: 1 }, { b: 1 }],
    [{ a: 1, b: 1 }],
  ],
  [
    'fields of a dependent schema',
    { properties: { a: true }, dependentSchemas: { a: { properties: { b: true } } }, unevaluatedProperties: false },
    [{ a: 1, b: 1 }],
    [{ b: 1 }],
  ],
  [
    'nothing that `not` saw',
    { not: { not: { properties: { a: true } } }, unevaluatedProperties: false },
    [{}],
    [{ a: 1 }],
  ],
  [
    'annotations inside `not`',
    { not: { anyOf: [true, { properties: { a: true } }], unevaluatedProperties: false } },
    [{ b: 1 }],
    [{ a: 1 }],
  ],
  [
    'nothing that a cousin saw',
    { allOf: [{ properties: { a: true } }, { unevaluatedProperties: false }] },
    [{}],
    [{ a: 1 }],
  ],
  [
    'all that a nested one took',
    { allOf: [{ unevaluatedProperties: true }], unevaluatedProperties: false },
    [{ a: 1 }],
    [],
  ],
  [
    'fields that match a pattern',
    { patternProperties: { '^a': true }, unevaluatedProperties: text },
    [{ ab: 1, c: 'x' }],
    [{ c: 1 }],
  ],
  ['items after a tuple', { prefixItems: [text], unevaluatedItems: false }, [['a'], []], [['a', 1]]],
  ['items that `items` saw', { prefixItems: [text], items: true, unevaluatedItems: false }, [['a', 1]], []],
  [
    'items that allOf knows',
    { prefixItems: [text], allOf: [{ prefixItems: [true, { type: 'number' }] }], unevaluatedItems: false },
    [['a', 1]],
    [['a', 1, 2]],
  ],
  [
    'items that contains found',
    { contains: { type: 'number' }, unevaluatedItems: text },
    [[1, 'a', 2]],
    [[1, true], ['a']],
  ],
  [
    'items of nested contains',
    { allOf: [{ contains: { multipleOf: 2 } }, { contains: { multipleOf: 3 } }], unevaluatedItems: { multipleOf: 5 } },
    [[2, 3, 4, 5, 6]],
    [[2, 3, 4, 7, 8]],
  ],
  [
    'items of an uncle',
    {
      properties: { f: { prefixItems: [text], unevaluatedItems: false } },
      anyOf: [{ properties: { f: { prefixItems: [true, text] } } }],
    },
    [{ f: ['a'] }],
    [{ f: ['a', 'b'] }],
  ],
];

const OTHERS: Case[] = [
  [
    'tuples',
    { prefixItems: [text, { type: 'number' }], items: { type: 'null' } },
    [['a', 1, null], ['a']],
    [[1], ['a', 1, 2]],
  ],
  ['a tuple and no more', { prefixItems: [{}], items: false }, [[1]], [[1, 2]]],
  [
    'how many contain',
    { contains: { const: 1 }, minContains: 2, maxContains: 3 },
    [
      [1, 1],
      [1, 2, 1, 1],
    ],
    [[1], [1, 1, 1, 1]],
  ],
  ['that none has to be contained', { contains: { const: 1 }, minContains: 0 }, [[], [2]], []],
  ['dependent fields', { dependentRequired: { a: ['b'] } }, [{ b: 1 }, { a: 1, b: 1 }, 'a'], [{ a: 1 }]],
  ['a format alone as a remark', { format: 'email' }, ['nobody', 1], []],
  ['a format of a text as a rule', { type: 'string', format: 'email' }, ['a@b.example'], ['nobody']],
  ['code points', { minLength: 2, maxLength: 2 }, ['💩💩', 'ab'], ['💩', 'abc']],
  ['decimals', { multipleOf: 0.01 }, [4.02, 2.03, 0], [4.025]],
  ['huge and tiny numbers', { type: 'number', multipleOf: 0.123456789 }, [], [1e308]],
  ['large multiples of small steps', { multipleOf: 1e-8 }, [12391239123], []],
  ['1.0 as an integer', { type: 'integer' }, [1.0, -3], [1.5, '1', Number.MAX_SAFE_INTEGER + 2]],
  ['equality without order', { enum: [{ a: 1, b: [false] }] }, [{ b: [false], a: 1.0 }], [{ a: 1, b: [0] }]],
  [
    'names of Object.prototype',
    JSON.parse('{"required":["__proto__","toString"],"properties":{"__proto__":{"type":"number"}}}'),
    [JSON.parse('{"__proto__":1,"toString":1}')],
    [{}, JSON.parse('{"__proto__":"a","toString":1}')],
  ],
  ['all tuples of draft-07 as tuples', { items: [text], additionalItems: false }, [['a']], [[1], ['a', 1]]],
];

describe.each([
  ['references', REFERENCES],
  ['unevaluated', UNEVALUATED],
  ['other keywords', OTHERS],
])('2020-12: %s', (_, cases) => {
  it.each(cases)('%s', (__, schema, good, bad) => {
    const passes = (value: unknown): boolean => validate(schema, value).ok;
    expect(good.filter((value) => !passes(value))).toEqual([]);
    expect(bad.filter(passes)).toEqual([]);
  });
});

const REMOTE = {
  [at('text')]: { ...text, $defs: { n: { type: 'number' } } },
  [at('meta')]: { $id: at('meta'), $vocabulary: {} },
};

describe('options', () => {
  it('finds schemas that were offered', () => {
    const schema = { properties: { a: { $ref: at('text') }, b: { $ref: at('text#/$defs/n') } } };
    expect(validate(schema, { a: 'x', b: 1 }, { schemas: REMOTE }).ok).toBe(true);
    expect(validate(schema, { a: 1 }, { schemas: REMOTE }).ok).toBe(false);
    expect(validate(schema, { a: 'x' }).ok).toBe(false);
  });

  it('leaves validation out where the meta-schema does', () => {
    const schema = { $schema: at('meta'), properties: { a: { minimum: 10 }, no: false } };
    expect(validate(schema, { a: 1 }, { schemas: REMOTE }).ok).toBe(true);
    expect(validate(schema, { no: 1 }, { schemas: REMOTE }).ok).toBe(false);
  });

  it('takes the draft it is told', () => {
    const schema = { $ref: '#/x', maxItems: 0, x: { type: 'array' } };
    expect(validate(schema, [1], { draft: 'draft-07' }).ok).toBe(true);
    expect(validate(schema, [1], { draft: '2020-12' }).ok).toBe(false);
  });

  it.each([true, false])('takes %s for a schema', (schema) => {
    expect(validate(schema, 1).ok).toBe(schema);
  });
});
