import { describe, expect, it } from 'vitest';
import { formOf, withoutValue, withValue, type Control, type FormField } from './index';
import { leavesOf, seenIn } from './testing/seen';
import type { JsonSchema } from '../json-schema';

const root = (schema: JsonSchema | boolean, value: unknown, choices = {}): FormField => {
  const form = formOf(schema, typeof value === 'string' ? value : JSON.stringify(value), { choices });
  if (!form.ok) throw new Error(form.why);
  return form.root;
};
const fieldsOf = ({ control }: FormField): readonly FormField[] => {
  const inner = control.kind === 'union' ? control.inner : control;
  return inner.kind === 'object' ? inner.fields : inner.kind === 'array' ? inner.items : [];
};
const at = (field: FormField, ...names: string[]): FormField =>
  names.reduce((inner, name) => {
    const found = fieldsOf(inner).find(({ label }) => label === name);
    if (!found) throw new Error(`There is no field ${name}.`);
    return found;
  }, field);
const withoutSpaces = (text: string): string => text.replaceAll(/\s/g, '');
const object = (properties: JsonSchema, more: JsonSchema = {}): JsonSchema => ({ type: 'object', properties, ...more });

describe('the control of', () => {
  it.each<[string, JsonSchema, unknown, Partial<Control>]>([
    ['text', { type: 'string' }, 'a', { kind: 'text', long: true }],
    ['an address', { type: 'string', format: 'uri' }, 'a', { kind: 'text', long: false }],
    ['a whole number', { type: 'integer' }, 3, { kind: 'number' }],
    ['a truth', { type: 'boolean' }, true, { kind: 'choice', choices: ['true', 'false'] }],
    ['an enum', { enum: ['a', 2, null, { b: 1 }] }, 2, { kind: 'choice', choices: ['"a"', '2', 'null', '{"b":1}'] }],
    ['a constant', { const: 'x' }, 'x', { kind: 'choice', choices: ['"x"'] }],
    ['constants to choose from', { oneOf: [{ const: 1 }, { const: 2 }] }, 2, { kind: 'choice', choices: ['1', '2'] }],
    ['nothing said', {}, [1], { kind: 'json' }],
    ['a field that may not be', { allOf: [false] }, 'a', { kind: 'json', why: 'The schema allows no value here.' }],
    [
      'a value of another type',
      { type: 'array', items: {} },
      'a',
      { kind: 'json', why: 'The schema wants a list here.' },
    ],
    [
      'a reference to nowhere',
      { $ref: '#/$defs/Gone' },
      1,
      { kind: 'json', why: 'The schema refers to #/$defs/Gone, which is not in it.' },
    ],
    [
      'a reference to itself',
      { $ref: '#/properties/value' },
      1,
      { kind: 'json', why: 'The schema refers to itself without end.' },
    ],
    [
      'a type JSON does not have',
      { type: 'date' },
      undefined,
      { kind: 'json', why: 'The schema names a type that JSON does not have: date.' },
    ],
  ])('%s', (_, schema, value, control) => {
    expect(at(root(object({ value: schema }), { value }), 'value').control).toMatchObject(control);
  });

  it('a value that may be null: its two kinds', () => {
    const schema = object({ age: { type: ['integer', 'null'] } });
    expect(at(root(schema, { age: null }), 'age').control).toMatchObject({ kind: 'union', chosen: 1 });
    expect(at(root(schema, { age: 4 }), 'age').control).toMatchObject({
      options: [
        { title: 'a whole number', start: '0' },
        { title: 'null', start: 'null' },
      ],
      chosen: 0,
      inner: { kind: 'number' },
    });
  });

  it('a tuple: each place by its own schema, and no room after the last', () => {
    const pair = { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: false };
    const { control } = at(root(object({ pair }), { pair: ['a'] }), 'pair');
    expect(control).toMatchObject({ items: [{ control: { kind: 'text' } }], next: '0' });
    expect(at(root(object({ pair }), { pair: ['a', 1] }), 'pair').control).not.toHaveProperty('next');
    const older = { type: 'array', items: [{ type: 'string' }], additionalItems: { type: 'boolean' } };
    expect(at(root(object({ older }), { older: ['a', true] }), 'older', '2').control.kind).toBe('choice');
  });
});

describe('a union', () => {
  const shapes = {
    oneOf: [
      object({ type: { const: 'circle' }, radius: { type: 'number' } }, { required: ['type', 'radius'] }),
      object({ type: { const: 'box' }, side: { type: 'number' } }, { required: ['type', 'side'] }),
    ],
  };

  it('is told by its discriminator, also where the rest is wrong', () => {
    const { control } = root(shapes, { type: 'box', radius: 'no' });
    expect(control).toMatchObject({
      kind: 'union',
      chosen: 1,
      options: [{ title: 'type: circle' }, { title: 'type: box' }],
    });
    expect(control.kind === 'union' && control.options[1]?.start).toBe('{\n  "type": "box",\n  "side": 0\n}');
  });

  it('is what a person chose, where a value may be several', () => {
    const either = { anyOf: [object({ a: { type: 'string' } }), object({ b: { type: 'string' } })] };
    expect(root(either, {}).control).toMatchObject({ chosen: 0 });
    expect(fieldsOf(root(either, {}, { $: 1 })).map(({ label }) => label)).toEqual(['b']);
  });

  it('at the root, within another, and beside fields that all have', () => {
    const schema = object({ id: { type: 'string' } }, { anyOf: [shapes, object({ text: { type: 'string' } })] });
    const field = root(schema, { id: 'a', type: 'circle', radius: 2 });
    expect(field.control).toMatchObject({ chosen: 0, inner: { kind: 'union', chosen: 0 } });
    expect(seenIn(field)).toEqual({ id: 'a', type: 'circle', radius: 2 });
  });

  it('of the same title gets a number', () => {
    const { control } = root({ anyOf: [{ type: 'object' }, { type: 'object' }] }, {});
    expect(control.kind === 'union' && control.options.map(({ title }) => title)).toEqual([
      'an object',
      'an object (2)',
    ]);
  });
});

describe('the bounds of a value', () => {
  it.each<[string, JsonSchema]>([
    ['At least 1 character', { type: 'string', minLength: 1 }],
    ['2 to 8 characters', { type: 'string', minLength: 2, maxLength: 8 }],
    ['1 character', { type: 'string', minLength: 1, maxLength: 1 }],
    ['At most 1 item', { type: 'array', maxItems: 1 }],
    ['', { type: 'array', minItems: 0 }],
    ['email, at most 9 characters', { type: 'string', format: 'email', maxLength: 9 }],
    ['1,000 to 100,000 characters', { type: 'string', minLength: 1000, maxLength: 100_000 }],
    ['At most 0.1234567', { type: 'number', maximum: 0.1234567 }],
    ['At least 0', { type: 'integer', minimum: 0 }],
  ])('are said as “%s”', (words, schema) => expect(root(schema, 'null').hint).toBe(words));
});

describe('what a form says in Chinese', () => {
  const inChinese = (schema: JsonSchema | boolean, value: unknown): FormField => {
    const form = formOf(schema, JSON.stringify(value), { language: 'zh' });
    if (!form.ok) throw new Error(form.why);
    return form.root;
  };
  it.each<[string, JsonSchema]>([
    [
      'uri, 匹配 ^h, 1 到 9 个字符, 默认 "h"',
      { format: 'uri', pattern: '^h', minLength: 1, maxLength: 9, default: 'h' },
    ],
    ['至少 1, 小于 9, 2 的倍数', { minimum: 1, exclusiveMaximum: 9, multipleOf: 2 }],
    ['至多 3 个元素', { maxItems: 3 }],
  ])('of bounds: %s', (words, schema) => expect(inChinese(schema, null).hint).toBe(words));

  it('of kinds of value, and of why there is no better field', () => {
    const { control } = inChinese({ type: ['string', 'null'] }, 'a');
    expect(control).toMatchObject({ kind: 'union', options: [{ title: '文本' }, { title: 'null' }] });
    expect(inChinese({ type: 'array' }, 3).control).toEqual({ kind: 'json', why: 'schema 要求此处为列表。' });
    expect(inChinese({ $ref: '#/gone' }, 3).control).toMatchObject({ why: expect.stringContaining('#/gone') });
    expect(formOf({}, '{', { language: 'zh' })).toMatchObject({ why: expect.stringContaining('不是 JSON') });
  });
});

describe('an object', () => {
  it('has what `allOf` puts together, with what is required anywhere', () => {
    const schema = {
      $defs: { Base: object({ id: { type: 'string' } }, { required: ['id'] }) },
      allOf: [
        { $ref: '#/$defs/Base' },
        object({ size: { type: 'integer', minimum: 1, maximum: 9 } }, { required: ['size'] }),
      ],
    };
    const field = root(schema, {});
    expect(fieldsOf(field).map(({ label, required }) => [label, required])).toEqual([
      ['id', true],
      ['size', true],
    ]);
    expect(at(field, 'size')).toMatchObject({ hint: '1 to 9', start: '1' });
  });

  it('shows what the schema does not name, and whether it refuses that', () => {
    const closed = root(object({ a: {} }, { additionalProperties: false }), { a: 1, path: 2 });
    expect(at(closed, 'path')).toMatchObject({ extra: 'refused', control: { kind: 'json' } });
    const open = root(
      object({}, { additionalProperties: { type: 'integer' }, patternProperties: { '^x-': { type: 'string' } } }),
      { n: 1, 'x-a': 'b' },
    );
    expect(at(open, 'n')).toMatchObject({ extra: 'allowed', control: { kind: 'number' } });
    expect(at(open, 'x-a').control.kind).toBe('text');
  });

  it('holds to all that `allOf` says of one field', () => {
    const list = (properties: JsonSchema): JsonSchema => ({ type: 'array', items: object(properties) });
    const schema = object({
      n: {
        allOf: [
          { minimum: 5, maximum: 10 },
          { minimum: 1, maximum: 20 },
        ],
        type: 'integer',
      },
      e: { allOf: [{ enum: ['p', 'q'] }, { enum: ['q', 'r'] }] },
      l: { allOf: [list({ x: { type: 'string' } }), list({ y: { type: 'integer' } })] },
    });
    const made = root(schema, { l: [{ x: 'a', y: 1 }] });
    expect(at(made, 'n')).toMatchObject({ hint: '5 to 10', start: '5' });
    expect(at(made, 'e').control).toMatchObject({ choices: ['"q"'] });
    expect(fieldsOf(at(made, 'l', '1')).map(({ label, control }) => [label, control.kind])).toEqual([
      ['x', 'text'],
      ['y', 'number'],
    ]);
  });

  it('that holds itself opens as deep as its value, and can begin one level deeper', () => {
    const tree = object({ name: { type: 'string' }, child: { $ref: '#' } }, { required: ['name'] });
    const field = root(tree, { name: 'a', child: { name: 'b' } });
    expect(at(field, 'child', 'name').raw).toBe('"b"');
    expect(at(field, 'child', 'child')).toMatchObject({ raw: undefined, start: '{\n  "name": ""\n}' });
  });
});

describe('there is no form, and it says why, for', () => {
  it.each([
    ['cut off text', '{"a": ', 'not JSON'],
    ['comments', '{} // a', 'not JSON'],
    ['very many values', JSON.stringify({ a: Array.from({ length: 30_000 }, () => 1) }), 'too long'],
    ['very long text', JSON.stringify({ a: 'x'.repeat(600_000) }), 'too long'],
  ])('%s', (_, text, why) => {
    expect(formOf({ type: 'object' }, text)).toMatchObject({ ok: false, why: expect.stringContaining(why) });
  });
});

describe('references lead where the check follows them', () => {
  const item = {
    $id: 'item.json',
    ...object({ q: { $ref: '#/$defs/z' } }),
    $defs: { z: { $anchor: 'zz', maximum: 4 } },
  };
  const schema = (value: JsonSchema): JsonSchema => ({
    $id: 'https://example.org/root.json',
    ...object({ value }),
    $defs: { item },
  });

  it.each(['item.json', 'https://example.org/item.json', '/item.json#', '#/$defs/item'])('%s', ($ref) => {
    const value = at(root(schema({ $ref }), { value: { q: 1 } }), 'value');
    expect(at(value, 'q')).toMatchObject({ hint: 'At most 4', control: { kind: 'number' } });
  });

  it.each(['item.json#/$defs/z', 'item.json#zz', '#/$defs/item/$defs/z'])('%s', ($ref) => {
    expect(at(root(schema({ $ref }), { value: 1 }), 'value').control).toEqual({ kind: 'number' });
  });

  it('to the whole of a schema that has an address', () => {
    const tree = { $id: 'https://example.org/tree', ...object({ v: { type: 'integer' }, sub: { $ref: 'tree' } }) };
    expect(at(root(tree, { sub: { v: 1 } }), 'sub', 'v').control).toEqual({ kind: 'number' });
  });

  it('also where they tell the kinds of a union apart', () => {
    const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items });
    const either = object({ a: { type: 'integer' }, b: { anyOf: [list({ $ref: '#/properties/a' }), list({})] } });
    expect(at(root(either, { a: 1, b: [1] }), 'b').control).toMatchObject({ kind: 'union', chosen: 0 });
    expect(at(root(either, { a: 1, b: ['x'] }), 'b').control).toMatchObject({ kind: 'union', chosen: 1 });
  });
});

describe('an edit', () => {
  const TEXT = '{\n  "big": 12345678901234567890,\n  "a": 1.0, "a": 2.50,\n  "list": [1,\n 2]\n}';

  it('changes one place, and leaves every other character as it was', () => {
    expect(withValue(TEXT, ['list', 1], '"two"')).toBe(TEXT.replace('\n 2]', '\n "two"]'));
    expect(withValue(TEXT, ['a'], '3')).toBe(TEXT.replace('2.50', '3'));
    expect(withValue(TEXT, ['b'], '1e400')).toContain('"big": 12345678901234567890');
    expect(withValue(TEXT, ['b'], '1e400')).toContain('"b": 1e400');
  });

  it('adds to a list, begins with nothing, and lays out what it adds', () => {
    expect(withoutSpaces(withValue('{"list":[]}', ['list', 0], '1'))).toBe('{"list":[1]}');
    expect(withValue('', ['a'], '{\n  "b": 1\n}')).toBe('{\n  "a": {\n    "b": 1\n  }\n}');
  });

  it('leaves a field out, every one of that name', () => {
    expect(JSON.parse(withoutValue(TEXT, ['a']))).not.toHaveProperty('a');
    expect(withoutSpaces(withoutValue('[1, 2, 3]', [1]))).toBe('[1,3]');
    expect(withoutValue(TEXT, ['none'])).toBe(TEXT);
  });

  it('of what is not JSON, or not there, changes nothing', () => {
    expect(withValue('{"a":', ['a'], '1')).toBe('{"a":');
    expect(withValue('{"a":1}', ['a', 'b'], '1')).toBe('{"a":1}');
    expect(withoutValue('{', ['a'])).toBe('{');
  });

  it.each(['__proto__', 'constructor', '', 'a b', '0', '"'])('reaches a field called %j', (name) => {
    const schema = JSON.parse(`{"type":"object","properties":{${JSON.stringify(name)}:{"type":"string"}}}`);
    const text = withValue('{}', [name], '"x"');
    expect(withoutSpaces(text)).toBe(withoutSpaces(`{${JSON.stringify(name)}:"x"}`));
    expect(leavesOf(root(schema, text)).map(({ shown }) => shown)).toEqual(['x']);
    expect(withoutSpaces(withoutValue(text, [name]))).toBe('{}');
  });
});

describe('what is written in a field', () => {
  it.each([
    ['text', '3', '"3"'],
    ['text', '', '""'],
    ['number', '3', '3'],
    ['number', '1.50', '1.50'],
    ['number', 'three', '"three"'],
    ['number', '"3"', '"3"'],
    ['number', '12345678901234567890', '12345678901234567890'],
    ['json', '{"a":[1, 2]}', '{"a":[1, 2]}'],
    ['json', '{"a":', '"{\\"a\\":"'],
  ])('%s: %j is sent as %s, and shown as it was written', (kind, written, raw) => {
    const type = kind === 'json' ? {} : { type: kind === 'text' ? 'string' : 'number' };
    const start = kind === 'text' ? '"a"' : '1';
    const [leaf] = leavesOf(root(object({ value: type }), `{"value":${start}}`));
    expect(leaf?.take(written)).toBe(raw);
    const [after] = leavesOf(root(object({ value: type }), withValue('{"value":1}', ['value'], raw)));
    expect(after?.shown).toBe(written);
  });
});

describe('what holds only of some values', () => {
  const address: JsonSchema = JSON.parse(`{
    "properties": { "country": { "enum": ["US", "NL"] } },
    "allOf": [
      {
        "if": { "properties": { "country": { "const": "US" } }, "required": ["country"] },
        "then": { "properties": { "zip": { "type": "string" } }, "required": ["zip"] }
      },
      { "if": { "required": ["zip"] }, "then": { "properties": { "plus4": { "type": "integer" } } } }
    ],
    "dependentRequired": { "plus4": ["street"] },
    "dependencies": { "street": { "properties": { "number": { "type": "number" } } } }
  }`);
  const labels = (value: unknown): string[] => fieldsOf(root(address, value)).map(({ label }) => label);

  it('has its fields where it holds, whatever that leads to', () => {
    expect(labels({ country: 'NL' })).toEqual(['country']);
    expect(labels({ country: 'US' })).toEqual(['country', 'zip']);
    expect(labels({ country: 'US', zip: '1', plus4: 2 })).toEqual(['country', 'zip', 'plus4', 'street']);
    expect(labels({ street: 'a' })).toEqual(['country', 'number', 'street']);
  });
});

it('a field that OpenAPI tells kinds apart by says which kind it is', () => {
  const pet = { type: 'object', properties: { type: { type: 'string' } }, required: ['type'] };
  const schema = object(
    {
      pet: {
        oneOf: [{ $ref: '#/$defs/Cat' }, { $ref: '#/$defs/Dog' }],
        discriminator: { propertyName: 'type', mapping: { dog: '#/components/schemas/Dog' } },
      },
    },
    { $defs: { Cat: pet, Dog: pet } },
  );
  const { control } = at(root(schema, { pet: { type: 'dog' } }), 'pet');
  expect(control).toMatchObject({ chosen: 1, options: [{ title: 'Cat' }, { title: 'Dog' }] });
  const starts = control.kind === 'union' ? control.options.map(({ start }) => withoutSpaces(start)) : [];
  expect(starts).toEqual(['{"type":"Cat"}', '{"type":"dog"}']);
});

it('fields that are refused by their names, or because nothing else may be there, are marked', () => {
  const schema = object(
    { map: { type: 'object', propertyNames: { pattern: '^[a-z]+$' } } },
    { unevaluatedProperties: false },
  );
  const form = root(schema, { map: { ab: 1, A: 2 }, other: 3 });
  expect(fieldsOf(at(form, 'map')).map(({ extra }) => extra)).toEqual(['allowed', 'refused']);
  expect(at(form, 'other').extra).toBe('refused');
});

it('kinds with the same base are called after themselves', () => {
  const base = { title: 'Base', ...object({ pet: { type: 'string' } }) };
  const kind = (field: string): JsonSchema => ({ allOf: [{ $ref: '#/$defs/Base' }, object({ [field]: {} })] });
  const $defs = { Base: base, Cat: kind('lives'), Dog: kind('barks') };
  const oneOf = [{ $ref: '#/$defs/Cat' }, { $ref: '#/$defs/Dog' }];
  for (const more of [{}, { discriminator: { propertyName: 'pet' } }]) {
    expect(root({ oneOf, $defs, ...more }, {}).control).toMatchObject({
      options: [{ title: 'Cat' }, { title: 'Dog' }],
    });
  }
});

it('a $dynamicRef leads where a $ref would', () => {
  const schema = object({ next: { $dynamicRef: '#node' }, size: { type: 'integer' } }, { $dynamicAnchor: 'node' });
  expect(at(root(schema, { next: { size: 1 } }), 'next', 'size').control.kind).toBe('number');
});
