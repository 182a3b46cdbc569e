import type { Locale } from '../messages/locale';
import { textIn } from '../messages/text';

const formats = new Map<string, Intl.NumberFormat>();

/** To make a format costs far more than to use it. */
function formatOf(locale: Locale, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, options);
  formats.set(key, format);
  return format;
}

/** A duration for people, in a language, from milliseconds: `12 ms`, `3.4 s`, `2 min 5 s`. */
export function duration(ms: number, locale: Locale): string {
  const text = textIn(locale, 'elements');
  if (ms < 0.95) return text('underOneMs');
  if (ms < 999.5) return text('ms', { ms: String(Math.round(ms)) });
  if (ms < 59_950) return text('seconds', { seconds: withDecimals(ms / 1000, 1, locale) });
  const seconds = Math.round(ms / 1000);
  return text('minutes', { minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
}

/** A duration in milliseconds with all its figures, in a language: `12,345.6 ms`. */
export const exactDuration = (ms: number, locale: Locale): string =>
  textIn(locale, 'elements')('ms', { ms: formatOf(locale, { maximumFractionDigits: 1 }).format(ms) });

/** How long ago something was, in a language, from milliseconds: `now`, `5 min. ago`, `3 hr. ago`, `2 days ago`. */
export function ago(ms: number, locale: Locale): string {
  const minutes = Math.floor(ms / 60_000);
  const hours = Math.floor(minutes / 60);
  if (minutes < 1) return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(0, 'second');
  const past = new Intl.RelativeTimeFormat(locale, { style: 'short' });
  if (minutes < 60) return past.format(-minutes, 'minute');
  return hours < 24 ? past.format(-hours, 'hour') : past.format(-Math.floor(hours / 24), 'day');
}

/** Digits after the point of a short count: Chinese counts in ten thousands, so it takes one more to be as exact. */
const SHORT_DIGITS: Readonly<Record<Locale, number>> = { en: 1, zh: 2 };

/** A count in short form, in a language: `842`, `1.2K`, `3.4M`; `1240`, `1.85万`. */
export const count = (value: number, locale: Locale): string =>
  formatOf(locale, {
    notation: 'compact',
    maximumFractionDigits: value < 1000 ? 0 : SHORT_DIGITS[locale],
  }).format(value);

/** US dollars, in a language; small amounts keep enough digits to tell them apart. */
export function dollars(value: number, locale: Locale): string {
  const digits = value === 0 ? 0 : value < 0.01 ? 4 : 3;
  return formatOf(locale, {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value);
}

/** A path for people: relative to the project folder. */
export function shortPath(path: string, workdir: string | undefined): string {
  return workdir && path.startsWith(`${workdir}/`) ? path.slice(workdir.length + 1) : path;
}

const withDecimals = (value: number, digits: number, locale: Locale): string =>
  formatOf(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);

/** A date and time to the second, in a language, from milliseconds since the epoch. */
export const timeOf = (at: number, locale: Locale): string =>
  new Date(at).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'medium' });

/** A time of day to the second, in a language, from milliseconds since the epoch. */
export const clockOf = (at: number, locale: Locale): string =>
  new Date(at).toLocaleTimeString(locale, { timeStyle: 'medium' });

/** A date and time to the minute with its time zone, in a language; the browser's zone without one. */
export function zonedTime(at: number, locale: Locale, timeZone?: string): string {
  const options = { dateStyle: 'medium', timeStyle: 'short', ...(timeZone !== undefined && { timeZone }) } as const;
  const format = new Intl.DateTimeFormat(locale, options);
  return `${format.format(at)} (${format.resolvedOptions().timeZone})`;
}
