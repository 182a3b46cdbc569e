import type { CharacterClasses } from './classes';

/** What one piece of a bracket stands for: a character, which may begin or end a range, or a set. */
type Element = { readonly char: string; readonly end: number } | { readonly set: string; readonly end: number };

const UNMATCHED = 'Unmatched [, [^, [:, [., or [=';

/**
 * A bracket expression of POSIX's as one of JavaScript's. `start` is behind its `[`; `end` of what comes back is behind its `]`.
 * `lines`: no negated bracket matches a newline.
 * `bareClass`: whether `[:alpha:]` is a set of letters and a colon. Throws `SyntaxError`.
 */
export function translateBracket(
  source: string,
  start: number,
  { classes, lines, bareClass }: { classes: CharacterClasses; lines: boolean; bareClass: boolean },
): { text: string; end: number } {
  const negated = source[start] === '^';
  let at = negated ? start + 1 : start;
  const first = at;
  if (first >= source.length) throw new SyntaxError('Invalid regular expression');
  let set = negated && lines ? String.raw`\n` : '';
  let isPlain = true;
  for (let isFirst = true; isFirst || source[at] !== ']'; isFirst = false) {
    const from = elementAt(source, at, isFirst, classes);
    at = from.end;
    if ('set' in from) {
      set += from.set;
      isPlain = false;
    } else if (source[at] !== '-' || source[at + 1] === ']') set += inSet(from.char);
    else {
      const to = elementAt(source, at + 1, true, classes);
      at = to.end;
      isPlain = false;
      if ('set' in to) throw new SyntaxError('Invalid range end');
      if (isForeign(from.char) || isForeign(to.char)) throw new SyntaxError('Invalid collation character');
      if (codeOf(to.char) < codeOf(from.char)) throw new SyntaxError('Invalid range end');
      set += `${inSet(from.char)}-${inSet(to.char)}`;
    }
  }
  if (!bareClass && isPlain && /^:.*[^:].*:$/s.test(source.slice(first, at)))
    throw new SyntaxError('character class syntax is [[:space:]], not [:space:]');
  return { text: `[${negated ? '^' : ''}${set}]`, end: at + 1 };
}

/** The element at a place. A hyphen stands for itself at the start, at the end of a range and before `]`. */
function elementAt(source: string, at: number, takesHyphen: boolean, classes: CharacterClasses): Element {
  const char = String.fromCodePoint(source.codePointAt(at) ?? 0);
  if (at >= source.length) throw new SyntaxError(UNMATCHED);
  const kind = char === '[' ? (source[at + 1] ?? '') : '';
  if (kind !== '' && '.=:'.includes(kind)) return symbolAt(source, at, kind, classes);
  if (char === '-' && !takesHyphen && source[at + 1] !== ']')
    throw new SyntaxError(at + 1 < source.length ? 'Invalid range end' : UNMATCHED);
  return { char, end: at + char.length };
}

/** `[:alpha:]`, `[=a=]` or `[.a.]`. */
function symbolAt(source: string, at: number, kind: string, classes: CharacterClasses): Element {
  const close = source.indexOf(`${kind}]`, at + 2);
  if (close < 0) throw new SyntaxError(UNMATCHED);
  const name = source.slice(at + 2, close);
  const end = close + 2;
  if (kind === ':') {
    const set = Object.hasOwn(classes, name) ? classes[name] : undefined;
    if (set === undefined) throw new SyntaxError('Invalid character class name');
    return { set, end };
  }
  if (Array.from(name).length !== 1 || isForeign(name)) throw new SyntaxError('Invalid collation character');
  return kind === '=' ? { set: inSet(name), end } : { char: name, end };
}

/** Whether a character is outside of ASCII: in C.UTF-8 they have no order. One that stands for a byte has. */
const isForeign = (char: string): boolean => /[^\0-\x7f\udc80-\udcff]/u.test(char);

const codeOf = (char: string): number => char.codePointAt(0) ?? 0;

const inSet = (char: string): string => char.replace(/[\\\]^[-]/, String.raw`\$&`);
