import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { explain, toJsonSchema, validate } from './index';
import type { JsonSchema } from './json-schema';

const issuesOf = (schema: z.ZodType | JsonSchema, value: unknown) => {
  const checked = validate(schema, value);
  return checked.ok ? [] : checked.issues;
};

const brief = (schema: z.ZodType | JsonSchema, value: unknown) =>
  issuesOf(schema, value).map(({ path, expected, received }) => `${path} | ${expected} | ${received}`);

const edit = z.strictObject({
  file_path: z.string().min(1),
  old_string: z.string(),
  new_string: z.string(),
  replace_all: z.boolean().optional(),
});

const shape = z.strictObject({
  text: z.string().min(3).max(5).optional(),
  slug: z
    .string()
    .regex(/^[a-z]+$/)
    .optional(),
  mail: z.email().optional(),
  start: z.string().startsWith('a.b').optional(),
  whole: z.int().min(1).optional(),
  real: z.number().gt(0).lte(10).optional(),
  step: z.number().multipleOf(3).optional(),
  mode: z.enum(['content', 'count']).optional(),
  only: z.literal('x').optional(),
  list: z
    .array(z.strictObject({ name: z.string() }))
    .min(1)
    .max(2)
    .optional(),
  map: z.record(z.string(), z.number()).optional(),
  maybe: z.string().nullable().optional(),
  either: z.union([z.string(), z.number()]).optional(),
  sized: z.union([z.string().min(5), z.number()]).optional(),
  words: z.union([z.literal('a'), z.literal('b')]).optional(),
  step_of: z
    .discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('go'), to: z.string() }),
      z.strictObject({ kind: z.literal('wait'), ms: z.number() }),
    ])
    .optional(),
  pair: z.tuple([z.string(), z.number()]).optional(),
});

const TABLE: [string, unknown, string[]][] = [
  ['a string too short', { text: 'ab' }, ['$.text | length >= 3 | "ab"']],
  ['a string too long', { text: 'abcdef' }, ['$.text | length <= 5 | "abcdef"']],
  ['a wrong type', { text: 5 }, ['$.text | string | 5']],
  ['a pattern', { slug: 'A' }, ['$.slug | pattern ^[a-z]+$ | "A"']],
  ['a format', { mail: 'nobody' }, ['$.mail | format email | "nobody"']],
  ['a start', { start: 'x' }, ['$.start | pattern ^a\\.b.* | "x"']],
  ['a fraction', { whole: 1.5 }, ['$.whole | integer | 1.5']],
  ['a text where a whole number belongs', { whole: 'x' }, ['$.whole | integer | "x"']],
  ['a lower bound', { whole: 0 }, ['$.whole | >= 1 | 0']],
  ['an exclusive bound', { real: 0 }, ['$.real | > 0 | 0']],
  ['an upper bound', { real: 11 }, ['$.real | <= 10 | 11']],
  ['a step', { step: 4 }, ['$.step | multiple of 3 | 4']],
  ['a choice', { mode: 'contents' }, ['$.mode | enum[content,count] | "contents"']],
  ['a literal of another type', { only: 1 }, ['$.only | enum[x] | 1']],
  ['an empty list', { list: [] }, ['$.list | length >= 1 | []']],
  ['an item', { list: [{ name: 1 }] }, ['$.list[0].name | string | 1']],
  ['a field missing in an item', { list: [{ name: 'a' }, {}] }, ['$.list[1].name | present | nothing']],
  ['a value of a record', { map: { k: 'x' } }, ['$.map.k | number | "x"']],
  ['something that may be null', { maybe: 5 }, ['$.maybe | string | 5']],
  ['a union of types', { either: true }, ['$.either | one of 2 shapes | true']],
  ['a union of which one branch is near', { sized: 'ab' }, ['$.sized | length >= 5 | "ab"']],
  ['a union of literals', { words: 'c' }, ['$.words | enum[a,b] | "c"']],
  ['an unknown kind', { step_of: { kind: 'run' } }, ['$.step_of.kind | enum[go,wait] | "run"']],
  ['no kind at all', { step_of: {} }, ['$.step_of.kind | present | nothing']],
  ['a known kind with a fault', { step_of: { kind: 'wait', ms: 'x' } }, ['$.step_of.ms | number | "x"']],
  ['a short tuple', { pair: ['a'] }, ['$.pair | length >= 2 | ["a"]']],
  ['a wrong place in a tuple', { pair: [1, 2] }, ['$.pair[0] | string | 1']],
  ['an unknown field with an odd name', { 'odd name': 1 }, ['$["odd name"] | absent | 1']],
  ['no object', 'text', ['$ | object | "text"']],
  ['nothing', undefined, ['$ | present | nothing']],
];

describe('validate', () => {
  it.each(TABLE)('names %s alike on both tracks', (_, value, expected) => {
    expect(brief(shape, value)).toEqual(expected);
    expect(issuesOf(toJsonSchema(shape), value)).toEqual(issuesOf(shape, value));
  });

  it('returns what Zod made of the value', () => {
    expect(validate(z.strictObject({ n: z.number().default(3) }), {})).toEqual({ ok: true, value: { n: 3 } });
  });

  it('gives two issues for a misspelt field and says which one was meant', () => {
    const issues = issuesOf(edit, { Path: 'src/cart.ts', old_string: 'a', new_string: 'b' });
    expect(issues).toEqual([
      {
        path: '$.file_path',
        expected: 'present',
        received: 'nothing',
        message: 'Add `file_path`. You sent `Path`; did you mean `file_path`?',
      },
      {
        path: '$.Path',
        expected: 'absent',
        received: '"src/cart.ts"',
        message: 'Remove the unknown field `Path`.',
      },
    ]);
    expect(issuesOf(toJsonSchema(edit), { Path: 'src/cart.ts', old_string: 'a', new_string: 'b' })).toEqual(issues);
  });

  it.each([
    ['replaceAll', 'replace_all'],
    ['replaceall', 'replace_all'],
    ['replace_al', 'replace_all'],
  ])('names the optional field that %s may have meant', (sent, meant) => {
    const [issue] = issuesOf(edit, { file_path: 'a', old_string: 'a', new_string: 'b', [sent]: true });
    expect(issue?.message).toContain(`Did you mean \`${meant}\`?`);
  });

  it('suggests nothing for a field that resembles none', () => {
    const [issue] = issuesOf(edit, { file_path: 'a', old_string: 'a', new_string: 'b', zzz: true });
    expect(issue?.message).toBe('Remove the unknown field `zzz`.');
  });

  it('tells a list in quotes from a list', () => {
    const [issue] = issuesOf(z.strictObject({ edits: z.array(z.string()) }), { edits: '["a"]' });
    expect(issue?.message).toBe('Send `edits` as an array itself, not as text that contains JSON.');
  });

  it('keeps the words of a refinement', () => {
    const even = z.strictObject({ n: z.number().refine((n) => n % 2 === 0, 'Send an even number.') });
    expect(issuesOf(even, { n: 3 })).toEqual([
      { path: '$.n', expected: 'valid', received: '3', message: 'Send an even number.' },
    ]);
  });

  it('follows references of a JSON Schema', () => {
    const tree = {
      $defs: { t: { type: 'object', properties: { c: { $ref: '#/$defs/t' }, n: { type: 'number' } } } },
      $ref: '#/$defs/t',
    };
    expect(brief(tree, { c: { c: { n: 'x' } } })).toEqual(['$.c.c.n | number | "x"']);
  });

  it.each<[string, JsonSchema, unknown, string[]]>([
    ['repeated items', { uniqueItems: true }, [1, 1], ['$ | unique items | [1,1]']],
    ['too few fields', { minProperties: 1 }, {}, ['$ | fields >= 1 | {}']],
    ['what must not be', { not: { type: 'string' } }, 'x', ['$ | valid | "x"']],
    ['a field that another one needs', { dependentRequired: { a: ['b'] } }, { a: 1 }, ['$.b | present | nothing']],
    ['the else of a condition', { if: { type: 'string' }, else: { minimum: 3 } }, 2, ['$ | >= 3 | 2']],
    ['two shapes that both fit', { oneOf: [{ type: 'number' }, { minimum: 1 }] }, 2, ['$ | exactly one shape | 2']],
    ['a key', { propertyNames: { pattern: '^a' } }, { b: 1 }, ['$.b | valid key | 1']],
    [
      'draft 7 tuples',
      { $schema: 'http://json-schema.org/draft-07/schema#', items: [{ type: 'string' }] },
      [1],
      ['$[0] | string | 1'],
    ],
    [
      'an odd name',
      { properties: { 'a/b~c %#': { type: 'string' } } },
      { 'a/b~c %#': 1 },
      ['$["a/b~c %#"] | string | 1'],
    ],
  ])('names %s in a JSON Schema', (_, schema, value, expected) => {
    expect(brief(schema, value)).toEqual(expected);
  });

  it('leaves a frozen schema alone', () => {
    const frozen = Object.freeze({
      type: 'object',
      properties: Object.freeze({ a: Object.freeze({ type: 'string' }) }),
    });
    expect(brief(frozen, { a: 1 })).toEqual(['$.a | string | 1']);
  });
});

const nested = (depth: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = [value];
  return value;
};
const circle: Record<string, unknown> = {};
circle.self = circle;
const deep = (depth: number): JsonSchema => {
  let schema: JsonSchema = { type: 'string' };
  for (let level = 0; level < depth; level++) schema = { allOf: [schema] };
  return schema;
};
/** 2 ^ depth branches, all the same object. */
const twice = (depth: number): JsonSchema => {
  let schema: JsonSchema = { type: 'string' };
  for (let level = 0; level < depth; level++) schema = { anyOf: [schema, schema] };
  return schema;
};
const knot: Record<string, unknown> = { type: 'object', additionalProperties: false };
knot.properties = { a: knot };
const NOTHING: JsonSchema = JSON.parse('[[1]]');
const doubling = Object.fromEntries(
  Array.from({ length: 40 }, (_, i) => [
    `d${i}`,
    { allOf: [{ $ref: `#/$defs/d${i + 1}` }, { $ref: `#/$defs/d${i + 1}` }] },
  ]),
);

describe('hostile input', () => {
  const any = z.unknown();
  const lazy: z.ZodType = z.lazy(() => z.array(lazy));
  it.each<[string, z.ZodType | JsonSchema, unknown]>([
    ['a value nested 100,000 deep', any, nested(100_000)],
    ['a value nested 100,000 deep under a recursive schema', lazy, nested(100_000)],
    ['a circle', { type: 'object' }, circle],
    ['a million items', { uniqueItems: true }, Array.from({ length: 1_000_000 }, (_, i) => i)],
    ['a schema that is its own definition', { $ref: '#' }, {}],
    ['references that double 40 times', { $defs: { ...doubling, d40: { type: 'object' } }, $ref: '#/$defs/d0' }, {}],
    ['a reference to nowhere', { $ref: '#/nowhere' }, {}],
    ['a schema nested 100,000 deep', deep(100_000), 1],
    ['a schema that holds itself', knot, { a: { a: 1 }, b: 1 }],
    [
      'references to each other',
      { $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } }, $ref: '#/$defs/a' },
      1,
    ],
    ['a choice of choices', twice(30), 1],
    [
      'catastrophic names',
      { patternProperties: { '^(a+)+$': false }, propertyNames: { pattern: '(x|x)*y' } },
      { [`${'a'.repeat(5_000)}!`]: 1 },
    ],
    ['a pattern that only back-tracking knows', { pattern: '^(a+)+\\1$' }, 'a'.repeat(100)],
    ['a step of nothing', { multipleOf: 0 }, 1],
    ['a step too small for a remainder', { multipleOf: 1e-300 }, 1.5e-301],
    ['a big integer', { type: 'integer' }, 10n],
    ['a list with holes', { items: { type: 'number' } }, [1, , 2]], // oxlint-disable-line no-sparse-arrays
    ['a value that writes itself', { type: 'string' }, { toJSON: () => 'x' }],
    ['no schema at all', NOTHING, 1],
    [
      'a schema with a getter that throws',
      {
        get type(): string {
          throw new Error('no');
        },
      },
      1,
    ],
    ['a pattern that is none', { properties: { a: { pattern: '(' } } }, { a: 'x' }],
    ['keywords of wrong types', { properties: 5, required: 7, allOf: 'x' }, { a: 1 }],
    [
      'a getter that throws',
      any,
      {
        get a() {
          throw new Error('no');
        },
      },
    ],
  ])('%s ends in an issue', (_, schema, value) => {
    expect(validate(schema, value).ok).toBe(false);
  });

  it('cuts what it received to 60 characters', () => {
    const [issue] = issuesOf(z.strictObject({ n: z.number() }), { n: 'x'.repeat(100_000) });
    expect(issue?.received).toHaveLength(60);
  });
});

describe('hostile schemas in Zod', () => {
  it.each<[string, z.ZodType, unknown, boolean]>([
    ['nested repetition', z.string().regex(/^(a+)+$/), `${'a'.repeat(1_000)}!`, false],
    ['nested repetition that fits', z.strictObject({ a: z.string().regex(/^(a+)+$/) }), { a: 'a'.repeat(1_000) }, true],
    [
      'a choice repeated, in a record key',
      z.record(z.string().regex(/(x|x)*y/), z.number()),
      { ['x'.repeat(99)]: 1 },
      false,
    ],
    ['a format with a pattern of its own', z.email({ pattern: /^(a+)+$/ }), `${'a'.repeat(99)}!`, false],
    ['a pattern behind z.lazy', z.lazy(() => z.string().regex(/^(a|a)*$/)), `${'a'.repeat(99)}!`, false],
    ['a step of almost nothing', z.number().multipleOf(1e-300), 1e300, true],
    ['a field called __proto__', z.strictObject({}), JSON.parse('{"__proto__":1}'), false],
  ])('%s', (_, schema, value, ok) => {
    expect(validate(schema, value).ok).toBe(ok);
  });

  it('counts code points, as JSON Schema does', () => {
    const two = z.string().length(2);
    expect(validate(two, '💩💩').ok).toBe(true);
    expect(validate(two, '💩').ok).toBe(false);
  });
});

describe('a bound at infinity', () => {
  it.each<[string, z.ZodType | Record<string, unknown>]>([
    ['JSON Schema', { minimum: Infinity }],
    ['Zod', z.number().min(Infinity)],
  ])('is said in words of the grammar: %s', (_what, schema) => {
    expect(issuesOf(schema, 0)).toMatchObject([{ path: '$', expected: 'valid' }]);
  });

  it('above is none', () => {
    expect(validate(z.strictObject({ n: z.number().max(Infinity) }), { n: 1 }).ok).toBe(true);
    expect(issuesOf(z.strictObject({ n: z.number().max(Infinity) }), { n: 'x' })).toMatchObject([
      { expected: 'number' },
    ]);
  });
});

describe('a Zod schema validates as its JSON Schema does', () => {
  it.each<[string, z.ZodType, unknown, string[]]>([
    ['an integer of 32 bits', z.int32(), '5', ['$ | integer | "5"']],
    [
      'one that is far too large',
      z.uint32(),
      1e20,
      ['$ | <= 4294967295 | 100000000000000000000', '$ | <= 9007199254740991 | 100000000000000000000'],
    ],
    ['a key of a record', z.record(z.enum(['a']), z.number()), { a: 1, b: 2 }, ['$.b | valid key | 2']],
    [
      'a fraction in a list that is too short',
      z.array(z.int()).min(2),
      [2.03],
      ['$ | length >= 2 | [2.03]', '$[0] | integer | 2.03'],
    ],
    ['an item that is missing', z.tuple([z.string()]).rest(z.number()), [], ['$ | length >= 1 | []']],
  ])('%s', (_, schema, value, issues) => {
    expect(brief(schema, value)).toEqual(issues);
    expect(brief(toJsonSchema(schema), value)).toEqual(issues);
  });
});

describe('languages', () => {
  it('tells issues and the whole in Chinese', () => {
    const schema = z.strictObject({ file_path: z.string(), mode: z.enum(['content', 'count']) });
    const checked = validate(schema, { filepath: 1, mode: 'contents' }, { language: 'zh' });
    expect(checked.ok ? '' : explain(checked.issues, 'zh')).toBe(
      [
        '参数无效（3 处问题），因此没有执行调用。',
        '1. $.file_path：必填，但缺少。请补上 `file_path`。你发送的是 `filepath`，是否想写 `file_path`？',
        '2. $.filepath：未知，收到 1。请删除未知字段 `filepath`。',
        '3. $.mode：应为 enum[content,count]，收到 "contents"。请将 `mode` 设为以下值之一：`content`、`count`。是否想写 `content`？',
        '请更正参数后重新调用。',
      ].join('\n'),
    );
  });

  it('tells faults of a schema in either', () => {
    const broken = { $ref: '#/nowhere' };
    expect(issuesOf(broken, 1)[0]?.message).toContain('refers to `#/nowhere`');
    const checked = validate(broken, 1, { language: 'zh' });
    expect(checked.ok ? '' : checked.issues[0]?.message).toContain('引用了不存在的');
  });
});
