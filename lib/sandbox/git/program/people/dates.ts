import type { Signature } from '../../store/person';

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const two = (value: number): string => String(value).padStart(2, '0');

/** Minutes that a zone such as `+0530` is ahead of UTC. */
export const zoneMinutes = (zone: string): number => {
  const [, sign, hours, minutes] = /^([+-])(\d\d)(\d\d)$/.exec(zone) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
};

/** The local time zone at a time, such as `+0200`. */
export function localZone(seconds: number): string {
  const ahead = -new Date(seconds * 1000).getTimezoneOffset();
  const minutes = Math.abs(ahead);
  return `${ahead < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`;
}

/** What people call the local time zone at a time, such as `CET`. */
const zoneName = (seconds: number): string =>
  new Date(seconds * 1000).toLocaleTimeString('en-US', { timeZoneName: 'short' }).replace(/^.*\s/, '');

type When = Pick<Signature, 'time' | 'zone'>;

/** A time in one of git's formats: `default`, `iso`, `short`, `relative`, `format:%Y`… */
export function formatDate({ time, zone }: When, format = 'default', now = Date.now() / 1000): string {
  if (format.startsWith('format-local:'))
    return formatDate(
      { time, zone: localZone(time) },
      format.replace('-local', '').replaceAll('%Z', zoneName(time)),
      now,
    );
  if (format.endsWith('-local') || format === 'local') {
    const text = formatDate({ time, zone: localZone(time) }, format.replace(/-?local$/, '') || 'default', now);
    return format === 'local' || format === 'default-local' ? text.replace(/ [+-]\d{4}$/, '') : text;
  }
  const local = new Date((time + zoneMinutes(zone) * 60) * 1000);
  const [year, month, day] = [local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()];
  const clock = [local.getUTCHours(), local.getUTCMinutes(), local.getUTCSeconds()].map(two).join(':');
  const date = `${year}-${two(month + 1)}-${two(day)}`;
  const [weekday, monthName] = [DAYS[local.getUTCDay()] ?? '', MONTHS[month] ?? ''];
  switch (format) {
    case 'default':
    case 'normal':
      return `${weekday} ${monthName} ${day} ${clock} ${year} ${zone}`;
    case 'iso':
    case 'iso8601':
      return `${date} ${clock} ${zone}`;
    case 'iso-strict':
    case 'iso8601-strict':
      return `${date}T${clock}${zone === '+0000' ? '+00:00' : `${zone.slice(0, 3)}:${zone.slice(3)}`}`;
    case 'rfc':
    case 'rfc2822':
      return `${weekday}, ${day} ${monthName} ${year} ${clock} ${zone}`;
    case 'short':
      return date;
    case 'raw':
      return `${time} ${zone}`;
    case 'unix':
      return String(time);
    case 'relative':
      return relative(now - time);
    case 'human':
      return human({ time, zone }, local, now);
    default:
      if (format.startsWith('format:')) return strftime(format.slice('format:'.length), local, { time, zone });
      throw new Error(`unknown date format ${format}`);
  }
}

const count = (value: number, unit: string): string => `${value} ${unit}${value === 1 ? '' : 's'}`;

/** Such as `3 hours ago`, rounded as git rounds. */
function relative(seconds: number): string {
  if (seconds < 0) return 'in the future';
  const round = (value: number, by: number) => Math.floor((value + by / 2) / by);
  if (seconds < 90) return `${count(Math.floor(seconds), 'second')} ago`;
  const minutes = round(seconds, 60);
  if (minutes < 90) return `${count(minutes, 'minute')} ago`;
  const hours = round(minutes, 60);
  if (hours < 36) return `${count(hours, 'hour')} ago`;
  const days = round(hours, 24);
  if (days < 14) return `${count(days, 'day')} ago`;
  if (days < 70) return `${count(round(days, 7), 'week')} ago`;
  if (days < 365) return `${count(round(days, 30), 'month')} ago`;
  if (days < 1825) {
    const months = Math.floor((days * 12 * 2 + 365) / (365 * 2));
    const [years, rest] = [Math.floor(months / 12), months % 12];
    return `${count(years, 'year')}${rest > 0 ? `, ${count(rest, 'month')}` : ''} ago`;
  }
  return `${count(round(days, 365), 'year')} ago`;
}

/** As little of a date as tells it from now. `local`: the time in its own zone. */
function human({ time, zone }: When, local: Date, now: number): string {
  const own = localZone(now);
  const today = new Date((now + zoneMinutes(own) * 60) * 1000);
  const [day, month] = [local.getUTCDate(), MONTHS[local.getUTCMonth()]];
  if (local.getUTCFullYear() !== today.getUTCFullYear()) return `${month} ${day} ${local.getUTCFullYear()}`;
  const passed = local.getUTCMonth() === today.getUTCMonth() ? today.getUTCDate() - day : undefined;
  if (passed === 0) return relative(now - time);
  const clock = `${two(local.getUTCHours())}:${two(local.getUTCMinutes())}`;
  const weekday = DAYS[local.getUTCDay()];
  if (passed === undefined || passed < 0 || passed >= 5) return `${weekday} ${month} ${day} ${clock}`;
  return `${weekday} ${clock}${zone === own ? '' : ` ${zone}`}`;
}

const FULL_DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const FULL_MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** The week of ISO 8601 that a day is in, and its year. */
function isoWeek(day: Date): { year: number; week: number } {
  const thursday = new Date(day);
  thursday.setUTCDate(day.getUTCDate() + 4 - (day.getUTCDay() || 7));
  const year = thursday.getUTCFullYear();
  return { year, week: Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / 86_400_000 / 7) + 1 };
}

function strftime(format: string, local: Date, { time, zone }: When): string {
  const hours = local.getUTCHours();
  const dayOfYear = Math.floor((local.getTime() - Date.UTC(local.getUTCFullYear(), 0, 1)) / 86_400_000);
  const values: Readonly<Record<string, () => string>> = {
    Y: () => String(local.getUTCFullYear()),
    y: () => two(local.getUTCFullYear() % 100),
    m: () => two(local.getUTCMonth() + 1),
    d: () => two(local.getUTCDate()),
    e: () => String(local.getUTCDate()).padStart(2),
    H: () => two(hours),
    I: () => two(hours % 12 || 12),
    M: () => two(local.getUTCMinutes()),
    S: () => two(local.getUTCSeconds()),
    p: () => (hours < 12 ? 'AM' : 'PM'),
    a: () => DAYS[local.getUTCDay()] ?? '',
    A: () => FULL_DAYS[local.getUTCDay()] ?? '',
    b: () => MONTHS[local.getUTCMonth()] ?? '',
    h: () => MONTHS[local.getUTCMonth()] ?? '',
    B: () => FULL_MONTHS[local.getUTCMonth()] ?? '',
    j: () => String(dayOfYear + 1).padStart(3, '0'),
    U: () => two(Math.floor((dayOfYear + 7 - local.getUTCDay()) / 7)),
    W: () => two(Math.floor((dayOfYear + 7 - ((local.getUTCDay() + 6) % 7)) / 7)),
    C: () => two(Math.floor(local.getUTCFullYear() / 100)),
    k: () => String(hours).padStart(2),
    l: () => String(hours % 12 || 12).padStart(2),
    P: () => (hours < 12 ? 'am' : 'pm'),
    u: () => String(local.getUTCDay() || 7),
    w: () => String(local.getUTCDay()),
    s: () => String(time),
    z: () => zone,
    V: () => two(isoWeek(local).week),
    g: () => two(isoWeek(local).year % 100),
    G: () => String(isoWeek(local).year),
    // The name of a zone is only known of the local one.
    Z: () => '',
    n: () => '\n',
    t: () => '\t',
    '%': () => '%',
  };
  const composed = format
    .replaceAll('%F', '%Y-%m-%d')
    .replaceAll('%T', '%H:%M:%S')
    .replaceAll('%R', '%H:%M')
    .replaceAll('%r', '%I:%M:%S %p')
    .replaceAll('%D', '%m/%d/%y')
    .replaceAll('%x', '%m/%d/%y')
    .replaceAll('%X', '%H:%M:%S')
    .replaceAll('%c', '%a %b %e %H:%M:%S %Y');
  return composed.replace(/%(.)/gs, (whole, key: string) => values[key]?.() ?? whole);
}
