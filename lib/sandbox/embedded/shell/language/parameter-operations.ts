import { patternRegExp, patternSource } from './pattern';
import { doubleQuote, singleQuote } from './quote-value';
import type { Shell } from './shell';
import { keysOf, type Variable } from './variables';

/** `${x#pattern}` and its kin. */
export function remove(value: string, operator: '#' | '##' | '%' | '%%', pattern: string): string {
  if (operator === '##' || operator === '#') {
    const shortest = operator === '#';
    const found = new RegExp(`^(?:${patternSource(pattern, { shortest })})`, 'su').exec(value);
    return found ? value.slice(found[0].length) : value;
  }
  const matches = patternRegExp(pattern);
  const longest = operator === '%%';
  const places = cutPlaces(value);
  if (!longest) places.reverse();
  for (const at of places) if (matches.test(value.slice(at))) return value.slice(0, at);
  return value;
}

/** Every index at which a value can be cut without splitting a surrogate pair. */
function cutPlaces(value: string): number[] {
  const places: number[] = [];
  for (let at = 0; at <= value.length; at += 1) {
    const code = value.charCodeAt(at);
    if (!(code >= 0xdc00 && code <= 0xdfff && at > 0 && /[\ud800-\udbff]/.test(value.charAt(at - 1)))) places.push(at);
  }
  return places;
}

/** `${x/pattern/replacement}`: `&` in the replacement stands for the match. */
export function replaceIn(
  value: string,
  operator: '/' | '//' | '/#' | '/%',
  pattern: string,
  replacement: string,
  ignoreCase: boolean,
): string {
  if (pattern === '')
    return operator === '/#'
      ? fill(replacement, '') + value
      : operator === '/%'
        ? value + fill(replacement, '')
        : value;
  const source = patternSource(pattern);
  const flags = `su${ignoreCase ? 'i' : ''}`;
  if (operator === '/%') {
    const matches = patternRegExp(pattern, { ignoreCase });
    const at = cutPlaces(value).find((place) => matches.test(value.slice(place)));
    return at === undefined ? value : value.slice(0, at) + fill(replacement, value.slice(at));
  }
  const expression = new RegExp(operator === '/#' ? `^(?:${source})` : source, operator === '//' ? `${flags}g` : flags);
  return value.replace(expression, (found) => (found === '' && operator === '//' ? '' : fill(replacement, found)));
}

const fill = (replacement: string, found: string): string =>
  replacement.replaceAll(/\\([^])|&/g, (_all, escaped: string | undefined) => escaped ?? found);

/** `${x^}` and its kin; `matches` says which characters change. */
export function changeCase(value: string, operator: '^' | '^^' | ',' | ',,', matches: RegExp | undefined): string {
  const change = (char: string) =>
    matches && !matches.test(char)
      ? char
      : sameLength(char, operator.startsWith('^') ? char.toUpperCase() : char.toLowerCase());
  const chars = Array.from(value);
  return (operator.length === 2 ? chars.map(change) : chars.map((char, at) => (at === 0 ? change(char) : char))).join(
    '',
  );
}

/** `${x~}` and `${x~~}`. */
export const toggleCase = (value: string, all: boolean): string =>
  Array.from(value, (char, at) =>
    !all && at > 0 ? char : sameLength(char, char === char.toUpperCase() ? char.toLowerCase() : char.toUpperCase()),
  ).join('');

/** A character whose other case has several characters stays as it is. */
const sameLength = (char: string, changed: string): string => (Array.from(changed).length === 1 ? changed : char);

/** `${x@Q}` and its kin. */
export function transform(shell: Shell, name: string, value: string, letter: string): string {
  const variable = shell.vars.find(name);
  switch (letter) {
    case 'Q':
      return singleQuote(value);
    case 'U':
      return value.toUpperCase();
    case 'u':
      return changeCase(value, '^', undefined);
    case 'L':
      return value.toLowerCase();
    case 'E':
      return unescapeAnsi(value);
    case 'A':
      return variable ? declaration(name, variable, true) : `${name}=${singleQuote(value)}`;
    case 'a':
      return variable ? attributes(variable) : '';
    case 'K':
    case 'k':
      return singleQuote(value);
    default:
      return value;
  }
}

/** The letters of a variable's attributes, as options of `declare`. */
export function attributes({ array, exported, readonly, integer, reference, letters, traced }: Variable): string {
  const flags: [boolean, string][] = [
    [array === 'indexed', 'a'],
    [array === 'associative', 'A'],
    [integer === true, 'i'],
    [letters === 'capital', 'c'],
    [letters === 'lower', 'l'],
    [reference === true, 'n'],
    [readonly === true, 'r'],
    [traced === true, 't'],
    [letters === 'upper', 'u'],
    [exported === true, 'x'],
  ];
  return flags
    .filter(([on]) => on)
    .map(([, letter]) => letter)
    .join('');
}

/** A variable as `declare -p` shows it. */
export function declaration(name: string, variable: Variable, single = false): string {
  const flags = attributes(variable);
  const { value, array } = variable;
  if (value === undefined) return `declare -${flags || '-'} ${name}`;
  if (!(value instanceof Map)) {
    if (single) return `${flags ? `declare -${flags} ` : ''}${name}=${singleQuote(value)}`;
    return `declare -${flags || '-'} ${name}=${doubleQuote(value)}`;
  }
  const elements = keysOf(value, array).map(
    (key) => `[${/^[\w.-]+$/.test(key) ? key : doubleQuote(key)}]=${doubleQuote(value.get(key) ?? '')}`,
  );
  // Bash writes a space at the end of an associative array.
  return `declare -${flags || 'a'} ${name}=(${elements.join(' ')}${array === 'associative' && elements.length > 0 ? ' ' : ''})`;
}

/** What a letter after a backslash stands for. */
export const LETTER_ESCAPES: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '?': '?',
};

/** The escapes of `$'…'`. */
export const unescapeAnsi = (text: string): string =>
  text.replaceAll(
    /\\(?:([abeEfnrtv\\'"?])|([0-7]{1,3})|x([\da-fA-F]{1,2})|u([\da-fA-F]{1,4})|U([\da-fA-F]{1,8}))/g,
    (all, simple?: string, octal?: string, hex?: string, short?: string, long?: string) => {
      if (simple !== undefined) return LETTER_ESCAPES[simple] ?? all;
      const byte =
        octal !== undefined
          ? Number.parseInt(octal, 8) & 255
          : hex === undefined
            ? undefined
            : Number.parseInt(hex, 16);
      if (byte !== undefined) return byte < 128 ? String.fromCharCode(byte) : String.fromCharCode(0xdc00 + byte);
      return String.fromCodePoint(Math.min(Number.parseInt(short ?? long ?? '0', 16), 0x10ffff));
    },
  );
