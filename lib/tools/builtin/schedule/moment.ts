/** What a person and a model have to know of every timetable here. */
export const ONLY_WHILE_OPEN =
  'Jobs run only while the page is open; what falls into a time when it is closed is not made up for.';

/** A moment as a wall clock shows it, with its time zone: `2026-05-04 09:00 (Europe/Berlin)`. Without one the browser's. */
export function momentIn(at: number, timeZone?: string): string {
  const options = { dateStyle: 'short', timeStyle: 'short', ...(timeZone !== undefined && { timeZone }) } as const;
  const format = new Intl.DateTimeFormat('sv-SE', options);
  return `${format.format(at)} (${format.resolvedOptions().timeZone})`;
}
