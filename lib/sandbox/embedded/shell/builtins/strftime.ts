const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** The date and time in a time zone. */
export interface Clock {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  weekday: number;
  yearDay: number;
  /** Minutes east of Greenwich. */
  offset: number;
  zone: string;
}

const formats = new Map<string, Intl.DateTimeFormat | undefined>();

function formatFor(zone: string): Intl.DateTimeFormat | undefined {
  if (formats.has(zone)) return formats.get(zone);
  let made: Intl.DateTimeFormat | undefined;
  try {
    made = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
      timeZoneName: 'short',
    });
  } catch {
    made = undefined;
  }
  formats.set(zone, made);
  return made;
}

/** A zone written as POSIX does, such as `UTC+3`, which is west of Greenwich: its name and the minutes that it is ahead. */
function fixedZone(zone: string): { name: string; ahead: number } | undefined {
  const [, name, sign, hours, minutes = '0'] =
    /^<?([A-Za-z]{3,}|(?<=<)[-+\w]+)>?([-+]?)(\d{1,2})(?::(\d\d))?$/.exec(zone) ?? [];
  if (name === undefined) return undefined;
  const west = Number(hours) * 60 + Number(minutes);
  return { name, ahead: sign === '-' ? west : -west };
}

export function clockAt(ms: number, zone: string): Clock {
  const fixed = fixedZone(zone);
  if (fixed) return { ...clockAt(ms + fixed.ahead * 60_000, ''), offset: fixed.ahead, zone: fixed.name };
  const plain = zone === '' || zone === 'UTC' || zone === 'UTC0' || zone === 'GMT' ? undefined : formatFor(zone);
  const parts = plain && Object.fromEntries(plain.formatToParts(ms).map(({ type, value }) => [type, value]));
  const local = parts
    ? Date.UTC(
        Number(parts.year),
        Number(parts.month) - 1,
        Number(parts.day),
        Number(parts.hour),
        Number(parts.minute),
        Number(parts.second),
      )
    : Math.floor(ms / 1000) * 1000;
  const date = new Date(local);
  const year = date.getUTCFullYear();
  return {
    year,
    month: date.getUTCMonth(),
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    weekday: date.getUTCDay(),
    yearDay: Math.floor((local - Date.UTC(year, 0, 1)) / 86_400_000),
    offset: Math.round((local - Math.floor(ms / 1000) * 1000) / 60_000),
    zone: (parts && abbreviation(zone, ms, parts.timeZoneName ?? '')) ?? (zone === 'GMT' ? 'GMT' : 'UTC'),
  };
}

/** English locales, each of which knows the abbreviations of its own part of the world. */
const LOCALES = ['en-GB', 'en-IN', 'en-AU', 'en-NZ', 'en-ZA', 'en-CA'];
const ABBREVIATIONS: Readonly<Record<string, string>> = {
  'Asia/Tokyo': 'JST',
  'Asia/Seoul': 'KST',
  'Asia/Shanghai': 'CST',
  'Asia/Taipei': 'CST',
  'Asia/Hong_Kong': 'HKT',
  'Europe/Moscow': 'MSK',
};

/** By zone and short name: the search for one takes longer than all else of a time. */
const found = new Map<string, string>();

/** What the C library calls a time in a zone; `short`: what an American English locale calls it. */
function abbreviation(zone: string, ms: number, short: string): string {
  if (!/^(?:GMT|UTC)[-+]/.test(short)) return short;
  const key = `${zone} ${short}`;
  const name = found.get(key) ?? searchedName(zone, ms, short);
  found.set(key, name);
  return name;
}

function searchedName(zone: string, ms: number, short: string): string {
  const named =
    ABBREVIATIONS[zone] ?? LOCALES.map((locale) => nameIn(locale, zone, ms)).find((name) => !/[-+]/.test(name));
  if (named !== undefined) return named;
  const [, sign = '+', hours = '0', minutes = ''] = /([-+])(\d+)(?::(\d+))?/.exec(short.replace('\u2212', '-')) ?? [];
  return sign + hours.padStart(2, '0') + minutes;
}

const nameIn = (locale: string, timeZone: string, ms: number): string =>
  new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' })
    .formatToParts(ms)
    .find(({ type }) => type === 'timeZoneName')?.value ?? '+';

const two = (value: number): string => String(value).padStart(2, '0');

/** A time, with the billionths of its second. */
export interface Instant {
  readonly seconds: number;
  readonly nanos: number;
}

/** A time in milliseconds as an instant. */
export function instantOf(ms: number): Instant {
  const seconds = Math.floor(ms / 1000);
  return { seconds, nanos: Math.round((ms - seconds * 1000) * 1e6) };
}

/** A time as `date` and `printf '%(…)T'` write it, with GNU's flags such as `%-d`. */
export function strftime(format: string, ms: number, zone: string, { nanos } = instantOf(ms)): string {
  const clock = clockAt(ms, zone);
  return format.replaceAll(
    /%([-_0^#+]*)(\d*)(?:E(?=[cCxXyY])|O(?=[deHImMSuUVwWy]))?(:{0,3}[a-zA-Z%])/g,
    (all, flags: string, width: string, letter: string) => {
      if (letter === 'N') return billionths(nanos, flags, Number(width) || 9);
      const compound = COMPOUND[letter];
      if (letter === 'F' && width !== '')
        return `${decorated('Y', one('Y', clock, ms) ?? '', flags, Math.max(0, Number(width) - 6))}${strftime('-%m-%d', ms, zone)}`;
      const made = compound === undefined ? one(letter, clock, ms) : strftime(compound, ms, zone);
      return made === undefined ? all : decorated(letter, made, flags, Number(width));
    },
  );
}

/** A width of `%N` is its number of digits; zeros at the end are what it is padded with. */
function billionths(nanos: number, flags: string, digits: number): string {
  const text = String(nanos).padStart(9, '0').slice(0, digits);
  const short = text.replace(/(?<=.)0+$/, '');
  return flags.includes('_') ? short.padEnd(digits) : text.padEnd(digits, '0');
}

function decorated(letter: string, made: string, flags: string, width: number): string {
  let text = made;
  const padding = /[-_0+](?=[^-_0+]*$)/.exec(flags)?.[0];
  if (padding === '-') text = text.replace(/^[0 ]+(?=\d)/, '');
  if (padding === '_') text = text.replace(/^0+(?=\d)/, (zeros) => ' '.repeat(zeros.length));
  if (padding === '0') text = text.replace(/^ +(?=\d)/, (blanks) => '0'.repeat(blanks.length));
  if (padding === '+' && /^[YGF]$/.test(letter) && (width > 4 || text.length > 4))
    text = `+${text.padStart(width - 1, '0')}`;
  if (flags.includes('^')) text = text.toUpperCase();
  if (flags.includes('#'))
    text = /[aAbBh]/.test(letter) ? text.toUpperCase() : /[pZ]/.test(letter) ? text.toLowerCase() : text;
  if (padding === '-') return text;
  const zeros =
    padding === '0' || padding === '+' || (padding === undefined && /^\d+$/.test(text) && !/[ekl]/.test(letter));
  return text.padStart(width, zeros ? '0' : ' ');
}

const day = (clock: Clock): string => DAYS[clock.weekday] ?? '';
const month = (clock: Clock): string => MONTHS[clock.month] ?? '';

const LETTERS: Readonly<Record<string, (clock: Clock, ms: number) => string>> = {
  Y: ({ year }) => String(year).padStart(4, '0'),
  C: ({ year }) => two(Math.floor(year / 100)),
  y: ({ year }) => two(year % 100),
  m: (clock) => two(clock.month + 1),
  d: (clock) => two(clock.day),
  e: (clock) => String(clock.day).padStart(2),
  H: ({ hour }) => two(hour),
  k: ({ hour }) => String(hour).padStart(2),
  I: ({ hour }) => two(hour % 12 || 12),
  l: ({ hour }) => String(hour % 12 || 12).padStart(2),
  M: ({ minute }) => two(minute),
  S: ({ second }) => two(second),
  p: ({ hour }) => (hour < 12 ? 'AM' : 'PM'),
  P: ({ hour }) => (hour < 12 ? 'am' : 'pm'),
  j: ({ yearDay }) => String(yearDay + 1).padStart(3, '0'),
  u: ({ weekday }) => String(weekday || 7),
  w: ({ weekday }) => String(weekday),
  a: (clock) => day(clock).slice(0, 3),
  A: day,
  b: (clock) => month(clock).slice(0, 3),
  h: (clock) => month(clock).slice(0, 3),
  B: month,
  s: (_, ms) => String(Math.floor(ms / 1000)),
  q: (clock) => String(Math.floor(clock.month / 3) + 1),
  Z: ({ zone }) => zone,
  z: ({ offset }) => zoneOffset(offset, ''),
  ':z': ({ offset }) => zoneOffset(offset, ':'),
  '::z': ({ offset }) => `${zoneOffset(offset, ':')}:00`,
  ':::z': ({ offset }) => zoneOffset(offset, ':').replace(/:00$/, ''),
  U: ({ yearDay, weekday }) => two(Math.floor((yearDay + 7 - weekday) / 7)),
  W: ({ yearDay, weekday }) => two(Math.floor((yearDay + 7 - ((weekday + 6) % 7)) / 7)),
  V: (clock) => two(isoWeek(clock).week),
  G: (clock) => String(isoWeek(clock).year),
  g: (clock) => two(isoWeek(clock).year % 100),
  n: () => '\n',
  t: () => '\t',
  '%': () => '%',
};

const COMPOUND: Readonly<Record<string, string>> = {
  F: '%Y-%m-%d',
  T: '%H:%M:%S',
  R: '%H:%M',
  D: '%m/%d/%y',
  x: '%m/%d/%y',
  X: '%H:%M:%S',
  r: '%I:%M:%S %p',
  c: '%a %b %e %H:%M:%S %Y',
};

const one = (letter: string, clock: Clock, ms: number): string | undefined => LETTERS[letter]?.(clock, ms);

const zoneOffset = (minutes: number, between: string): string =>
  `${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}${between}${two(Math.abs(minutes) % 60)}`;

function isoWeek({ year, yearDay, weekday }: Clock): { year: number; week: number } {
  const week = Math.floor((yearDay - ((weekday + 6) % 7) + 10) / 7);
  if (week < 1) return { year: year - 1, week: weeksIn(year - 1) };
  return week > weeksIn(year) ? { year: year + 1, week: 1 } : { year, week };
}

function weeksIn(year: number): number {
  const last = (at: number) => (at + Math.floor(at / 4) - Math.floor(at / 100) + Math.floor(at / 400)) % 7;
  return last(year) === 4 || last(year - 1) === 3 ? 53 : 52;
}
