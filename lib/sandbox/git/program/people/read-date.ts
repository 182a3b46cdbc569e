import { GitFailure } from '../../git-failure';
import {
  digitsAt,
  isDigit,
  lettersAt,
  localFields,
  localSeconds,
  monthAt,
  severalAt,
  weekdayAt,
  type DateFields,
} from './date-fields';
import { readExactDate } from './exact-date';

const DAY = 24 * 3600;

const LENGTHS: readonly (readonly [string, number])[] = [
  ['seconds', 1],
  ['minutes', 60],
  ['hours', 3600],
  ['days', DAY],
  ['weeks', 7 * DAY],
];
const NUMBERS = 'zero one two three four five six seven eight nine ten'.split(' ');

/** A date as people write it: `2 days ago`, `yesterday`, `last.week`, `noon`, `Jan 5`, `2024-01-02`. Seconds since 1970. */
export function readDate(text: string, now = Date.now() / 1000): number {
  const found = approximateDate(text, now);
  if (found === undefined) throw new GitFailure(`invalid date format: ${text}`);
  return found;
}

/** Like `readDate`; where git takes what it cannot read for now, this is undefined. */
export function approximateDate(text: string, now = Date.now() / 1000): number | undefined {
  const exact = readExactDate(text);
  if (exact) return exact.time;
  const reading = new Reading(Math.floor(now));
  for (let at = 0; at < text.length;) {
    if (isDigit(text[at])) at = reading.digits(text, at);
    else if (/[A-Za-z]/.test(text[at] ?? '')) at = reading.word(text, at);
    else at++;
  }
  return reading.result();
}

/** When something expires, in seconds: at once is later than all times. */
export function expiryText(text: string): string {
  if (text === 'never' || text === 'false') return '0';
  return text === 'now' || text === 'all' ? String(2n ** 64n - 1n) : String(readDate(text));
}

/** A date that is read word by word. What is not said is as it is now. */
class Reading {
  private readonly fields: DateFields;
  private readonly today: DateFields;
  /** A number of which it is not known yet what it counts; 0 if there is none. */
  private pending = 0;
  private understood = false;

  constructor(private readonly now: number) {
    this.today = localFields(now);
    this.fields = { ...this.today, year: -1, month: -1, day: -1 };
  }

  result(): number | undefined {
    this.place();
    const time = this.goBack(0);
    return this.understood ? time : undefined;
  }

  digits(text: string, at: number): number {
    this.place();
    this.understood = true;
    const several = severalAt(text, at, this.fields, this.now);
    if (several !== undefined) return several;
    const { value, end } = digitsAt(text, at);
    // Zeros come before small numbers only: `Dec 02`, never `Dec 0002`.
    if (text[at] !== '0' || end - at <= 2) this.pending = value;
    return end;
  }

  word(text: string, at: number): number {
    const [letters = ''] = /^[A-Za-z]+/.exec(text.slice(at)) ?? [];
    if (this.names(text, at) || (this.pending === 0 ? this.counts(text, at) : this.measures(text, at)))
      this.understood = true;
    return at + letters.length;
  }

  /** A month, or one of the words for a time. */
  private names(text: string, at: number): boolean {
    const month = monthAt(text, at);
    if (month) {
      this.fields.month = month.number;
      return true;
    }
    const special = SPECIAL.find(([name]) => lettersAt(text, at, name) === name.length);
    if (!special) return false;
    const [, act] = special;
    if ('hour' in act) this.atHour(act.hour);
    else if ('half' in act) this.inHalf(act.half);
    else {
      this.pending = 0;
      if (act.back === Infinity) Object.assign(this.fields, localFields(0));
      else this.goBack(act.back);
    }
    return true;
  }

  /** `two`, or `last` for one. */
  private counts(text: string, at: number): boolean {
    const number = NUMBERS.findIndex((name, value) => value > 0 && lettersAt(text, at, name) === name.length);
    if (number > 0) this.pending = number;
    else if (lettersAt(text, at, 'last') === 4) this.pending = 1;
    else return false;
    return true;
  }

  /** What the number before it counts. */
  private measures(text: string, at: number): boolean {
    const { fields, pending: count } = this;
    const unit = LENGTHS.find(([name]) => lettersAt(text, at, name) >= name.length - 1);
    const weekday = unit ? undefined : weekdayAt(text, at)?.number;
    if (unit) this.goBack(unit[1] * count);
    else if (weekday !== undefined) {
      const days = fields.weekday - weekday;
      this.goBack((days + 7 * (days <= 0 ? count : count - 1)) * DAY);
    } else if (lettersAt(text, at, 'months') >= 5) {
      this.goBack(0);
      const months = fields.month - count;
      fields.month = ((months % 12) + 12) % 12;
      fields.year += Math.floor(months / 12);
    } else if (lettersAt(text, at, 'years') >= 4) {
      this.goBack(0);
      fields.year -= count;
    } else return false;
    this.pending = 0;
    return true;
  }

  /** The last time that it was this hour. */
  private atHour(hour: number): void {
    this.place();
    if (this.fields.hour < hour) this.goBack(DAY);
    Object.assign(this.fields, { hour, minute: 0, second: 0 });
  }

  /** Before or after noon. */
  private inHalf(from: number): void {
    const { fields, pending } = this;
    if (pending > 0) Object.assign(fields, { hour: pending, minute: 0, second: 0 });
    fields.hour = (fields.hour % 12) + from;
    this.pending = 0;
  }

  /** Takes a number that nothing follows for a day, a month or a year, whichever is not known. */
  private place(): void {
    const { fields, pending } = this;
    this.pending = 0;
    if (pending === 0) return;
    if (fields.day < 0 && pending < 32) fields.day = pending;
    else if (fields.month < 0 && pending < 13) fields.month = pending - 1;
    else if (fields.year < 0) {
      if (pending > 1969 && pending < 2100) fields.year = pending - 1900;
      else if (pending > 69 && pending < 100) fields.year = pending;
      else if (pending < 38) fields.year = pending + 100;
    }
  }

  /** Fills in what is not known and goes back so many seconds. */
  private goBack(seconds: number): number {
    const { fields, today } = this;
    if (fields.day < 0) fields.day = today.day;
    if (fields.month < 0) fields.month = today.month;
    if (fields.year < 0) fields.year = fields.month > today.month ? today.year - 1 : today.year;
    const time = localSeconds(fields) - seconds;
    Object.assign(fields, localFields(time));
    return time;
  }
}

/** Words for times: the hour, the half of the day, or how far back they are. */
const SPECIAL: readonly (readonly [string, { hour: number } | { half: number } | { back: number }])[] = [
  ['yesterday', { back: DAY }],
  ['noon', { hour: 12 }],
  ['midnight', { hour: 0 }],
  ['tea', { hour: 17 }],
  ['PM', { half: 12 }],
  ['AM', { half: 0 }],
  ['never', { back: Infinity }],
  ['now', { back: 0 }],
];
