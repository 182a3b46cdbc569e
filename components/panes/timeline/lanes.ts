import { groupBy } from '../../elements/group-by';
import { GUARD_LANE } from './guard-spans';
import type { Span } from './spans';

/** A lane of the timeline: spans that overlap stand in rows of their own, so that what ran together is seen to. */
export interface Lane {
  name: string;
  rows: readonly (readonly Span[])[];
}

/** Lanes in the order in which they first appear. A guard's mark takes `least` milliseconds' room, however short it was. */
export function lanesOf(spans: readonly Span[], least = 0): Lane[] {
  return [...groupBy(spans, ({ lane }) => lane)].map(([name, own]) => ({
    name,
    rows: rowsOf(own, name === GUARD_LANE ? least : 0),
  }));
}

function rowsOf(spans: readonly Span[], least: number): Span[][] {
  const rows: Span[][] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const free = rows.find((row) => endOf(row.at(-1), least) <= span.start);
    if (free) free.push(span);
    else rows.push([span]);
  }
  return rows;
}

const endOf = (span: Span | undefined, least: number): number =>
  span ? Math.max(span.end, span.start + least) : -Infinity;
