import fc from 'fast-check';
import { expect, it } from 'vitest';
import { applyEdits } from './apply-edits';
import type { SourceEdit } from './await-edits';
import { originalText } from './edited-text';

it.each<[source: string, edits: SourceEdit[], part: string, original: string]>([
  [
    'a(x => { throw x })',
    [
      [15, 15, '__thrown(('],
      [16, 16, ' ),1)'],
    ],
    'x => { throw __thrown((x ),1) }',
    'x => { throw x }',
  ],
  [
    'throw () => 1',
    [
      [6, 6, '__thrown(('],
      [13, 13, ' ),2)'],
    ],
    '() => 1',
    '() => 1',
  ],
  ['f = () => named()', [[10, 15, '(0,__from[0].value)']], '() => (0,__from[0].value)()', '() => named()'],
])('finds in %s what a function was', (source, edits, part, original) => {
  expect(applyEdits(source, edits).code).toContain(part);
  expect(originalText(part)).toBe(original);
});

it('leaves a text that nothing was added to', () => {
  expect(originalText('() => __mine()')).toBe('() => __mine()');
});

it('ends for a part that has such a name of its own', () => {
  const { code } = applyEdits('f = () => x.__proto__; await 1', [[23, 23, '__enter(']]);
  expect(originalText(code.slice(4, 21))).toBe('() => x.__proto__');
});

it('finds what was edited twice', () => {
  const once = applyEdits('{ while (1) await go() }', [
    [12, 12, '__enter('],
    [22, 22, ')'],
  ]).code;
  const twice = applyEdits(once, [[1, 1, '__checkTime();']]).code;
  expect(originalText(twice)).toBe('{ while (1) await go() }');
});

it('gives back every text between edits', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.array(fc.nat(40)), (source, places) => {
      const edits = [...new Set(places.map((at) => at % source.length))].map((at): SourceEdit => [at, at, `__e${at};`]);
      expect(originalText(applyEdits(source, edits).code)).toBe(source);
    }),
  );
});
