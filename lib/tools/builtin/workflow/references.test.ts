import { describe, expect, it } from 'vitest';
import { fill, parseReference, partOf, referencesIn, type LookUp } from './references';

describe('a reference', () => {
  it.each([
    ['steps.list', { to: 'step', step: 'list', field: 'text', path: [] }],
    ['steps.list.details.lines', { to: 'step', step: 'list', field: 'details', path: ['lines'] }],
    ['steps.list.structured.0.name', { to: 'step', step: 'list', field: 'structured', path: ['0', 'name'] }],
    ['input.folder', { to: 'input', path: ['folder'] }],
  ])('%s is understood', (text, reference) => {
    expect(parseReference(text)).toEqual({ ok: true, reference });
  });

  it.each(['', 'list', 'input', 'steps', 'steps.list.output', 'steps.list.text.x', 'steps..text', 'steps.list.'])(
    '%j is refused, with a reason',
    (text) => {
      expect(parseReference(text)).toMatchObject({ ok: false, reason: expect.stringMatching(/\w/) });
    },
  );

  it('is found however deep it stands', () => {
    const found = referencesIn({ a: ['x {{ input.a }}', { b: '{{steps.s}}' }], c: 1, d: '{{oops}}' });
    expect(found.map((parsed) => (parsed.ok ? parsed.reference.to : parsed.text))).toEqual(['input', 'step', 'oops']);
  });
});

describe('filling', () => {
  const given = { folder: 'src', count: 3, list: ['a', 'b'] };
  const lookUp: LookUp = (reference) => (reference.to === 'input' ? partOf(given, reference.path) : 'said');

  it('keeps the type of a text that is one reference, and writes the others into their text', () => {
    const value = {
      path: 'in {{input.folder}}: {{input.count}} {{input.list}}',
      limit: '{{ input.count }}',
      all: ['{{steps.x}}'],
    };
    expect(fill(value, lookUp)).toEqual({
      ok: true,
      value: { path: 'in src: 3 ["a","b"]', limit: 3, all: ['said'] },
    });
  });

  it('leaves what a value says alone, references in it too', () => {
    expect(fill('{{input.x}}', () => '{{input.y}}')).toEqual({ ok: true, value: '{{input.y}}' });
  });

  it('says what is missing, and reaches nothing that an object inherits', () => {
    expect(fill('{{input.nothing}}', lookUp)).toEqual({ ok: false, missing: 'input.nothing' });
    expect(fill('{{input.constructor}}', lookUp)).toMatchObject({ ok: false });
    expect(fill('{{input.list.length}}', lookUp)).toEqual({ ok: true, value: 2 });
  });
});
