/** The fields of a date while it is read: -1 for what is not known yet. Years count from 1900, months from 0. */
export interface DateFields {
  year: number;
  month: number;
  day: number;
  weekday: number;
  hour: number;
  minute: number;
  second: number;
}

export const noFields = (): DateFields => ({
  year: -1,
  month: -1,
  day: -1,
  weekday: 0,
  hour: -1,
  minute: -1,
  second: -1,
});

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const WEEKDAYS = 'Sundays Mondays Tuesdays Wednesdays Thursdays Fridays Saturdays'.split(' ');

/** How many letters of a word are at a place in a text; none if the word there is another. */
export function lettersAt(text: string, at: number, word: string): number {
  let count = 0;
  for (; at + count < text.length; count++) {
    const letter = text[at + count] ?? '';
    if (letter.toUpperCase() === word[count]?.toUpperCase()) continue;
    if (/[A-Za-z0-9]/.test(letter)) return 0;
    break;
  }
  return count;
}

/** The first of some names of which at least three letters are at a place: its number and how many they are. */
const nameAt = (names: readonly string[], text: string, at: number): { number: number; length: number } | undefined => {
  const number = names.findIndex((name) => lettersAt(text, at, name) >= 3);
  return number < 0 ? undefined : { number, length: lettersAt(text, at, names[number] ?? '') };
};

export const monthAt = (text: string, at: number) => nameAt(MONTHS, text, at);

export const weekdayAt = (text: string, at: number) => nameAt(WEEKDAYS, text, at);

/** The digits at a place: their value and where they end. */
export function digitsAt(text: string, at: number): { value: number; end: number } {
  const [digits = ''] = /^\d*/.exec(text.slice(at)) ?? [];
  return { value: Number(digits), end: at + digits.length };
}

export const isDigit = (letter: string | undefined): boolean => letter !== undefined && /^\d$/.test(letter);

/** The seconds since 1970 of fields in universal time; undefined if some are missing. */
export function universalSeconds({ year, month, day, hour, minute, second }: DateFields): number | undefined {
  if (year < 70 || year > 199 || month < 0 || month > 11 || hour < 0 || minute < 0 || second < 0) return undefined;
  return Date.UTC(year + 1900, month, day, hour, minute, second) / 1000;
}

/** The seconds since 1970 of fields in the local zone. */
export const localSeconds = ({ year, month, day, hour, minute, second }: DateFields): number =>
  new Date(year + 1900, month, day, hour, minute, second).getTime() / 1000;

/** The fields of a time in the local zone. */
export function localFields(seconds: number): DateFields {
  const at = new Date(seconds * 1000);
  return {
    year: at.getFullYear() - 1900,
    month: at.getMonth(),
    day: at.getDate(),
    weekday: at.getDay(),
    hour: at.getHours(),
    minute: at.getMinutes(),
    second: at.getSeconds(),
  };
}

const TEN_DAYS = 10 * 24 * 3600;

/** The year that two or four digits stand for. */
function yearOf(written: number): number | undefined {
  if (written >= 1970 && written < 2100) return written - 1900;
  if (written > 70 && written < 100) return written;
  return written < 38 ? written + 100 : undefined;
}

/** Sets a date, with `now` only one that is not in the future. Returns whether it is one. */
function setDate(fields: DateFields, written: number, month: number, day: number, now?: number): boolean {
  if (month < 1 || month > 12 || day < 1 || day > 31) return false;
  const changed = now === undefined ? fields : { ...fields };
  Object.assign(changed, { month: month - 1, day });
  const year = written === -1 && now !== undefined ? new Date(now * 1000).getUTCFullYear() - 1900 : yearOf(written);
  if (year === undefined) return false;
  changed.year = year;
  if (now === undefined) return true;
  if ((universalSeconds(changed) ?? 0) > now + TEN_DAYS) return false;
  Object.assign(fields, { month: month - 1, day, ...(written !== -1 && { year }) });
  return true;
}

function setTime(fields: DateFields, hour: number, minute: number, second: number): boolean {
  if (hour > 24 || minute > 59 || second > 60) return false;
  Object.assign(fields, { hour, minute, second });
  return true;
}

/** Two or three numbers with the same sign between them, such as `10:30` or `2005-04-07`. Returns where they end, or nothing. */
export function severalAt(text: string, at: number, fields: DateFields, now: number): number | undefined {
  const first = digitsAt(text, at);
  const sign = text[first.end] ?? '';
  if (!/^[-:./]$/.test(sign) || !isDigit(text[first.end + 1])) return undefined;
  const second = digitsAt(text, first.end + 1);
  const third = text[second.end] === sign && isDigit(text[second.end + 1]) ? digitsAt(text, second.end + 1) : undefined;
  const end = third?.end ?? second.end;
  const [one, two, three] = [first.value, second.value, third?.value ?? -1];
  if (sign === ':') {
    if (!setTime(fields, one, two, Math.max(three, 0))) return undefined;
    const isKnown = fields.year !== -1 && fields.month !== -1 && fields.day !== -1;
    return text[end] === '.' && isDigit(text[end + 1]) && isKnown ? digitsAt(text, end + 1).end : end;
  }
  const isDate =
    (one > 70 && (setDate(fields, one, two, three) || setDate(fields, one, three, two))) ||
    (sign !== '.' && setDate(fields, three, one, two, now)) ||
    setDate(fields, three, two, one, now) ||
    (sign === '.' && setDate(fields, three, one, two, now));
  return isDate ? end : undefined;
}

/** Eight digits of a date or six of a time; others are passed over. */
export function setCompact(text: string, at: number, fields: DateFields): number {
  const { value, end } = digitsAt(text, at);
  const [one, two, three] = [Math.floor(value / 10_000), Math.floor(value / 100) % 100, value % 100];
  if (end - at === 8) setDate(fields, one, two, three);
  else if (setTime(fields, one, two, three) && text[end] === '.' && isDigit(text[end + 1]))
    return digitsAt(text, end + 1).end;
  return end;
}
