// @vitest-environment jsdom
import type { JsonSchema } from '@/lib/schema';
import { act, useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { renderPage, unrenderAll } from '../../../fixtures/render';
import { ArgumentsForm } from './arguments-form';

afterEach(unrenderAll);

const TREE = {
  type: 'object',
  properties: { value: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/tree' } } },
  required: ['value'],
};

/** A title, a schema, the typed arguments, and the number of places to type in. */
const ODD: readonly [string, JsonSchema, string, number][] = [
  [
    'lists in lists',
    { type: 'object', properties: { m: { type: 'array', items: { type: 'array', items: { type: 'integer' } } } } },
    '{"m": [[1, 2.0], [3e0], []]}',
    3,
  ],
  [
    'a union in a list in a union',
    {
      type: 'object',
      properties: {
        u: {
          anyOf: [{ type: 'null' }, { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'integer' }] } }],
        },
      },
    },
    '{"u": ["7", 7, "x"]}',
    3,
  ],
  [
    'alternatives at the root, told by one field',
    {
      oneOf: [
        { type: 'object', properties: { kind: { const: 'mail' }, to: { type: 'string' } }, required: ['kind', 'to'] },
        {
          type: 'object',
          properties: { kind: { const: 'call' }, number: { type: 'string' } },
          required: ['kind', 'number'],
        },
      ],
    },
    '{"kind": "call", "number": "+47"}',
    1,
  ],
  [
    'alternatives at the root, none of which fits',
    {
      oneOf: [
        { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
        { type: 'object', properties: { b: { type: 'integer' } }, required: ['b'] },
      ],
    },
    '{"c": "neither"}',
    1,
  ],
  [
    'a schema that contains itself',
    { type: 'object', properties: { tree: { $ref: '#/$defs/tree' } }, $defs: { tree: TREE } },
    '{"tree": {"value": "a", "children": [{"value": "b", "children": [{"value": "c"}]}, {"value": "d"}]}}',
    4,
  ],
  [
    'a schema that is itself',
    { ...TREE, properties: { ...TREE.properties, children: { type: 'array', items: { $ref: '#' } } } },
    '{"value": "a", "children": [{"value": "b"}]}',
    2,
  ],
  [
    'a tuple with more in it than it has room for',
    {
      type: 'object',
      properties: { t: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false } },
    },
    '{"t": ["a", 1, "too much"]}',
    3,
  ],
  [
    'a tuple as it was written before 2020',
    { type: 'object', properties: { t: { type: 'array', items: [{ type: 'string' }, { type: 'number' }] } } },
    '{"t": ["a", -0.5]}',
    2,
  ],
  [
    'parts that hold together',
    {
      allOf: [
        { type: 'object', properties: { a: { type: 'string' } } },
        {
          properties: {
            b: { type: 'array', items: { type: 'object', properties: { c: { type: ['string', 'null'] } } } },
          },
        },
      ],
    },
    '{"a": "x", "b": [{"c": "y"}, {"c": null}]}',
    2,
  ],
  [
    'names that mean something elsewhere',
    {
      type: 'object',
      properties: { __proto__: { type: 'string' }, 'a.b/c~d"e': { type: 'string' }, '': { type: 'string' } },
    },
    '{"a.b/c~d\\"e": "1", "": "2", "constructor": "3"}',
    3,
  ],
  [
    'numbers that JavaScript does not hold, and letters that JSON escapes',
    { type: 'object', properties: { big: { type: 'integer' }, far: { type: 'number' }, text: { type: 'string' } } },
    '{"big": 900719925474099312345, "far": 1e400, "text": "\\ud83d\\ude00\\u0000 \\/"}',
    3,
  ],
  [
    'fields that only a pattern names, and fields of any name',
    {
      type: 'object',
      patternProperties: { '^x-': { type: 'integer' } },
      additionalProperties: { type: 'object', properties: { deep: { type: 'string' } } },
    },
    '{"x-1": 5, "other": {"deep": "d", "more": "m"}}',
    3,
  ],
  ['no schema to speak of', { type: 'object' }, '{"a": {"b": ["c", {"d": "e"}]}}', 1],
];

const sent = (): string => document.querySelector('output')?.textContent ?? '';
function Shown({ schema, start }: { schema: JsonSchema; start: string }) {
  const [text, setText] = useState(start);
  return (
    <>
      <output hidden>{text}</output>
      <ArgumentsForm schema={schema} text={text} onChange={setText} />
    </>
  );
}

/** Places to change a value: not those that name a field, choose a value, or add a missing one. */
const places = (): (HTMLInputElement | HTMLTextAreaElement)[] =>
  [
    ...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('[data-field] input, [data-field] textarea'),
  ].filter(
    (element) => !element.getAttribute('aria-label')?.startsWith('New field') && element.placeholder !== 'left out',
  );

async function write(element: HTMLInputElement | HTMLTextAreaElement, text: string): Promise<void> {
  await act(async () => {
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value') ?? {};
    set?.call(element, text);
    element.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

/** Two texts without their common start and end. */
function difference(before: string, after: string): [string, string] {
  let head = 0;
  while (head < before.length && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < before.length - head && tail < after.length - head && before.at(-1 - tail) === after.at(-1 - tail))
    tail++;
  return [before.slice(head, before.length - tail), after.slice(head, after.length - tail)];
}

it.each(ODD)(
  '%s: what is shown is what is sent, and each place changes itself alone',
  async (_, schema, start, count) => {
    await renderPage({}, <Shown schema={schema} start={start} />);
    expect(sent()).toBe(start);
    expect(places().length).toBe(count);
    for (const index of places().keys()) {
      const element = places()[index];
      if (!element) throw new Error(`Place ${index} is gone.`);
      const before = sent();
      const shown = element.value;
      const mark = `@${index}@`;
      await write(element, mark);
      const [gone, come] = difference(before, sent());
      expect(come).toMatch(new RegExp(`^"?${mark}"?$`));
      expect(places()[index]?.value).toBe(mark);
      // Nothing else was removed.
      if (!/[{[]/.test(shown)) expect(gone).not.toMatch(/[:{}[\],]/);
      expect(() => JSON.parse(sent())).not.toThrow();
    }
  },
);
