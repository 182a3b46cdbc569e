import { GitFailure } from '../../git-failure';
import { bracketEnd, CHARACTER_CLASSES } from '../setup/brackets';

/** Letters that mean something after a backslash in both kinds of expression. */
const ESCAPES = /[wWsSbB]/;

/** Converts a POSIX basic or extended regular expression to a JavaScript one. */
export function posixPattern(pattern: string, { extended, flags }: { extended: boolean; flags: string }): RegExp {
  const source = extended ? fromExtended(pattern) : fromBasic(pattern);
  try {
    return new RegExp(source, flags);
  } catch {
    throw invalid(pattern);
  }
}

const invalid = (pattern: string): GitFailure => new GitFailure(`-e option, '${pattern}': Invalid regular expression`);

/** In basic expressions, operators have a backslash, and `*`, `^` and `$` are ordinary where they make no sense. */
function fromBasic(pattern: string): string {
  let out = '';
  const begins = () => out === '' || /(?:^|[^\\])(?:\\\\)*[(|]$/.test(out);
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at] ?? '';
    const rest = pattern.slice(at + 1);
    if (char === '[') [out, at] = withBracket(out, pattern, at);
    else if (char === '\\') {
      const next = pattern[++at] ?? '\\';
      out += /[(){}|+?]/.test(next) ? next : escaped(next);
      if (next === '{') out = out.replace(/\{$/, pattern[at + 1] === ',' ? '{0' : '{');
    } else if (char === '*') out += begins() || /(?:^|[(|])\^$/.test(out) ? '\\*' : '*';
    else if (char === '^') out += begins() ? '^' : '\\^';
    else if (char === '$') out += rest === '' || /^\\[)|]/.test(rest) ? '$' : '\\$';
    else out += /[(){}|+?]/.test(char) ? `\\${char}` : char;
  }
  return out;
}

/** In extended expressions, repetition of nothing is left out, and `)` without `(` is ordinary. */
function fromExtended(pattern: string): string {
  let out = '';
  let depth = 0;
  /** Where an operator was written last: two of them in a row are one. */
  let last = -1;
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at] ?? '';
    const begins = out === '' || /(?:^|[^\\])(?:\\\\)*[(|]$/.test(out);
    if (char === '[') [out, at] = withBracket(out, pattern, at);
    else if (char === '\\') out += escaped(pattern[++at] ?? '\\');
    else if (char === '{') {
      const [bounds] = /^\{(?:\d+(?:,\d*)?|,\d*)\}/.exec(pattern.slice(at)) ?? [];
      if (bounds === undefined || begins) throw invalid(pattern);
      out += bounds.replace('{,', '{0,');
      at += bounds.length - 1;
    } else if (char === '}') out += '\\}';
    else if (/[*+?]/.test(char) && !begins) {
      out = last === out.length ? out.replace(/.$/, (before) => (before === char ? char : '*')) : out + char;
      last = out.length;
    } else if (/[*+?]/.test(char)) continue;
    else if (char === ')' && depth === 0) out += '\\)';
    else {
      depth += char === '(' ? 1 : char === ')' ? -1 : 0;
      out += char;
    }
  }
  return out;
}

const escaped = (next: string): string =>
  next === '<' || next === '>' ? '\\b' : /[\d^$\\.*+?()[\]{}|/]/.test(next) || ESCAPES.test(next) ? `\\${next}` : next;

/** What is written so far with the bracket that begins here, and where that ends. A backslash in it is ordinary. */
function withBracket(out: string, pattern: string, at: number): [string, number] {
  const end = bracketEnd(pattern, at);
  const bracket = pattern
    .slice(at, end + 1)
    .replaceAll('\\', '\\\\')
    .replaceAll(/\[:(\w+):\]/g, (_, name: string) => CHARACTER_CLASSES[name] ?? '')
    .replace(/^\[(\^?)\]/, '[$1\\]');
  return [out + bracket, end];
}

export const escapePosixPattern = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
