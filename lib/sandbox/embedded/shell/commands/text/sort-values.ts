/** How texts are compared, as options and the letters of a key say. */
export interface Manner {
  numeric: boolean;
  general: boolean;
  human: boolean;
  month: boolean;
  version: boolean;
  random: boolean;
  reverse: boolean;
  fold: boolean;
  dictionary: boolean;
  printable: boolean;
  blanks: boolean;
}

export const manner = (letters: string): Manner => ({
  numeric: letters.includes('n'),
  general: letters.includes('g'),
  human: letters.includes('h'),
  month: letters.includes('M'),
  version: letters.includes('V'),
  random: letters.includes('R'),
  reverse: letters.includes('r'),
  fold: letters.includes('f'),
  dictionary: letters.includes('d'),
  printable: letters.includes('i'),
  blanks: letters.includes('b'),
});

/** Marks the end of a text, which sorts after `~` but before everything else. */
const END = '\x02';

export function compareValues(a: unknown, b: unknown): number {
  if (typeof a === 'number' && Array.isArray(b)) return compareValues([a], b);
  if (typeof b === 'number' && Array.isArray(a)) return compareValues(a, [b]);
  if (Array.isArray(a) && Array.isArray(b)) {
    for (let at = 0; at < Math.max(a.length, b.length); at += 1) {
      const result = compareValues(a[at] ?? END, b[at] ?? END);
      if (result !== 0) return result;
    }
    return 0;
  }
  // Infinity minus itself would be NaN.
  if (typeof a === 'number' && typeof b === 'number') return a === b ? 0 : a - b;
  return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0;
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

/** What a manner of sorting compares of a text. */
export function valuesOf({
  numeric,
  general,
  human,
  month,
  version,
  fold,
  dictionary,
  printable,
}: Manner): (text: string) => unknown {
  if (numeric) return numberKey;
  if (general) return generalNumber;
  if (human) {
    return (text) => {
      const [, sign = '', digits = '0', unit = ''] = /^\s*(-?)(\d*\.?\d*)([KkMGTPEZY]?)/.exec(text) ?? [];
      const rank = unit === '' ? 0 : 'KMGTPEZY'.indexOf(unit.toUpperCase()) + 1;
      const negative = sign === '-' ? -1 : 1;
      return Number(digits) === 0 ? 0 : negative * (rank * 1e15 + Number(digits));
    };
  }
  if (month) return (text) => MONTHS.indexOf(text.trim().slice(0, 3).toUpperCase());
  if (version) return versionKey;
  return (text) => {
    let made = dictionary ? text.replaceAll(/[^\p{L}\p{N} \t]/gu, '') : text;
    // oxlint-disable-next-line no-control-regex
    if (printable) made = made.replaceAll(/[\x00-\x1f\x7f]/g, '');
    return fold ? made.toUpperCase() : made;
  };
}

/** Digits up to which a number is exact. */
const EXACT = 15;

/** A number with all of its digits: a long one is compared by its value and then its digits. */
function numberKey(text: string): number | unknown[] {
  const [, minus, whole = '', fraction = ''] = /^\s*(-?)0*(\d*)(?:\.(\d*))?/.exec(text) ?? [];
  const value = Number(`${minus}${whole}.${fraction}0`) || 0;
  if (whole.length + fraction.length <= EXACT) return value;
  const digits = `${whole.padStart(40, '0')}.${fraction.replace(/0+$/, '')}`;
  return minus ? [value, Array.from(digits, (char) => -char.charCodeAt(0))] : [value, digits];
}

/** A number as C reads it. What is none comes first, then NaN. */
function generalNumber(text: string): [rank: number, value: number] {
  const [, minus = '', infinite, nan] = /^\s*([-+]?)(?:(inf)|(nan))/i.exec(text) ?? [];
  if (nan !== undefined) return [1, 0];
  if (infinite !== undefined) return [2, minus === '-' ? -Infinity : Infinity];
  const value = Number.parseFloat(text);
  return Number.isNaN(value) ? [0, 0] : [2, value];
}

/** Compares names by their versions, as in `sort -V` and `ls -v`: hidden files first, extensions last. */
export const versionOrder = (a: string, b: string): number => compareValues(versionKey(a), versionKey(b));

const versionKey = (text: string): unknown[] => [
  text.startsWith('.') ? 0 : 1,
  versionParts(text.replace(/(?:\.[A-Za-z~][A-Za-z\d~]*)*$/, '') || text),
  versionParts(text),
];

/** Digits sort by value, letters before other characters, `~` before the end. */
function versionParts(text: string): (string | number)[] {
  const parts: (string | number)[] = [];
  for (const [piece] of text.matchAll(/\d+|\D+/g)) {
    if (/^\d/.test(piece)) {
      if (parts.length % 2 === 0) parts.push(END);
      parts.push(Number(piece));
    } else
      parts.push(
        Array.from(piece)
          .map((char) => (char === '~' ? '\x01' : /[A-Za-z]/.test(char) ? char : `\x7f${char}`))
          .join('') + END,
      );
  }
  return parts;
}
