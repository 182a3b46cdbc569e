import fc from 'fast-check';
import { expect, it } from 'vitest';
import { posixRegExp } from './posix-regexp';

it.each([
  ['foo|foobar', 'a foobar', ['foobar']],
  ['(a|ab)(c|bcd)?', 'abcd', ['abcd', 'a', 'bcd']],
  ['^(a+)+b$', 'a'.repeat(60), undefined],
  ['(x|xy)*z', 'xyxz', ['xyxz', 'x']],
  ['([a-z]+|[0-9]+)(-|$)', '12-', ['12-', '12', '-']],
  ['^(a+)+b\\1$', 'a'.repeat(60), undefined],
  ['(a*)*-\\1$', 'xaaa-aaa', ['aaa-aaa', 'aaa']],
  ['(.)\\1', 'abccd', ['cc', 'c']],
])('%s in %s', (source, text, found) => {
  const match = posixRegExp(source).exec(text);
  expect(match ? [...match] : undefined).toEqual(found);
});

it('gives up on an expression that refers back rather than never ending', () => {
  const slow = posixRegExp('(.*)(.*)(.*)(.*)-\\1x');
  expect(() => slow.exec('a'.repeat(1000))).toThrow('takes too long');
});

const piece = fc.constantFrom('a', 'b', 'ab', '(a|b)', '(a|ab)', '(ab|a)*', 'b*', '[ab]?', '(a*|b)+', '.', '|', '(b|)');

it('finds a match where there is one, as far left, and at least as long as the first alternative', () => {
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 5 }), fc.stringMatching(/^[abc]{0,10}$/), (pieces, text) => {
      const source = pieces.join('');
      const plain = new RegExp(source, 'su').exec(text);
      const ours = posixRegExp(source).exec(text);
      expect(ours?.index).toBe(plain?.index);
      expect(ours?.[0].length ?? 0).toBeGreaterThanOrEqual(plain?.[0].length ?? 0);
    }),
  );
});

it('replaces and splits as an expression of JavaScript does', () => {
  expect('aab-ab'.replaceAll(posixRegExp('(a|ab)+', 'g'), '<$&>')).toBe('<aab>-<ab>');
  expect('1ab2a3'.split(posixRegExp('a|ab'))).toEqual(['1', '2', '3']);
});
