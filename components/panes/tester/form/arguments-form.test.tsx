// @vitest-environment jsdom
import { parseJson } from '@/lib/protocol';
import { validate, type JsonSchema } from '@/lib/schema';
import { act, useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import { elementNamed, renderPage, unrenderAll } from '../../../fixtures/render';
import { ArgumentsForm } from './arguments-form';

afterEach(unrenderAll);

const SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    path: { type: 'string', description: 'Which.' },
    limit: { type: 'integer' },
    mode: { enum: ['a', 'b'] },
    edits: { type: 'array', items: { type: 'object', properties: { old: { type: 'string' } }, required: ['old'] } },
    shape: {
      oneOf: [
        {
          type: 'object',
          properties: { kind: { const: 'circle' }, radius: { type: 'number' } },
          required: ['kind', 'radius'],
        },
        { type: 'string' },
      ],
    },
  },
  required: ['path'],
  additionalProperties: false,
};

const sent = (): string => document.querySelector('output')?.textContent ?? '';
function Shown({ schema, start }: { schema: JsonSchema; start: string }) {
  const [text, setText] = useState(start);
  const parsed = parseJson(z.unknown(), text);
  const checked = parsed.ok ? validate(schema, parsed.value) : undefined;
  return (
    <>
      <output hidden>{text}</output>
      <ArgumentsForm
        schema={schema}
        text={text}
        issues={checked && !checked.ok ? checked.issues : []}
        onChange={setText}
      />
    </>
  );
}
const show = (start: string, schema = SCHEMA) => renderPage({}, <Shown schema={schema} start={start} />);
const value = (): unknown => JSON.parse(sent());

const input = (label: string): HTMLInputElement & HTMLSelectElement => {
  const row = document.querySelector(`[data-field="${label}"]`);
  const found = row?.querySelector<HTMLInputElement & HTMLSelectElement>('input, textarea, select');
  if (!found) throw new Error(`There is no field ${label}.`);
  return found;
};
async function write(label: string, text: string): Promise<void> {
  const element = input(label);
  await act(async () => {
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value') ?? {};
    set?.call(element, text);
    element.dispatchEvent(new Event(element.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }));
  });
}
const click = (name: string) => act(async () => elementNamed('button', name).click());

it('writes text, figures, choices, items and kinds, and leaves the rest to the letter', async () => {
  await show('{"path": "a", "limit": 12345678901234567890}');
  await write('path', 'b "c"');
  expect(sent()).toBe('{"path": "b \\"c\\"", "limit": 12345678901234567890}');
  await write('mode', '1');
  await click('Add edits');
  await click('Add an item to edits');
  await write('edits 1 old', 'x');
  await write('shape', '0');
  await write('shape radius', '2.50');
  expect(sent()).toContain('2.50');
  expect(value()).toMatchObject({ mode: 'b', edits: [{ old: 'x' }], shape: { kind: 'circle', radius: 2.5 } });
  await click('Leave out edits');
  expect(value()).not.toHaveProperty('edits');
});

it('sends what does not fit exactly as it was typed, and says so', async () => {
  const { place } = await show('{"path": 3, "mode": "c", "other": {"deep": [1]}, "paht": "a"}');
  expect(place.textContent).toContain('The schema wants text here.');
  expect(place.textContent).toContain('not in the schema');
  expect(place.textContent).not.toContain('sent as text');
  expect(input('mode').selectedOptions?.[0]?.textContent).toContain('not one of these');
  await write('limit', 'three');
  expect(value()).toMatchObject({ path: 3, limit: 'three', mode: 'c', other: { deep: [1] } });
  expect(input('limit').value).toBe('three');
  await click('Start again with a valid value');
  expect(value()).toMatchObject({ path: '' });
});

it('marks the field that is wrong, with what is wrong, until it is right', async () => {
  const schema: JsonSchema = {
    type: 'object',
    properties: {
      name: { type: 'string', minLength: 3 },
      at: { type: 'object', properties: { line: { type: 'integer', minimum: 1 } } },
      mode: { enum: ['a', 'b'] },
    },
    required: ['name', 'mode'],
  };
  const { place } = await show('{"name": "ab", "at": {"line": 0}}', schema);
  const wrong = (label: string) => {
    const field = input(label);
    const [about = ''] = (field.getAttribute('aria-describedby') ?? '').split(' ');
    return field.getAttribute('aria-invalid') === 'true' ? (document.getElementById(about)?.textContent ?? '') : '';
  };
  expect(wrong('name')).toMatch(/3/);
  expect(wrong('at line')).toMatch(/1/);
  expect(wrong('mode')).toMatch(/mode/);
  await write('name', 'abc');
  await write('at line', '1');
  await write('mode', '0');
  expect([wrong('name'), wrong('at line'), wrong('mode')]).toEqual(['', '', '']);
  expect(place.querySelector('.text-bad')).toBeNull();
});

it.each([
  ['{"a":', SCHEMA, 'This is not JSON'],
  ['{}', { type: 'object', additionalProperties: false }, 'takes no arguments'],
])('%s: says why there is nothing to write in', async (text, schema, words) => {
  const { place } = await show(text, schema);
  expect(place.textContent).toContain(words);
});

it('thousands of fields or items are shown some at a time, whether they are required or there', async () => {
  const names = Array.from({ length: 1000 }, (_, index) => `f${index}`);
  const schema: JsonSchema = {
    type: 'object',
    properties: { list: { type: 'array' }, ...Object.fromEntries(names.map((name) => [name, { type: 'string' }])) },
    required: names,
  };
  const rows = (): number => document.querySelectorAll('[data-field]').length;
  await show('{}', schema);
  expect(rows()).toBe(200);
  await click('Show 200 more fields');
  expect(rows()).toBe(400);
  await unrenderAll();
  const start = JSON.stringify({ list: names, ...Object.fromEntries(names.map((name) => [name, 'x'])) });
  await show(start, schema);
  expect(rows()).toBe(250);
  await click('Show 200 more items');
  expect(rows()).toBe(450);
  await write('f3', 'changed');
  expect(value()).toEqual({ ...JSON.parse(start), f3: 'changed' });
});
