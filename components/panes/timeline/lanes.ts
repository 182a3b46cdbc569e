import type { Span } from './spans';
import { groupBy } from '../../elements/group-by';

/** A lane of the timeline: spans that overlap stand in rows of their own, so that what ran together is seen to. */
export interface Lane {
  name: string;
  rows: readonly (readonly Span[])[];
}

/** Lanes in the order in which they first appear. */
export function lanesOf(spans: readonly Span[]): Lane[] {
  return [...groupBy(spans, ({ lane }) => lane)].map(([name, own]) => ({ name, rows: rowsOf(own) }));
}

function rowsOf(spans: readonly Span[]): Span[][] {
  const rows: Span[][] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const free = rows.find((row) => (row.at(-1)?.end ?? -Infinity) <= span.start);
    if (free) free.push(span);
    else rows.push([span]);
  }
  return rows;
}
