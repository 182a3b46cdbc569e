import type { Locale } from '../messages/locale';

/** A duration for people, from milliseconds: `12 ms`, `3.4 s`, `2 min 5 s`. */
export function duration(ms: number): string {
  if (ms < 0.95) return '<1 ms';
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** How long ago something was, in a language, from milliseconds: `now`, `5 min. ago`, `3 hr. ago`, `2 days ago`. */
export function ago(ms: number, locale: Locale): string {
  const minutes = Math.floor(ms / 60_000);
  const hours = Math.floor(minutes / 60);
  if (minutes < 1) return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(0, 'second');
  const past = new Intl.RelativeTimeFormat(locale, { style: 'short' });
  if (minutes < 60) return past.format(-minutes, 'minute');
  return hours < 24 ? past.format(-hours, 'hour') : past.format(-Math.floor(hours / 24), 'day');
}

/** A count in short form: `842`, `1.2K`, `3.4M`. */
export function count(value: number): string {
  if (value < 1000) return String(Math.round(value));
  if (value < 999_950) return `${trimmed(value / 1000)}K`;
  return `${trimmed(value / 1_000_000)}M`;
}

/** US dollars; small amounts keep enough digits to tell them apart. */
export const dollars = (value: number): string => (value === 0 ? '$0' : `$${value.toFixed(value < 0.01 ? 4 : 3)}`);

/** `1 issue`, `2 issues`. */
export const plural = (value: number, noun: string, many = `${noun}s`): string =>
  `${value} ${value === 1 ? noun : many}`;

/** A path for people: relative to the project folder. */
export function shortPath(path: string, workdir: string | undefined): string {
  return workdir && path.startsWith(`${workdir}/`) ? path.slice(workdir.length + 1) : path;
}

const trimmed = (value: number): string => value.toFixed(1).replace(/\.0$/, '');

/** A date and time to the second, in a language, from milliseconds since the epoch. */
export const timeOf = (at: number, locale: Locale): string =>
  new Date(at).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'medium' });

/** A time of day to the second, in a language, from milliseconds since the epoch. */
export const clockOf = (at: number, locale: Locale): string =>
  new Date(at).toLocaleTimeString(locale, { timeStyle: 'medium' });
