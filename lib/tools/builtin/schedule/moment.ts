/** What people and models must know about every schedule. */
export const ONLY_WHILE_OPEN =
  'Jobs belong to this conversation and run only while it is open; what falls due while it is not is skipped.';

/** Local time with its time zone: `2026-05-04 09:00 (Europe/Berlin)`. Default: the browser's time zone. */
export function momentIn(at: number, timeZone?: string): string {
  const options = { dateStyle: 'short', timeStyle: 'short', ...(timeZone !== undefined && { timeZone }) } as const;
  const format = new Intl.DateTimeFormat('sv-SE', options);
  return `${format.format(at)} (${format.resolvedOptions().timeZone})`;
}
