import {
  digitsAt,
  isDigit,
  lettersAt,
  localSeconds,
  monthAt,
  noFields,
  setCompact,
  severalAt,
  universalSeconds,
  weekdayAt,
  type DateFields,
} from './date-fields';

export interface Moment {
  readonly time: number;
  readonly zone: string;
}

/** Hours that the zones with names are ahead, their summer times an hour more. */
const ZONES: readonly (readonly [string, number])[] = [
  ...Object.entries({ IDLW: -12, NT: -11, CAT: -10, HST: -10, HDT: -9, YST: -9, YDT: -8, PST: -8, PDT: -7 }),
  ...Object.entries({ MST: -7, MDT: -6, CST: -6, CDT: -5, EST: -5, EDT: -4, AST: -3, ADT: -2, WAT: -1 }),
  ...Object.entries({ GMT: 0, UTC: 0, Z: 0, WET: 0, BST: 1, CET: 1, MET: 1, MEWT: 1, MEST: 2, CEST: 2, MESZ: 2 }),
  ...Object.entries({ FWT: 1, FST: 2, EET: 2, EEST: 3, WAST: 7, WADT: 8, CCT: 8, JST: 9, EAST: 10, EADT: 11 }),
  ...Object.entries({ GST: 10, NZT: 12, NZST: 12, NZDT: 13, IDLE: 12 }),
];

/** What is being read: the fields, the minutes that the zone is ahead, whether the fields are in universal time. */
interface Reading {
  readonly fields: DateFields;
  ahead: number | undefined;
  universal: boolean;
}

/** A full date, as for a commit, in any of the forms that git reads; undefined if it is not one. */
export function readExactDate(text: string): Moment | undefined {
  const [, stored, sign, digits] = /^@(\d+) ([+-])(\d{4})(?:\n|$)/.exec(text) ?? [];
  if (stored !== undefined) return { time: Number(stored), zone: `${sign}${digits}` };
  const reading: Reading = { fields: noFields(), ahead: undefined, universal: false };
  for (let at = 0; at < text.length && text[at] !== '\n';) {
    const letter = text[at] ?? '';
    if (/[A-Za-z]/.test(letter)) at = readWord(text, at, reading);
    else if (isDigit(letter)) at = readDigits(text, at, reading);
    else if (/[+-]/.test(letter) && isDigit(text[at + 1])) at = readZone(text, at, reading);
    else at++;
  }
  const { fields, universal } = reading;
  const time = universalSeconds(fields);
  if (time === undefined) return undefined;
  const ahead = reading.ahead ?? Math.trunc((time - localSeconds(fields)) / 60);
  return { time: universal ? time : time - ahead * 60, zone: zoneText(ahead) };
}

function zoneText(ahead: number): string {
  const minutes = Math.abs(ahead);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${ahead < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`;
}

function readWord(text: string, at: number, reading: Reading): number {
  const { fields } = reading;
  const month = monthAt(text, at);
  if (month) fields.month = month.number;
  const day = month ? undefined : weekdayAt(text, at);
  if (day) fields.weekday = day.number;
  const named = month ?? day;
  if (named) return at + named.length;
  for (const [name, hours] of ZONES) {
    const length = lettersAt(text, at, name);
    if (length < 3 && length !== name.length) continue;
    reading.ahead ??= hours * 60;
    return at + length;
  }
  const isAfternoon = lettersAt(text, at, 'PM') === 2;
  if (isAfternoon || lettersAt(text, at, 'AM') === 2) {
    fields.hour = (fields.hour % 12) + (isAfternoon ? 12 : 0);
    return at + 2;
  }
  const [letters = ' '] = /^[A-Za-z]+/.exec(text.slice(at)) ?? [];
  return at + letters.length;
}

/** The smallest number that is seconds since 1970: a date such as 20070606 has fewer digits. */
export const LEAST_SECONDS = 100_000_000;

function readDigits(text: string, at: number, reading: Reading): number {
  const { fields } = reading;
  const { value, end } = digitsAt(text, at);
  const { year, month, day, hour, minute, second } = fields;
  if (value >= LEAST_SECONDS && [year, month, day, hour, minute, second].every((field) => field < 0)) {
    const then = new Date(value * 1000);
    if (Number.isNaN(then.getTime())) return end;
    Object.assign(fields, {
      year: then.getUTCFullYear() - 1900,
      month: then.getUTCMonth(),
      day: then.getUTCDate(),
      hour: then.getUTCHours(),
      minute: then.getUTCMinutes(),
      second: then.getUTCSeconds(),
    });
    reading.universal = true;
    return end;
  }
  const several = severalAt(text, at, fields, Date.now() / 1000);
  if (several !== undefined) return several;
  const length = end - at;
  if (length === 8 || length === 6) return setCompact(text, at, fields);
  if (length === 4) {
    if (value <= 1400 && reading.ahead === undefined) reading.ahead = Math.floor(value / 100) * 60 + (value % 100);
    else if (value > 1900 && value < 2100) fields.year = value - 1900;
  } else if (length <= 2) readSmall(value, length, fields);
  return end;
}

/** One or two digits: a day rather than a year, and that rather than a month. */
function readSmall(value: number, length: number, fields: DateFields): void {
  if (value > 0 && value < 32 && fields.day < 0) fields.day = value;
  else if (length === 2 && fields.year < 0 && value < 10 && fields.day >= 0) fields.year = value + 100;
  else if (length === 2 && fields.year < 0 && value >= 70) fields.year = value;
  else if (value > 0 && value < 13 && fields.month < 0) fields.month = value - 1;
}

function readZone(text: string, at: number, reading: Reading): number {
  const hours = digitsAt(text, at + 1);
  const length = hours.end - at - 1;
  const minutes = length === 2 && text[hours.end] === ':' ? digitsAt(text, hours.end + 1) : undefined;
  const end = minutes?.end ?? hours.end;
  const hour = length === 4 ? Math.floor(hours.value / 100) : hours.value;
  const minute = length === 4 ? hours.value % 100 : (minutes?.value ?? 0);
  const isZone = (length === 4 || length === 2) && (!minutes || end - at - 1 === 5) && minute < 60 && hour < 24;
  if (isZone) reading.ahead = (text[at] === '-' ? -1 : 1) * (hour * 60 + minute);
  return end;
}
