import { ownValue } from '@/lib/protocol/own-value';

/** The units that a date is moved by; weeks are days. */
export type DateUnit = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second';

type NamedToken = {
  [K in 'month' | 'day' | 'zone' | 'shift' | 'ordinal' | 'ago' | 'meridian']: {
    readonly kind: K;
    readonly value: number;
  };
}['month' | 'day' | 'zone' | 'shift' | 'ordinal' | 'ago' | 'meridian'];

/** A part of a date as a person writes it. */
export type DateToken =
  | {
      readonly kind: 'number';
      readonly sign: '' | '+' | '-';
      readonly value: number;
      readonly digits: number;
      /** The billionths of a number with a fraction, which count upwards also below zero. */
      readonly nanos: number | undefined;
    }
  | { readonly kind: 'unit'; readonly unit: DateUnit; readonly size: number }
  | NamedToken
  | { readonly kind: 'summer' }
  | { readonly kind: 'character'; readonly text: string };

const MONTHS = [
  'JANUARY',
  'FEBRUARY',
  'MARCH',
  'APRIL',
  'MAY',
  'JUNE',
  'JULY',
  'AUGUST',
  'SEPTEMBER',
  'OCTOBER',
  'NOVEMBER',
  'DECEMBER',
];
const DAYS = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'];
const SHORT_DAYS: Readonly<Record<string, number>> = { TUES: 2, WEDNES: 3, THUR: 4, THURS: 4 };
const ORDINALS = 'LAST THIS FIRST  THIRD FOURTH FIFTH SIXTH SEVENTH EIGHTH NINTH TENTH ELEVENTH TWELFTH'.split(' ');
const UNITS: Readonly<Record<string, readonly [DateUnit, number]>> = {
  YEAR: ['year', 1],
  MONTH: ['month', 1],
  FORTNIGHT: ['day', 14],
  WEEK: ['day', 7],
  DAY: ['day', 1],
  HOUR: ['hour', 1],
  MINUTE: ['minute', 1],
  MIN: ['minute', 1],
  SECOND: ['second', 1],
  SEC: ['second', 1],
};
const SHIFTS: Readonly<Record<string, number>> = { TOMORROW: 1, YESTERDAY: -1, TODAY: 0, NOW: 0 };

/** Time zones with their hours east of Greenwich; those of summer count their hour. */
const ZONES: ReadonlyMap<string, number> = new Map(
  `GMT 0,UT 0,UTC 0,WET 0,WEST 1,BST 1,ART -3,BRT -3,BRST -2,NST -3.5,NDT -2.5,AST -4,ADT -3,CLT -4,CLST -3,EST -5,
  EDT -4,CST -6,CDT -5,MST -7,MDT -6,PST -8,PDT -7,AKST -9,AKDT -8,HST -10,HAST -10,HADT -9,SST -11,WAT 1,CET 1,CEST 2,
  MET 1,MEZ 1,MEST 2,MESZ 2,EET 2,EEST 3,CAT 2,SAST 2,EAT 3,MSK 3,MSD 4,IST 5.5,SGT 8,KST 9,JST 9,GST 10,NZST 12,NZDT 13`
    .split(',')
    .map((zone) => {
      const [name = '', hours] = zone.trim().split(' ');
      return [name, Number(hours)];
    }),
);

/** Splits a date into its parts, as GNU's commands do; undefined where a word is none of theirs. */
export function dateTokens(text: string): DateToken[] | undefined {
  const tokens: DateToken[] = [];
  let rest = text;
  for (;;) {
    // A sign that no digit follows, and what is in parentheses, is left out.
    rest = rest.replace(/^(?:\s+|[-+](?!\s*\d)|\((?:[^()]|\([^()]*\))*\))+/, '');
    if (rest === '') return tokens;
    const [taken = '', sign, digits, fraction] = /^([-+]?)\s*(\d+)(?:[.,](\d+))?/.exec(rest) ?? [];
    const word = /^[a-zA-Z][a-zA-Z.]*/.exec(rest)?.[0];
    if (digits !== undefined) tokens.push(numberToken(sign === '-' ? '-' : sign === '+' ? '+' : '', digits, fraction));
    else {
      const token = word === undefined ? ({ kind: 'character', text: rest.charAt(0) } as const) : wordToken(word);
      if (!token) return undefined;
      tokens.push(token);
    }
    rest = rest.slice((taken || word || '.').length);
  }
}

function numberToken(sign: '' | '+' | '-', digits: string, fraction: string | undefined): DateToken {
  const nanos = fraction === undefined ? undefined : Number(fraction.padEnd(9, '0').slice(0, 9));
  const whole = Number(digits) * (sign === '-' ? -1 : 1);
  if (sign === '-' && nanos)
    return { kind: 'number', sign, value: whole - 1, digits: digits.length, nanos: 1e9 - nanos };
  return { kind: 'number', sign, value: whole, digits: digits.length, nanos };
}

function wordToken(given: string): DateToken | undefined {
  const word = given.toUpperCase();
  if (/^[AP](?:M|\.M\.)$/.test(word)) return { kind: 'meridian', value: word.startsWith('P') ? 12 : 0 };
  // Months and days may be abbreviated to three letters.
  const short = /^(...)\.?$/.exec(word)?.[1];
  const isNamed = (name: string): boolean => (short === undefined ? name === word : name.startsWith(short));
  const month = word === 'SEPT' ? 8 : MONTHS.findIndex(isNamed);
  if (month >= 0) return { kind: 'month', value: month };
  const day = ownValue(SHORT_DAYS, word) ?? DAYS.findIndex(isNamed);
  if (day >= 0) return { kind: 'day', value: day };
  const zone = ZONES.get(word) ?? ZONES.get(word.replaceAll('.', ''));
  if (zone !== undefined) return { kind: 'zone', value: zone * 60 };
  if (word === 'DST') return { kind: 'summer' };
  const unit = ownValue(UNITS, word) ?? ownValue(UNITS, word.replace(/S$/, ''));
  if (unit) return { kind: 'unit', unit: unit[0], size: unit[1] };
  const shift = ownValue(SHIFTS, word);
  if (shift !== undefined) return { kind: 'shift', value: shift };
  if (word === 'AGO' || word === 'HENCE') return { kind: 'ago', value: word === 'AGO' ? -1 : 1 };
  if (word === 'NEXT') return { kind: 'ordinal', value: 1 };
  const ordinal = ORDINALS.indexOf(word);
  if (ordinal >= 0) return { kind: 'ordinal', value: ordinal - 1 };
  return word.length === 1 ? military(word) : undefined;
}

/** The time zone of a letter: A to M without J are east, N to Y west; J is here, T also comes before a time. */
function military(letter: string): DateToken {
  if (letter === 'J' || letter === 'T') return { kind: 'character', text: letter };
  const east = 'ABCDEFGHIKLM'.indexOf(letter) + 1;
  return { kind: 'zone', value: (east > 0 ? east : letter === 'Z' ? 0 : -('NOPQRSTUVWXY'.indexOf(letter) + 1)) * 60 };
}
