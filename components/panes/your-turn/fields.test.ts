import { describe, expect, it } from 'vitest';
import { argsOf, fieldsOf, withField, written, type FormField } from './fields';

const SCHEMA = {
  type: 'object',
  properties: {
    file_path: { type: 'string', description: 'Which.' },
    limit: { type: 'integer' },
    all: { type: 'boolean' },
    mode: { enum: ['a', 'b'] },
    edits: { type: 'array' },
  },
  required: ['file_path'],
};

const field = (name: string): FormField => {
  const found = fieldsOf(SCHEMA).find((one) => one.name === name);
  if (!found) throw new Error(name);
  return found;
};

describe('the form of a tool’s arguments', () => {
  it('has a field for each that the schema names', () => {
    expect(fieldsOf(SCHEMA).map(({ name, kind, required }) => [name, kind, required])).toEqual([
      ['file_path', 'text', true],
      ['limit', 'number', false],
      ['all', 'choice', false],
      ['mode', 'choice', false],
      ['edits', 'json', false],
    ]);
    expect(field('mode').choices).toEqual(['"a"', '"b"']);
    expect(fieldsOf({})).toEqual([]);
  });

  it.each([
    ['file_path', '3', '3'],
    ['limit', '3', 3],
    ['limit', 'three', 'three'],
    ['all', 'true', true],
    ['mode', '"b"', 'b'],
    ['edits', '[{"a":1}]', [{ a: 1 }]],
    ['edits', '[{', '[{'],
  ])('%s written as %j', (name, text, value) => {
    expect(withField({}, field(name), text)).toEqual({ [name]: value });
  });

  it('shows what it wrote, and leaves out what is empty', () => {
    const args = withField({ file_path: 'a', limit: 2 }, field('file_path'), 'b');
    expect(Object.keys(args)).toEqual(['file_path', 'limit']);
    expect([written(field('file_path'), args), written(field('limit'), args)]).toEqual(['b', '2']);
    expect(withField(args, field('limit'), '')).toEqual({ file_path: 'b' });
    expect(written(field('edits'), { edits: [1] })).toBe('[1]');
  });

  it.each([
    ['', {}],
    ['{"a":1}', { a: 1 }],
    ['[1]', undefined],
    ['{"a":', undefined],
  ])('the arguments %j', (text, args) => expect(argsOf(text)).toEqual(args));
});
