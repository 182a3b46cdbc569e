import { groupBy } from '@/lib/protocol/group-by';
import { GUARD_LANE } from './guard-spans';
import { MODEL_LANE, type Span } from './spans';

/** A lane of the timeline: overlapping spans are in separate rows, so that parallel work is visible. */
export interface Lane {
  /** Unique among lanes. */
  key: string;
  name: string;
  /** The number of calls that it is nested in. */
  depth: number;
  /** At least one. */
  rows: readonly (readonly Span[])[];
  /** Set if it stands for everything inside a call: closed, all in this lane; open, in lanes below it. */
  inside?: { id: string; open: boolean };
}

/**
 * The lanes in order of first appearance; below each lane, those inside its calls. A guard's mark takes up at least `least`
 * milliseconds, however short it was.
 */
export function lanesOf(spans: readonly Span[], least = 0, isOpen: (id: string) => boolean = () => false): Lane[] {
  const groups = groupsOf(spans);
  const lanes = level(
    spans.filter(({ inside }) => !inside),
    '',
    0,
  );
  // Groups whose calls are not on the line, such as calls of an earlier page.
  return [...lanes, ...[...groups.keys()].flatMap((id) => groupLanes(id, 0))];

  function level(own: readonly Span[], prefix: string, depth: number): Lane[] {
    return [...groupBy(own, ({ lane }) => lane)].flatMap(([name, bars]) => [
      { key: `${prefix}/${name}`, name, depth, rows: rowsOf(bars, name === GUARD_LANE ? least : 0) },
      ...idsInside(bars).flatMap((id) => groupLanes(id, depth + 1)),
    ]);
  }

  function groupLanes(id: string, depth: number): Lane[] {
    const group = groups.get(id);
    if (!group) return [];
    groups.delete(id);
    const open = isOpen(id);
    const head = { key: `:${id}`, name: group.name, depth, inside: { id, open } };
    if (!open) return [{ ...head, rows: rowsOf(allInside(group.spans), 0) }];
    const model = group.spans.filter(({ lane }) => lane === MODEL_LANE);
    const others = group.spans.filter(({ lane }) => lane !== MODEL_LANE);
    return [{ ...head, rows: rowsOf(model, 0) }, ...level(others, `:${id}`, depth + 1)];
  }

  function idsInside(bars: readonly Span[]): string[] {
    const calls = new Set(bars.flatMap(({ callId }) => callId ?? []));
    return [...groups].flatMap(([id, { callIds }]) => (callIds.some((callId) => calls.has(callId)) ? id : []));
  }

  /** The bars, and everything inside the calls among them. */
  function allInside(bars: readonly Span[]): Span[] {
    const deeper = idsInside(bars).flatMap((id) => {
      const { spans: own = [] } = groups.get(id) ?? {};
      groups.delete(id);
      return allInside(own);
    });
    return [...bars, ...deeper];
  }
}

interface Group {
  name: string;
  callIds: readonly string[];
  spans: Span[];
}

function groupsOf(spans: readonly Span[]): Map<string, Group> {
  const groups = new Map<string, Group>();
  for (const span of spans) {
    if (!span.inside) continue;
    const { id, name, callIds } = span.inside;
    const group = groups.get(id) ?? { name, callIds, spans: [] };
    group.spans.push(span);
    groups.set(id, group);
  }
  return groups;
}

function rowsOf(spans: readonly Span[], least: number): Span[][] {
  const rows: Span[][] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const free = rows.find((row) => endOf(row.at(-1), least) <= span.start);
    if (free) free.push(span);
    else rows.push([span]);
  }
  return rows.length > 0 ? rows : [[]];
}

const endOf = (span: Span | undefined, least: number): number =>
  span ? Math.max(span.end, span.start + least) : -Infinity;
