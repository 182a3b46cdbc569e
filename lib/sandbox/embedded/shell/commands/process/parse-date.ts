import { clockAt, instantOf, type Instant } from '../../builtins/strftime';
import { CommandFailure } from '../context';
import { dateTokens, type DateToken, type DateUnit } from './date-tokens';

/** Reads a date as `date -d` does, to milliseconds. Throws `Failure` if it is invalid. */
export function parseDate(text: string, now: number, zone: string): number {
  const { seconds, nanos } = parseInstant(text, now, zone);
  return seconds * 1000 + nanos / 1e6;
}

/** Reads a date as `date -d` does. Throws `Failure` if it is invalid. */
export function parseInstant(text: string, now: number, zone: string): Instant {
  const [named = '', own] = /^\s*TZ="([^"]*)"\s*/.exec(text) ?? [];
  const tokens = dateTokens(text.slice(named.length));
  const found = tokens && new DateReader(tokens, instantOf(now), own ?? zone).value();
  if (!found) throw new CommandFailure(`invalid date ‘${text}’`);
  return found;
}

type NumberToken = Extract<DateToken, { kind: 'number' }>;

/** Follows the grammar of GNU's dates. */
class DateReader {
  private at = 0;
  private year: { value: number; digits: number };
  private month: number;
  private day: number;
  private hour: number;
  private minute: number;
  private second: number;
  private nanos: number;
  private meridian: number | undefined;
  private offset: number | undefined;
  private weekday = { day: 0, by: 0 };
  private readonly moved: Record<DateUnit, number> = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 };
  private movedNanos = 0;
  private readonly seen = { dates: 0, times: 0, days: 0, zones: 0, moves: 0 };

  constructor(
    private readonly tokens: readonly DateToken[],
    private readonly now: Instant,
    private readonly zone: string,
  ) {
    const { year, month, day, hour, minute, second } = clockAt(now.seconds * 1000, zone);
    this.year = { value: year, digits: 0 };
    [this.month, this.day, this.hour, this.minute, this.second] = [month, day, hour, minute, second];
    this.nanos = now.nanos;
  }

  value(): Instant | undefined {
    const [first, second] = this.tokens;
    if (first?.kind === 'character' && first.text === '@')
      return second?.kind === 'number' && this.tokens.length === 2
        ? { seconds: second.value, nanos: second.nanos ?? 0 }
        : undefined;
    while (this.at < this.tokens.length) if (!this.item()) return undefined;
    const { dates, times, days, zones } = this.seen;
    return Math.max(dates, times, days, zones) > 1 ? undefined : this.instant();
  }

  private instant(): Instant | undefined {
    const { seen, moved } = this;
    const keeps = seen.times > 0 || (seen.moves > 0 && seen.dates === 0 && seen.days === 0);
    const hour = keeps ? this.hourOfDay() : 0;
    const [minute, second, nanos] = keeps ? [this.minute, this.second, this.nanos] : [0, 0, 0];
    const year = this.year.digits === 2 ? this.year.value + (this.year.value < 69 ? 2000 : 1900) : this.year.value;
    const whole = utc(year, this.month, this.day, hour, minute, second);
    if (hour === undefined || year < 0 || minute > 59 || second > 59 || isOther(whole, this.month, this.day))
      return undefined;
    const date = new Date(whole);
    if (seen.days > 0 && seen.dates === 0) {
      const { day, by } = this.weekday;
      const away = (day - date.getUTCDay() + 7) % 7;
      date.setUTCDate(date.getUTCDate() + away + 7 * (by - (by > 0 && away !== 0 ? 1 : 0)));
    }
    const local = utc(
      date.getUTCFullYear() + moved.year,
      date.getUTCMonth() + moved.month,
      date.getUTCDate() + moved.day,
      hour,
      minute,
      second,
    );
    const start = this.instantAt(local);
    if (start === undefined) return undefined;
    const total = nanos + this.movedNanos;
    const over = Math.floor(total / 1e9);
    return {
      seconds: start / 1000 + moved.hour * 3600 + moved.minute * 60 + moved.second + over,
      nanos: total - over * 1e9,
    };
  }

  private hourOfDay(): number | undefined {
    const { hour, meridian } = this;
    if (meridian === undefined) return hour < 24 ? hour : undefined;
    return hour > 0 && hour <= 12 ? (hour % 12) + meridian : undefined;
  }

  /** The instant at which clocks show a time; one with a time zone of its own is moved from there. */
  private instantAt(local: number): number | undefined {
    const away = (offset: number): number => local - offset * 60_000;
    const offsetAt = (instant: number): number => clockAt(instant, this.zone).offset;
    const offset = offsetAt(away(offsetAt(local)));
    // Where the clock is set forward, some times are left out: counted in days, they are those of the clock before.
    const skipped = offsetAt(away(offset)) !== offset;
    const { year, month, day } = this.moved;
    if (skipped && this.offset === undefined && year === 0 && month === 0 && day === 0) return undefined;
    const instant = skipped ? away(offsetAt(away(offset) - 86_400_000)) : away(offset);
    return this.offset === undefined ? instant : instant + (offsetAt(instant) - this.offset) * 60_000;
  }

  /** The next token if it is of a kind, which is taken then. */
  private take<K extends DateToken['kind']>(kind: K): Extract<DateToken, { kind: K }> | undefined {
    const token = this.tokens[this.at];
    if (!isOf(token, kind)) return undefined;
    this.at += 1;
    return token;
  }

  private character(text: string): boolean {
    const token = this.tokens[this.at];
    if (token?.kind !== 'character' || token.text !== text) return false;
    this.at += 1;
    return true;
  }

  /** The next token if it is a whole number, with a sign or without one. */
  private whole(signed: boolean): NumberToken | undefined {
    const token = this.tokens[this.at];
    if (token?.kind !== 'number' || token.nanos !== undefined || (token.sign !== '') !== signed) return undefined;
    this.at += 1;
    return token;
  }

  private item(): boolean {
    const number = this.take('number');
    if (number) return number.sign === '' && number.nanos === undefined ? this.afterNumber(number) : this.move(number);
    const month = this.take('month');
    if (month) return this.afterMonth(month.value);
    const day = this.take('day');
    if (day) {
      this.character(',');
      return this.setWeekday(day.value, 0);
    }
    const ordinal = this.take('ordinal');
    if (ordinal) {
      const named = this.take('day');
      return named ? this.setWeekday(named.value, ordinal.value) : this.move(ordinal);
    }
    const shift = this.take('shift');
    if (shift) {
      this.moved.day += shift.value;
      this.seen.moves += 1;
      return true;
    }
    if (isOf(this.tokens[this.at], 'unit')) return this.move({ value: 1 });
    return this.zoned();
  }

  private afterNumber(first: NumberToken): boolean {
    const next = this.tokens[this.at];
    if (next?.kind === 'unit') return this.move(first);
    const day = this.take('day');
    if (day) return this.setWeekday(day.value, first.value);
    const month = this.take('month');
    if (month) {
      const signed = this.whole(true);
      const year = signed ? { value: -signed.value, digits: signed.digits } : this.whole(false);
      return this.setDate(year, month.value, first.value);
    }
    if (next?.kind === 'meridian' || (next?.kind === 'character' && next.text === ':')) return this.time(first);
    if (this.character('/')) return this.slashed(first);
    if (next?.kind === 'number' && next.sign !== '') return this.beforeSigned(first);
    return this.bare(first);
  }

  /** `2024-01-15`, `10 +2` with a time zone, or a number and what moves the date: `2024 +1 day`. */
  private beforeSigned(first: NumberToken): boolean {
    const next = this.tokens[this.at + 1];
    if (next?.kind === 'unit') return this.bare(first);
    const signed = this.whole(true);
    if (!signed) return false;
    const day = this.whole(true);
    if (!day) return this.setTime(first.value, 0, 0) && this.setZone(0, signed);
    if (!this.setDate(first, -signed.value - 1, -day.value)) return false;
    const after = this.tokens[this.at + 1];
    // Between a date and a time, T is no time zone.
    if (after?.kind === 'number' && after.sign === '' && this.character('T')) {
      const hour = this.whole(false);
      return hour !== undefined && this.time(hour);
    }
    return true;
  }

  private slashed(first: NumberToken): boolean {
    const second = this.whole(false);
    if (!second) return false;
    if (!this.character('/')) return this.setDate(undefined, first.value - 1, second.value);
    const third = this.whole(false);
    if (!third) return false;
    return first.digits >= 4
      ? this.setDate(first, second.value - 1, third.value)
      : this.setDate(third, first.value - 1, second.value);
  }

  private afterMonth(month: number): boolean {
    const day = this.whole(false);
    if (day) {
      if (!this.character(',')) return this.setDate(undefined, month, day.value);
      const year = this.whole(false);
      return year !== undefined && this.setDate(year, month, day.value);
    }
    const [signed, year] = [this.whole(true), this.whole(true)];
    if (!signed || !year) return false;
    return this.setDate({ value: -year.value, digits: year.digits }, month, -signed.value);
  }

  private time(hour: NumberToken): boolean {
    let [minute, second, nanos] = [0, 0, 0];
    if (this.character(':')) {
      const minutes = this.whole(false);
      if (!minutes) return false;
      minute = minutes.value;
      if (this.character(':')) {
        const seconds = this.take('number');
        if (!seconds || seconds.sign !== '') return false;
        [second, nanos] = [seconds.value, seconds.nanos ?? 0];
      }
    }
    this.setTime(hour.value, minute, second, nanos);
    this.meridian = this.take('meridian')?.value;
    // After a time, a signed number is its time zone, whatever follows: `08:30 + 2 hours` is an hour after 08:30 in UTC+2.
    const signed = this.meridian === undefined ? this.whole(true) : undefined;
    return signed ? this.setZone(0, signed) : true;
  }

  /** Digits alone: a year, a date or a time. */
  private bare({ value, digits }: NumberToken): boolean {
    const { dates, times, moves } = this.seen;
    if (dates > 0 && this.year.digits === 0 && moves === 0 && (times > 0 || digits > 2)) this.year = { value, digits };
    else if (digits > 4)
      return this.setDate(
        { value: Math.floor(value / 10_000), digits: digits - 4 },
        (Math.floor(value / 100) % 100) - 1,
        value % 100,
      );
    else if (digits <= 2) this.setTime(value, 0, 0);
    else this.setTime(Math.floor(value / 100), value % 100, 0);
    return true;
  }

  /** A time zone, which a number may follow: the hours from there, or by how much the date moves. */
  private zoned(): boolean {
    const minutes = this.take('zone')?.value ?? (this.character('T') ? -7 * 60 : undefined);
    // J is the time zone here.
    if (minutes === undefined) return this.character('J');
    if (this.take('summer')) return this.setZone(minutes + 60);
    const after = this.tokens[this.at + 1];
    const signed = after?.kind === 'unit' ? undefined : this.whole(true);
    return this.setZone(minutes, signed);
  }

  private setZone(minutes: number, signed?: NumberToken): boolean {
    this.seen.zones += 1;
    this.offset = minutes;
    if (!signed) return true;
    const { value, digits, sign } = signed;
    const given = this.character(':') ? this.whole(false)?.value : undefined;
    const most = 24 * 60;
    const full = given === undefined && digits <= 2 ? value * 100 : value;
    const by =
      given === undefined ? Math.trunc(full / 100) * 60 + (full % 100) : value * 60 + (sign === '-' ? -given : given);
    this.offset += by;
    return Math.abs(by) <= most;
  }

  private setTime(hour: number, minute: number, second: number, nanos = 0): true {
    this.seen.times += 1;
    [this.hour, this.minute, this.second, this.nanos, this.meridian] = [hour, minute, second, nanos, undefined];
    return true;
  }

  private setDate(year: { value: number; digits: number } | undefined, month: number, day: number): boolean {
    this.seen.dates += 1;
    [this.month, this.day] = [month, day];
    if (year) this.year = { value: year.value, digits: year.digits };
    return true;
  }

  private setWeekday(day: number, by: number): true {
    this.seen.days += 1;
    this.weekday = { day, by };
    return true;
  }

  /** Moves the date by a number of the unit that follows; `ago` turns that round. */
  private move({ value, nanos }: { value: number; nanos?: number | undefined }): boolean {
    const unit = this.take('unit');
    if (!unit || (nanos !== undefined && unit.unit !== 'second')) return false;
    const factor = this.take('ago')?.value ?? 1;
    this.moved[unit.unit] += value * unit.size * factor;
    this.movedNanos += (nanos ?? 0) * factor;
    this.seen.moves += 1;
    return true;
  }
}

const isOf = <K extends DateToken['kind']>(
  token: DateToken | undefined,
  kind: K,
): token is Extract<DateToken, { kind: K }> => token?.kind === kind;

/** `Date.UTC`, for which years before 100 are not those of the 20th century. */
function utc(year: number, month: number, day: number, hour = 0, minute = 0, second = 0): number {
  const date = new Date(Date.UTC(2000, 0, 1, hour, minute, second));
  date.setUTCFullYear(year, month, day);
  return date.getTime();
}

/** Whether a date has become another one, as there is no such day. */
const isOther = (ms: number, month: number, day: number): boolean => {
  const date = new Date(ms);
  return date.getUTCMonth() !== month || date.getUTCDate() !== day;
};
