import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numRuns } from '@/lib/tools/testing/cases';
import { Budget } from '../budget';
import { SchemaProblem } from '../problem';
import { matches } from './index';
import { splitLookAheads } from './look-ahead';
import { waysToTry } from './risk';
import { toRe2 } from './to-re2';
import { tokenize } from './tokens';
import { RE2JS } from 're2js';

const run = (source: string, text: string, flags = ''): boolean => matches(source, text, new Budget(), flags);
const long = 'a'.repeat(50_000);

describe('patterns that could run for ever', () => {
  it.each([
    ['^(a+)+$', `${long}!`, false],
    ['(x|x)*y', 'x'.repeat(50_000), false],
    ['^(([a-z])+.)+[A-Z]([a-z])+$', long, false],
    ['a+a+a+a+a+b', long, false],
    ['^(?=.*\\d)(?!.*(a|a)*b)[a-z\\d]{8,}$', `${long}1`, true],
    ['^(?!\\.)(?!.*\\.\\.)([a-z.]*)[a-z]@([a-z]+\\.)+[a-z]{2,}$', `${long}@a.b.cc`, true],
    ['(\\s*\\S+)*$', `${' '.repeat(10_000)}x`, true],
    ['^(?:a?){500}a{500}$', 'a'.repeat(999), true],
  ])('%s ends', (source, text, expected) => {
    expect(run(source, text)).toBe(expected);
  });

  it.each([
    ['a back-reference', '^(a+)+\\1$', long],
    ['a look-ahead in the middle', '^a(?=(b+)+c).*$', long],
    ['a look-behind', '(?<=(a+)+)b', long],
    ['more repetitions than RE2 has', '^(a{0,1000}){1000}$', long],
    ['a pattern too long to look at', `(${'a|'.repeat(10_000)})*`, long],
  ])('refuses %s', (_, source, text) => {
    expect(() => run(source, text)).toThrow('unsafePattern');
  });

  it('runs look-around and back-references on short texts', () => {
    expect(run('^(a+)b\\1$', 'aabaa')).toBe(true);
    expect(run('a(?=b)', 'ab')).toBe(true);
    expect(run('(?<!a)b', 'ab')).toBe(false);
  });
});

describe('meaning', () => {
  it.each([
    ['a$', 'a\n', false],
    ['^.$', '💩', true],
    ['^\\s+$', '\u00a0\ufeff', true],
    ['^\\p{Letter}+$', 'né', true],
    ['^(\\p{Letter}+)+$', `${'né'.repeat(10_000)}1`, false],
    ['^\\p{Script=Greek}+$', 'αβ', true],
    ['[^]', '\n', true],
    ['\\-', '-', true],
    ['(?i:^AB$)', 'ab', true],
  ])('%s on %j is %s', (source, text, expected) => {
    expect(run(source, text)).toBe(expected);
  });

  it('says what is no pattern', () => {
    expect(() => run('(', 'a')).toThrow('invalidPattern');
  });
});

const atom = fc.constantFrom(
  'a',
  'b',
  '.',
  '\\d',
  '\\s',
  '\\w',
  '\\W',
  '[ab]',
  '[^a]',
  '[\\s-]',
  '[\\S\\d]',
  '\\u{1F4A9}',
  '\\x41',
  '\\ud83d\\udca9',

  '\\/',
  '\\t',
  '\\cA',
  '\\b',
  '\\.',
  '[^]',
  '[]',
  '[.^$\\]]',
  '\\p{L}',
  '\\P{Lu}',
  '[a-f\\p{N}]',
  '-',
  '[&[~]',
  '(?=a)',
  '(?!b)',
);
const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
  pattern: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    atom,
    fc.tuple(tie('pattern'), tie('pattern')).map((parts) => parts.join('')),
    fc.tuple(tie('pattern'), tie('pattern')).map((parts) => `(?:${parts.join('|')})`),
    fc
      .tuple(tie('pattern'), fc.constantFrom('*', '+', '?', '{2}', '{0,2}', '*?'))
      .map(([inner, sign]) => `(${inner})${sign}`),
    tie('pattern').map((inner) => `^${inner}`),
    tie('pattern').map((inner) => `${inner}$`),
  ),
}));
const subject = fc.string({
  unit: fc.constantFrom('a', 'b', 'A', '0', ' ', '\n', '\u2028', '\u00a0', '💩', 'é', '-', '/', '.', '[', '\u0001'),
  maxLength: 8,
});

/** Undefined where an expression with look-around is refused. */
function told(source: string, text: string): boolean | undefined {
  try {
    return run(source, text);
  } catch (error) {
    if (error instanceof SchemaProblem && error.code === 'unsafePattern' && /\(\?[=!]/.test(source)) return undefined;
    throw error;
  }
}

describe('against the native engine', () => {
  it('every way of running a pattern agrees', () => {
    let linear = 0;
    fc.assert(
      fc.property(pattern, subject, (source, text) => {
        const expected = new RegExp(source, 'u').test(text);
        expect(told(source, text) ?? expected).toBe(expected);
        const translated = toRe2(tokenize(source), false);
        if (translated === undefined) return;
        linear++;
        expect(RE2JS.compile(translated).test(text)).toBe(expected);
      }),
      { numRuns: numRuns(500), seed: 7 },
    );
    expect(linear).toBeGreaterThan(200);
  });

  it('look-aheads taken off the beginning agree', () => {
    fc.assert(
      fc.property(pattern, pattern, pattern, subject, (wanted, unwanted, rest, text) => {
        const source = `^(?=${wanted})(?!${unwanted})(?:${rest})`;
        const parts = splitLookAheads(tokenize(source));
        const fits = (part: string): boolean => new RegExp(part, 'u').test(text);
        const together = parts && parts.wanted.every(fits) && !parts.unwanted.some(fits);
        expect(together).toBe(new RegExp(source, 'u').test(text));
      }),
      { numRuns: numRuns(500), seed: 7 },
    );
  });

  it('counts at least the ways there are', () => {
    expect(waysToTry(tokenize('^[a-z]+$'))(10)).toBeGreaterThanOrEqual(10);
    expect(waysToTry(tokenize('(a|b)(c|d)*'))(10)).toBe(Infinity);
    expect(waysToTry(tokenize('a*b*'))(10)).toBeGreaterThanOrEqual(1000);
  });
});
