import { clockAt, strftime } from '../../builtins/strftime';
import { errorText } from '../../io/error-text';
import { CommandFailure, UsageFailure, type Command, type CommandContext } from '../context';
import { messageName } from '../message-name';
import { parseOptions } from '../options';

const ISO: Readonly<Record<string, string>> = {
  '': '%F',
  date: '%F',
  hours: '%FT%H%:z',
  minutes: '%FT%H:%M%:z',
  seconds: '%FT%T%:z',
  ns: '%FT%T,%N%:z',
};
const RFC: Readonly<Record<string, string>> = { date: '%F', seconds: '%F %T%:z', ns: '%F %T.%N%:z' };

/** The format for a precision, which may be abbreviated: `-Is`. Throws `Failure` for an unknown one. */
function precise(
  given: string | undefined,
  formats: Readonly<Record<string, string>>,
  option: string,
): string | undefined {
  if (given === undefined) return undefined;
  const name = Object.keys(formats).find((one) => one === given || (given !== '' && one.startsWith(given)));
  if (name === undefined) throw new CommandFailure(`invalid argument ‘${given}’ for ‘${option}’`);
  return formats[name];
}

export const date: Command = async (context) => {
  const options = parseOptions(
    context.args,
    'd: f: I:: R r: s: u date:=d file:=f iso-8601::=I rfc-email=R rfc-2822=R rfc-3339: reference:=r set:=s utc=u universal=u debug',
  );
  const zone = options.has('u') ? 'UTC' : (context.env.TZ ?? '').replace(/^:/, '');
  if (options.has('s')) return context.fail('cannot set date: Operation not permitted');
  const [format, extra] = options.operands;
  if (extra !== undefined) throw new UsageFailure(`extra operand ‘${extra}’`);
  if (format !== undefined && !format.startsWith('+')) throw new CommandFailure(`invalid date ‘${format}’`);
  if (['d', 'f', 'r'].filter((name) => options.has(name)).length > 1)
    throw new UsageFailure('the options to specify dates for printing are mutually exclusive');
  if ([format !== undefined, ...['I', 'R', 'rfc-3339'].map((name) => options.has(name))].filter(Boolean).length > 1)
    throw new CommandFailure('multiple output formats specified');
  const reference = options.get('r');
  const pattern =
    format?.slice(1) ??
    precise(options.get('I'), ISO, '--iso-8601') ??
    (options.has('R') ? '%a, %d %b %Y %H:%M:%S %z' : undefined) ??
    precise(options.get('rfc-3339'), RFC, '--rfc-3339') ??
    '%a %b %e %H:%M:%S %Z %Y';
  const times: number[] = [];
  if (options.has('f'))
    for (const line of await context.open(options.get('f') ?? '-').lines())
      times.push(parseDate(line, Date.now(), zone));
  else if (reference !== undefined) times.push(changedAt(context, reference));
  else {
    const text = options.get('d');
    times.push(text === undefined ? Date.now() : parseDate(text, Date.now(), zone));
  }
  for (const ms of times) context.out.write(`${strftime(pattern, ms, zone)}\n`);
  return 0;
};

function changedAt(context: CommandContext, path: string): number {
  try {
    return context.sys.stat(context.path(path)).mtimeMs;
  } catch (error) {
    throw new CommandFailure(`${messageName(context.name, path)}: ${errorText(error)}`);
  }
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const NUMBERS: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  next: 1,
  last: -1,
  this: 0,
  first: 1,
  third: 3,
  fourth: 4,
  fifth: 5,
  sixth: 6,
};
const UNITS: Readonly<Record<string, number>> = {
  sec: 1000,
  second: 1000,
  min: 60_000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
  fortnight: 1_209_600_000,
};
const ZONES: Readonly<Record<string, number>> = {
  utc: 0,
  gmt: 0,
  z: 0,
  est: -300,
  edt: -240,
  cst: -360,
  cdt: -300,
  mst: -420,
  mdt: -360,
  pst: -480,
  pdt: -420,
  cet: 60,
  cest: 120,
};

/** Parses a date as `date -d` does, to milliseconds. Throws `Failure` if it is invalid. */
export function parseDate(text: string, now: number, zone: string): number {
  const [named = '', own] = /^\s*TZ="([^"]*)"\s*/.exec(text) ?? [];
  return new DateReader(text.slice(named.length), now, own ?? zone).value();
}

class DateReader {
  private rest: string;
  private year: number;
  private month: number;
  private day: number;
  private clock: [number, number, number] | undefined;
  private fraction = 0;
  private offset: number | undefined;
  private months = 0;
  private shift = 0;
  private days = 0;
  private weekday: { day: number; by: number } | undefined;
  private dated = false;
  /** Whether the date came with a year; if not, a number that follows is one. */
  private hasYear = false;

  constructor(
    private readonly text: string,
    private readonly now: number,
    private readonly zone: string,
  ) {
    this.rest = text.trim().toLowerCase();
    const { year, month, day } = clockAt(now, zone);
    [this.year, this.month, this.day] = [year, month, day];
  }

  value(): number {
    const seconds = /^@(-?\d+(?:\.\d+)?)$/.exec(this.rest)?.[1];
    if (seconds !== undefined) return Number(seconds) * 1000;
    let started = false;
    while (this.rest !== '') {
      if (!this.take()) throw new CommandFailure(`invalid date ‘${this.text}’`);
      started = true;
    }
    if (this.dated && this.day > new Date(Date.UTC(this.year, this.month + 1, 0)).getUTCDate())
      throw new CommandFailure(`invalid date ‘${this.text}’`);
    const relative = !this.dated && this.clock === undefined && this.weekday === undefined && started;
    const current = clockAt(this.now, this.zone);
    const [hour, minute, second] =
      this.clock ?? (relative ? [current.hour, current.minute, current.second] : [0, 0, 0]);
    let local = Date.UTC(this.year, this.month + this.months, this.day + this.days, hour, minute, second);
    // A weekday is ignored if there is a date.
    if (this.weekday && !this.dated) {
      const away = (this.weekday.day - new Date(local).getUTCDay() + 7) % 7;
      const { by } = this.weekday;
      local += (away + (by > 0 ? (away === 0 ? by : by - 1) : by) * 7) * 86_400_000;
    }
    return this.instantAt(local) + this.shift + this.fraction;
  }

  /** The instant at which clocks show a time; one with a time zone of its own is moved from there. */
  private instantAt(local: number): number {
    const away = (offset: number): number => local - offset * 60_000;
    const offsetAt = (instant: number): number => clockAt(instant, this.zone).offset;
    const offset = offsetAt(away(offsetAt(local)));
    // Where the clock is set forward, some times are left out: counted in days, they are those of the clock before.
    const skipped = offsetAt(away(offset)) !== offset;
    if (skipped && this.offset === undefined && this.months === 0 && this.days === 0)
      throw new CommandFailure(`invalid date ‘${this.text}’`);
    const instant = skipped ? away(offsetAt(away(offset) - 86_400_000)) : away(offset);
    return this.offset === undefined ? instant : instant + (offsetAt(instant) - this.offset) * 60_000;
  }

  private match(pattern: RegExp): RegExpExecArray | null {
    const found = pattern.exec(this.rest);
    if (found) this.rest = this.rest.slice(found[0].length).replace(/^[\s,]+/, '');
    return found;
  }

  private setDate(year: number | undefined, month: number, day: number): boolean {
    if (month < 0 || month > 11 || day < 1) return false;
    [this.month, this.day, this.dated] = [month, day, true];
    if (year !== undefined) [this.year, this.hasYear] = [year, true];
    return true;
  }

  private take(): boolean {
    return this.takeDate() || this.takeYear() || this.takeTime() || this.takeRelative() || this.takeWord();
  }

  private takeDate(): boolean {
    let found = this.match(/^(\d{4})-(\d{1,2})-(\d{1,2})(?:t(?=\d)|(?!\d))/);
    if (found) return this.setDate(Number(found[1]), Number(found[2]) - 1, Number(found[3]));
    found = this.match(/^(\d{1,2})\/(\d{1,2})(?:\/(\d{2,4}))?(?!\d)/);
    if (found) return this.setDate(fullYear(found[3]), Number(found[1]) - 1, Number(found[2]));
    found = this.match(/^(\d{4})\/(\d{1,2})\/(\d{1,2})/);
    if (found) return this.setDate(Number(found[1]), Number(found[2]) - 1, Number(found[3]));
    found = this.match(/^(\d{4})(\d{2})(\d{2})(?!\d)/);
    if (found) return this.setDate(Number(found[1]), Number(found[2]) - 1, Number(found[3]));
    const names = MONTHS.join('|');
    found = this.match(
      new RegExp(`^(\\d{1,2})[\\s-]*(${names})[a-z]*\\.?(?:[\\s,-]+(\\d{4}|\\d{1,3}(?!\\s*[a-z]))(?![:\\d]))?`),
    );
    // A number that follows is a year, also if it looks like a time.
    if (found && found[3] === undefined && /^\d{1,2}:/.test(this.rest))
      throw new CommandFailure(`invalid date ‘${this.text}’`);
    if (found) return this.setDate(fullYear(found[3]), MONTHS.indexOf(found[2] ?? ''), Number(found[1]));
    found = this.match(
      new RegExp(`^(${names})[a-z]*\\.?[\\s-]+(\\d{1,2})(?:st|nd|rd|th)?(?![:\\d])(?:[\\s,-]+(\\d{4})(?![:\\d]))?`),
    );
    if (found) return this.setDate(fullYear(found[3]), MONTHS.indexOf(found[1] ?? ''), Number(found[2]));
    return false;
  }

  /** A year that does not follow its day at once, as in what `date` prints. */
  private takeYear(): boolean {
    if (!this.dated || this.hasYear) return false;
    const found = this.match(this.clock === undefined ? /^\d{3,}(?![\d:])/ : /^\d+(?![\d:])(?!\s*[a-z])/);
    if (found) [this.year, this.hasYear] = [fullYear(found[0]) ?? this.year, true];
    return found !== null;
  }

  private takeTime(): boolean {
    const bare = this.dated ? this.match(/^(\d{2})(\d{2})(?!\d)/) : null;
    if (bare) {
      this.clock = [Number(bare[1]), Number(bare[2]), 0];
      return Number(bare[1]) < 24 && Number(bare[2]) < 60;
    }
    const found =
      this.match(/^(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:[.,](\d+))?)?\s*(am|pm)?/) ??
      this.match(/^(\d{1,2})()()()\s*(am|pm)\b/);
    if (!found) return false;
    const half = found[5];
    const hour = half ? (Number(found[1]) % 12) + (half === 'pm' ? 12 : 0) : Number(found[1]);
    if (hour > 23 || Number(found[2] || 0) > 59 || Number(found[3] || 0) > 59) return false;
    this.clock = [hour, Number(found[2] || 0), Number(found[3] || 0)];
    this.fraction = found[4] ? Number(`0.${found[4]}`) * 1000 : 0;
    const zone =
      // After a time, a signed number is its time zone, whatever follows: `08:30 + 2 hours` is 08:30 in UTC+2,
      // plus an hour.
      this.match(/^([-+])\s*(\d{1,2}?)(?::?(\d{2}))?(?!\d)/) ??
      // `UTC+2` is a zone two hours ahead of UTC.
      this.match(/^(z|utc|gmt|est|edt|cst|cdt|mst|mdt|pst|pdt|cet|cest)\b(?:([-+]\d{1,2})(?::?(\d{2}))?(?!\d))?/);
    const hours = Number(zone?.[2] ?? 0);
    const minutes = Number(zone?.[3] ?? 0);
    if (Math.abs(hours) > 24 || minutes > 59) throw new CommandFailure(`invalid date ‘${this.text}’`);
    const away = (zone?.[2]?.startsWith('-') || zone?.[1] === '-' ? -1 : 1) * (Math.abs(hours) * 60 + minutes);
    if (zone) this.offset = (ZONES[zone[1] ?? ''] ?? 0) + away;
    return true;
  }

  private takeRelative(): boolean {
    const found = this.match(
      /^([-+]?\s*\d+|an?|(?=sec|min|hour|day|week|fortnight|month|year)|next|last|this|first|third|fourth|fifth|sixth)\s*(sec|second|min|minute|hour|day|week|fortnight|month|year)s?\b(\s+ago\b)?/,
    );
    if (!found) return false;
    const word = (found[1] ?? '').replaceAll(/\s/g, '');
    const count = (NUMBERS[word] ?? (word === '' ? 1 : Number(word))) * (found[3] ? -1 : 1);
    const unit = found[2] ?? '';
    if (unit === 'month') this.months += count;
    else if (unit === 'year') this.months += 12 * count;
    else if (unit === 'day' || unit === 'week' || unit === 'fortnight')
      this.days += count * { day: 1, week: 7, fortnight: 14 }[unit];
    else this.shift += count * (UNITS[unit] ?? 0);
    return true;
  }

  private takeWord(): boolean {
    const day = this.match(new RegExp(`^(next|last|this)?\\s*(${DAYS.join('|')})[a-z]*`));
    if (day) {
      this.weekday = { day: DAYS.indexOf(day[2] ?? ''), by: NUMBERS[day[1] ?? 'this'] ?? 0 };
      return true;
    }
    const letter = this.match(/^[a-ik-z](?![a-z])/)?.[0];
    if (letter !== undefined) {
      this.offset = militaryOffset(letter);
      return true;
    }
    const word = this.match(/^(now|today|yesterday|tomorrow|utc|gmt|ago)\b/)?.[1];
    if (word === 'yesterday') this.days -= 1;
    else if (word === 'tomorrow') this.days += 1;
    else if (word === 'utc' || word === 'gmt') this.offset = 0;
    return word !== undefined;
  }
}

/** The minutes ahead of UTC of a time zone with a letter: A to M without J are east, N to Y west. */
function militaryOffset(letter: string): number {
  const east = 'abcdefghiklm'.indexOf(letter) + 1;
  return (east > 0 ? east : -('nopqrstuvwxy'.indexOf(letter) + 1)) * 60;
}

const fullYear = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : text.length === 2 ? Number(text) + (Number(text) < 69 ? 2000 : 1900) : Number(text);
