import { posixByteSource } from '../../../../regexp/posix-regexp';
import { numberedCharacter } from './tokens';
import { longestRegExp } from '../../../../regexp/longest-match';

const made = new Map<string, RegExp>();

/** An extended regular expression over bytes, with the flag `g`. As in mawk, `{` is literal: there are no intervals. */
export function byteRegExp(source: string): RegExp {
  const known = made.get(source);
  if (known) {
    known.lastIndex = 0;
    return known;
  }
  if (made.size > 500) made.clear();
  const regexp = longestRegExp(posixByteSource(withoutIntervals(source)), 'gs');
  made.set(source, regexp);
  return regexp;
}

/** Escapes braces and other syntax that JavaScript knows but mawk does not. */
function withoutIntervals(source: string): string {
  const parts =
    /\\(?:0[0-7]{0,2}|[1-3]?[0-7]{2}|x[\da-fA-F]{1,2}|[^])|\[\^?\]?(?:\[[:.=][^\]]*[:.=]\]|\\[^]|[^\]])*\]|[{}]/g;
  return source.replaceAll(parts, (part) => {
    if (part === '{' || part === '}') return `\\${part}`;
    if (part === '\\"') return '"';
    // A backslash quotes inside brackets as it does outside.
    if (part.startsWith('[')) return bracket(part);
    const char = part.length > 2 || part === '\\0' ? numberedCharacter(part) : undefined;
    if (char !== undefined) return char.replace(/[\\^$.*+?()[\]{}|]/, String.raw`\$&`);
    const control = part === '\\\\' ? undefined : QUOTED[part.slice(1)];
    if (control !== undefined) return control;
    // What GNU's expressions give a meaning is a plain character here.
    return /^\\[1-9wWsSB<>`']$/.test(part) ? part.slice(1) : part;
  });
}

/** Puts a quoted `]` or `-` where it has no special meaning. */
function bracket(part: string): string {
  const open = part.startsWith('[^') ? '[^' : '[';
  let [first, last] = ['', ''];
  const rest = part
    .slice(open.length, -1)
    .replaceAll(/\\(0[0-7]{0,2}|[1-3]?[0-7]{2}|x[\da-fA-F]{1,2}|[^])/g, (all, char: string) => {
      if (char === ']') first = ']';
      else if (char === '-') last = '-';
      else return QUOTED[char] ?? (char.length > 1 ? numberedCharacter(all) : undefined) ?? char;
      return '';
    });
  return `${open}${first}${rest}${last}]`;
}

const QUOTED: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  f: '\f',
  v: '\v',
  a: '\x07',
  b: '\b',
  '\\': '\\',
};
