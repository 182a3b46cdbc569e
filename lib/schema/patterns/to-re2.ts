import { ownValue } from '@/lib/protocol/own-value';
import { isBackReference, isLookAround, type PatternToken } from './tokens';

/** White space by ECMAScript's definition; RE2's `\s` is ASCII only. */
const SPACE =
  '\\x{9}-\\x{d}\\x{20}\\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}';
const NO_SPACE =
  '\\x{0}-\\x{8}\\x{e}-\\x{1f}\\x{21}-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}' +
  '\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}';
const NO_LINE_END = '[^\\n\\r\\x{2028}\\x{2029}]';

/** General categories by their long names, which ECMAScript supports and RE2 does not. */
const CATEGORIES: Readonly<Record<string, string>> = {
  Letter: 'L',
  Lowercase_Letter: 'Ll',
  Uppercase_Letter: 'Lu',
  Titlecase_Letter: 'Lt',
  Modifier_Letter: 'Lm',
  Other_Letter: 'Lo',
  Mark: 'M',
  Nonspacing_Mark: 'Mn',
  Spacing_Mark: 'Mc',
  Number: 'N',
  Decimal_Number: 'Nd',
  digit: 'Nd',
  Letter_Number: 'Nl',
  Other_Number: 'No',
  Punctuation: 'P',
  punct: 'P',
  Symbol: 'S',
  Math_Symbol: 'Sm',
  Currency_Symbol: 'Sc',
  Separator: 'Z',
  Space_Separator: 'Zs',
  Other: 'C',
  Control: 'Cc',
  cntrl: 'Cc',
};

/** The same regular expression in RE2 syntax; undefined for what RE2 lacks, such as look-around and back-references. */
export function toRe2(tokens: readonly PatternToken[], dotAll: boolean): string | undefined {
  let text = '';
  for (const [index, token] of tokens.entries()) {
    if (isLookAround(token) || isBackReference(token)) return undefined;
    // The two escapes of a surrogate pair are one character.
    if (isLow(token) && isHigh(tokens[index - 1])) continue;
    const low = tokens[index + 1];
    const next = isHigh(token) && isLow(low) ? insideClass(token.text + low.text) : translate(token, dotAll);
    if (next === undefined) return undefined;
    text += next;
  }
  return text;
}

const isHigh = (token: PatternToken | undefined): token is PatternToken => /^\\ud[89ab]..$/i.test(token?.text ?? '');
const isLow = (token: PatternToken | undefined): token is PatternToken => /^\\ud[c-f]..$/i.test(token?.text ?? '');

function translate({ kind, text }: PatternToken, dotAll: boolean): string | undefined {
  if (kind === 'dot') return dotAll ? '(?s:.)' : NO_LINE_END;
  if (kind === 'char') return literal(text);
  if (kind === 'class') return classOf(text);
  if (kind === 'open') return text.startsWith('(?<') ? '(' : text;
  if (kind === 'start') return '\\A';
  if (kind === 'end') return '\\z';
  if (kind !== 'escape') return text;
  if (text === '\\s') return `[${SPACE}]`;
  if (text === '\\S') return `[^${SPACE}]`;
  return /^\\[bB]$/.test(text) ? text : escaped(text);
}

function classOf(text: string): string | undefined {
  const negated = text.startsWith('[^');
  const body = text.slice(negated ? 2 : 1, -1);
  if (body === '') return negated ? '[\\x{0}-\\x{10ffff}]' : '[^\\x{0}-\\x{10ffff}]';
  const parts = body.match(
    /\\u\{[0-9a-f]+\}|\\u(?:d[89ab]..\\ud[c-f]..|[0-9a-f]{4})|\\x[0-9a-f]{2}|\\c[a-z]|\\p\{[^}]*\}|\\[^]|[^]/giu,
  );
  let inside = '';
  for (const part of parts ?? []) {
    const next = insideClass(part);
    if (next === undefined) return undefined;
    inside += next;
  }
  return `[${negated ? '^' : ''}${inside}]`;
}

function insideClass(part: string): string | undefined {
  if (part === '-') return '-';
  if (part === '\\s') return SPACE;
  if (part === '\\S') return NO_SPACE;
  if (part === '\\b') return '\\x{8}';
  if (/^\\u.{4}\\u/i.test(part)) {
    return point(String.fromCharCode(Number.parseInt(part.slice(2, 6), 16), Number.parseInt(part.slice(8), 16)));
  }
  return part.startsWith('\\') ? escaped(part) : literal(part);
}

function escaped(text: string): string | undefined {
  if (/^\\[dDwW]$/.test(text)) return text;
  if (/^\\p\{/i.test(text)) return property(text);
  const code = /^\\(?:u\{([0-9a-f]+)\}|u([0-9a-f]{4})|x([0-9a-f]{2}))$/i.exec(text);
  const hex = code?.[1] ?? code?.[2] ?? code?.[3];
  if (hex !== undefined) return `\\x{${hex}}`;
  const control = /^\\c([a-z])$/i.exec(text)?.[1];
  if (control !== undefined) return `\\x{${(control.charCodeAt(0) % 32).toString(16)}}`;
  const known: Readonly<Record<string, string>> = { n: 'a', r: 'd', t: '9', v: 'b', f: 'c', 0: '0' };
  const letter = text.slice(1);
  return Object.hasOwn(known, letter) ? `\\x{${known[letter]}}` : literal(letter);
}

function property(text: string): string | undefined {
  const name = text.slice(3, -1).replace(/^(?:gc|General_Category|sc|Script)=/, '');
  const short = ownValue(CATEGORIES, name) ?? name;
  return `${text.slice(0, 2)}{${short}}`;
}

const literal = (text: string): string => (/^[A-Za-z0-9]$/.test(text) ? text : point(text));
const point = (text: string): string => `\\x{${(text.codePointAt(0) ?? 0).toString(16)}}`;
