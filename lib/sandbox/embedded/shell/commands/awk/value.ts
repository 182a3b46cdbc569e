import { float } from '../../builtins/format';

/** Text from outside that looks like a number and compares as one. */
export class NumericText {
  constructor(
    readonly text: string,
    readonly number: number,
  ) {}
}

/** `undefined` is an unassigned variable: 0 and the empty string. */
export type Value = number | string | NumericText | undefined;

const NUMBER = /^[ \t\n\v\f\r]*([-+]?(?:0[xX][\da-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|inf(?:inity)?|nan))/i;

/** The number at the start of a text, or 0. */
function numberOf(text: string): number {
  const plain = Number(text);
  if (text !== '' && !Number.isNaN(plain) && !/[bo]/i.test(text)) return plain;
  const digits = NUMBER.exec(text)?.[1];
  if (digits === undefined) return 0;
  if (/n/i.test(digits)) return /nan/i.test(digits) ? NaN : digits.startsWith('-') ? -Infinity : Infinity;
  const number = Number(digits.replace(/^[-+]/, ''));
  return digits.startsWith('-') ? -number : number;
}

/** Converts input: text that was read, assigned on the command line or found in the environment. */
export function fromOutside(text: string): string | NumericText {
  const first = text.charCodeAt(0);
  // A shortcut: most texts start with a letter.
  if (Number.isNaN(first) || (first > 57 && first !== 105 && first !== 110 && first !== 73 && first !== 78))
    return text;
  const found = NUMBER.exec(text);
  if (!found || text.slice(found[0].length).trim() !== '') return text;
  return new NumericText(text, numberOf(text));
}

export function toNumber(value: Value): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'string') return numberOf(value);
  return value === undefined ? 0 : value.number;
}

/** The largest number written without an exponent. */
const MOST_INTEGER = 2 ** 31 - 1;

/** A number as text; if it is not an integer, in a format such as OFMT. */
export function numberText(value: number, format: string): string {
  if (Number.isInteger(value) && Math.abs(value) <= MOST_INTEGER) return String(value === 0 ? 0 : value);
  if (Number.isNaN(value)) return '-nan';
  const [, digits, letter = 'g'] = /^%\.?(\d*)([efgEFG])$/.exec(format) ?? [];
  if (digits !== undefined) return float(value, letter, '', digits === '' ? 6 : Number(digits));
  return formatted(format, [value]);
}

export const toText = (value: Value, format: string): string => {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return numberText(value, format);
  return value === undefined ? '' : value.text;
};

export function isTrue(value: Value): boolean {
  if (typeof value === 'number') return value !== 0;
  if (typeof value === 'string') return value !== '';
  return value !== undefined && value.number !== 0;
}

/** Negative, 0 or positive. Compares as numbers unless one value is a string. */
export function compare(left: Value, right: Value, format: string): number {
  if (typeof left !== 'string' && typeof right !== 'string') return toNumber(left) - toNumber(right);
  const [first, second] = [toText(left, format), toText(right, format)];
  return first < second ? -1 : first > second ? 1 : 0;
}

/** Thrown for too few arguments or an unknown conversion in `printf`. */
export class FormatError extends Error {}

const DIRECTIVE = /%(?:%|([-+ 0#]*)(\*|\d+)?(?:\.(\*|\d+)?)?(?:hh|h|ll|l|L)?([a-zA-Z]))/;

/** The result of `sprintf`. Throws `FormatError`. */
export function formatted(format: string, values: readonly Value[], conversion = '%.6g'): string {
  const left = [...values];
  const next = (): Value => {
    if (left.length === 0) throw new FormatError(`not enough arguments passed to sprintf("${format}")`);
    return left.shift();
  };
  let made = '';
  let rest = format;
  for (let at = rest.indexOf('%'); at >= 0; at = rest.indexOf('%')) {
    made += rest.slice(0, at);
    rest = rest.slice(at);
    const found = DIRECTIVE.exec(rest);
    if (found?.index !== 0) throw new FormatError(`improper conversion(number 1) in sprintf("${format}")`);
    const [all, flags = '', width, precision, letter = ''] = found;
    rest = rest.slice(all.length);
    if (all === '%%') {
      made += '%';
      continue;
    }
    const wide = width === '*' ? Math.trunc(toNumber(next())) : Number(width ?? 0);
    const exact = all.includes('.')
      ? precision === '*'
        ? Math.trunc(toNumber(next()))
        : Number(precision ?? 0)
      : undefined;
    const piece = convert(letter, next(), flags, exact, conversion);
    if (piece === undefined) throw new FormatError(`improper conversion(number 1) in sprintf("${format}")`);
    made += pad(piece, Math.abs(wide), wide < 0 ? `-${flags}` : flags, letter, exact);
  }
  return made + rest;
}

function convert(letter: string, value: Value, flags: string, exact: number | undefined, conversion: string) {
  if (letter === 's') return toText(value, conversion).slice(0, exact);
  if (letter === 'c') {
    if (typeof value === 'number') return String.fromCharCode(Math.trunc(value) & 255);
    return toText(value, conversion).slice(0, 1) || '\0';
  }
  const number = toNumber(value);
  if ('di'.includes(letter)) return integer(clamp(number, -MOST_INTEGER - 1, MOST_INTEGER), 10, flags, exact);
  if ('uoxX'.includes(letter)) {
    const base = letter === 'u' ? 10 : letter === 'o' ? 8 : 16;
    const digits = integer(clamp(number, 0, 2 ** 32 - 1), base, flags.replaceAll(/[+ ]/g, ''), exact);
    const before = flags.includes('#') && digits !== '0' ? (base === 16 ? '0x' : base === 8 ? '0' : '') : '';
    return letter === 'X' ? (before + digits).toUpperCase() : before + digits;
  }
  if (!'eEfFgG'.includes(letter)) return undefined;
  return Number.isNaN(number) ? '-nan' : float(number, letter, flags, exact ?? 6);
}

const clamp = (number: number, least: number, most: number): number =>
  Number.isNaN(number) ? least : Math.min(most, Math.max(least, Math.trunc(number)));

function integer(value: number, base: number, flags: string, exact: number | undefined): string {
  const sign = value < 0 ? '-' : flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '';
  return (
    sign +
    Math.abs(value)
      .toString(base)
      .padStart(exact ?? 0, '0')
  );
}

function pad(text: string, wide: number, flags: string, letter: string, exact: number | undefined): string {
  if (flags.includes('-')) return text.padEnd(wide);
  const zeros = flags.includes('0') && !'sc'.includes(letter) && (exact === undefined || !'dioxXu'.includes(letter));
  if (!zeros || !/\d/.test(text)) return text.padStart(wide);
  const sign = /^[-+ ]?(?:0[xX])?/.exec(text)?.[0] ?? '';
  return sign + text.slice(sign.length).padStart(wide - sign.length, '0');
}
