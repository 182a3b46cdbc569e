import { expect, it } from 'vitest';
import { posixRegExp, type PosixSyntax } from './posix-regexp';

it.each<[syntax: PosixSyntax, source: string, text: string, found: string | undefined]>([
  ['basic', '*a', '*a', '*a'],
  ['basic', String.raw`\(*a\)`, 'x*a', '*a'],
  ['basic', '^*a', '*a', '*a'],
  ['basic', 'a^b$c', 'a^b$c', 'a^b$c'],
  ['basic', String.raw`x\(^a\)`, 'xa', undefined],
  ['basic', String.raw`a\{,2\}b`, 'aaab', 'aab'],
  ['basic', String.raw`a\?b\+c\|d`, 'bbc', 'bbc'],
  ['basic', '{2}', 'a{2}', '{2}'],
  ['posix basic', String.raw`a\?\w`, 'a?w', 'a?w'],
  ['grep', 'a**', 'aa', 'aa'],
  ['extended', 'a)', 'a)', 'a)'],
  ['extended', '(a|ab)(c|bcd)', 'abcd', 'abcd'],
  ['extended', 'a{2}{3}', 'a'.repeat(7), 'a'.repeat(6)],
  ['extended', 'a+?b', 'aab', 'aab'],
  ['extended', '()b|', 'b', 'b'],
  ['egrep', '*a|+b', 'b', 'b'],
  ['egrep', 'a{,x}', 'a{,x}', 'a{,x}'],
  ['extended', '[]a-]+', 'x-]a', '-]a'],
  ['extended', '[[.-.][=a=]]+', 'x-a', '-a'],
  ['extended', String.raw`[\w]+`, String.raw`a\w`, String.raw`\w`],
  ['extended', '[[:punct:]]+', 'a—!', '—!'],
  ['extended', String.raw`\bcaf\b|\<café\>`, 'café', 'café'],
  ['extended', String.raw`(a)?b\1`, 'b', undefined],
  ['basic', '^^a', '^a', '^a'],
  ['egrep', '{2}a', '2}a', '2}a'],
])('%s %s in %s', (syntax, source, text, found) => {
  expect(posixRegExp(source, '', syntax).exec(text)?.[0]).toBe(found);
});

it('matches at each line, and no newline by other characters, with the flag m', () => {
  expect('a\nb'.match(posixRegExp('^b', 'm'))?.[0]).toBe('b');
  expect('a\nb'.match(posixRegExp('a.b|a[^x]b', 'm'))).toBeNull();
  expect('a\nb'.match(posixRegExp('a.b'))?.[0]).toBe('a\nb');
});

it.each<[syntax: PosixSyntax, source: string, message: string]>([
  ['basic', 'a**', 'Invalid preceding regular expression'],
  ['basic', String.raw`\(a`, String.raw`Unmatched ( or \(`],
  ['basic', String.raw`a\)`, String.raw`Unmatched ) or \)`],
  ['basic', String.raw`a\{1`, String.raw`Unmatched \{`],
  ['extended', 'a|*b', 'Invalid preceding regular expression'],
  ['extended', 'a{x}', String.raw`Invalid content of \{\}`],
  ['extended', 'a{2,1}', String.raw`Invalid content of \{\}`],
  ['extended', 'a{40000}', 'Regular expression too big'],
  ['extended', String.raw`(a)\2`, 'Invalid back reference'],
  ['extended', String.raw`(a)|b\1`, 'Invalid back reference'],
  ['extended', 'a\\', 'Trailing backslash'],
  ['extended', '[a-é]', 'Invalid collation character'],
  ['grep', '[:digit:]', 'character class syntax is [[:space:]], not [:space:]'],
  ['basic', 'a[', 'Invalid regular expression'],
  ['grep', '[^', 'Invalid regular expression'],
  ['extended', '[a', 'Unmatched [, [^, [:, [., or [='],
  ['extended', '[c-a]', 'Invalid range end'],
  ['extended', '[a-c-e]', 'Invalid range end'],
  ['extended', '[[:foo:]]', 'Invalid character class name'],
  ['extended', '[[.ab.]]', 'Invalid collation character'],
  ['sed -E', 'a)', String.raw`Unmatched ) or \)`],
])('refuses %s %s', (syntax, source, message) => {
  expect(() => posixRegExp(source, '', syntax)).toThrow(message);
});
