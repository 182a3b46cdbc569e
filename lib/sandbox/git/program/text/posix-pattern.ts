import { GitFailure } from '../../git-failure';

const CLASSES: Readonly<Record<string, string>> = {
  alpha: 'A-Za-z',
  digit: '0-9',
  alnum: 'A-Za-z0-9',
  upper: 'A-Z',
  lower: 'a-z',
  space: '\\s',
  blank: ' \\t',
  punct: '!-\\/:-@\\[-`{-~',
  xdigit: '0-9A-Fa-f',
  word: '\\w',
};

/** Converts a POSIX basic or extended regular expression to a JavaScript one. */
export function posixPattern(pattern: string, { extended, flags }: { extended: boolean; flags: string }): RegExp {
  let out = '';
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at] ?? '';
    if (char === '[') {
      const end = bracketEnd(pattern, at);
      out += pattern
        .slice(at, end + 1)
        .replaceAll(/\[:(\w+):\]/g, (_, name: string) => CLASSES[name] ?? '')
        .replace(/^\[(\^?)\]/, '[$1\\]');
      at = end;
    } else if (char === '\\') {
      const next = pattern[++at] ?? '\\';
      if (next === '<' || next === '>') out += '\\b';
      else if (!extended && /[(){}|+?]/.test(next)) out += next;
      else out += /[A-Za-z]/.test(next) && !/[wWsSbB]/.test(next) ? next : `\\${next}`;
    } else if (!extended && /[(){}|+?]/.test(char)) out += `\\${char}`;
    else if (!extended && char === '*' && (out === '' || out === '^')) out += '\\*';
    else out += char;
  }
  try {
    return new RegExp(out, flags);
  } catch {
    throw new GitFailure(`-e option, '${pattern}': Invalid regular expression`);
  }
}

function bracketEnd(pattern: string, start: number): number {
  let at = start + 1;
  if (pattern[at] === '^') at++;
  if (pattern[at] === ']') at++;
  while (at < pattern.length && pattern[at] !== ']')
    at = pattern.startsWith('[:', at) ? pattern.indexOf(':]', at) + 2 : at + 1;
  return at;
}

export const escapePosixPattern = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
