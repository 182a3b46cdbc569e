/** A duration in milliseconds as people read it: `12 ms`, `3.4 s`, `2 min 5 s`. */
export function duration(ms: number): string {
  if (ms < 0.95) return '<1 ms';
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** How long ago something was, milliseconds: `just now`, `5 min ago`, `3 h ago`, `2 days ago`. */
export function ago(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? `${hours} h ago` : `${plural(Math.floor(hours / 24), 'day')} ago`;
}

/** A count, short: `842`, `1.2K`, `3.4M`. */
export function count(value: number): string {
  if (value < 1000) return String(Math.round(value));
  if (value < 999_950) return `${trimmed(value / 1000)}K`;
  return `${trimmed(value / 1_000_000)}M`;
}

/** US dollars; small sums keep enough digits to be told apart. */
export const dollars = (value: number): string => (value === 0 ? '$0' : `$${value.toFixed(value < 0.01 ? 4 : 3)}`);

/** `1 issue`, `2 issues`. */
export const plural = (value: number, noun: string, many = `${noun}s`): string =>
  `${value} ${value === 1 ? noun : many}`;

/** A path as people say it: relative to the folder the project is in. */
export function shortPath(path: string, workdir: string | undefined): string {
  return workdir && path.startsWith(`${workdir}/`) ? path.slice(workdir.length + 1) : path;
}

const trimmed = (value: number): string => value.toFixed(1).replace(/\.0$/, '');

/** A moment, to the second: milliseconds since the epoch. */
export const timeOf = (at: number): string =>
  new Date(at).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'medium' });
