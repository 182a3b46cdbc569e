import { GUARD_LANE } from './guard-spans';
import type { Stretch } from './scale';
import { isWaiting, type Span } from './spans';

/**
 * The stretches of time in which something happened. `folded` leaves out those in which calls only waited, also from the calls
 * that those were made in; what others did meanwhile stays.
 */
export function busyStretches(spans: readonly Span[], folded: boolean): Stretch[] {
  const busy = spans.filter(({ lane, start, end }) => lane !== GUARD_LANE || end > start);
  if (!folded) return busy;
  const outer = new Map(
    spans.flatMap((span): [string, readonly string[]][] => {
      const around = outerCalls(span);
      return span.callId === undefined || around.length === 0 ? [] : [[span.callId, around]];
    }),
  );
  const waits = new Map<string, Stretch[]>();
  for (const span of busy.filter(isWaiting)) {
    const around = new Set(span.callId === undefined ? outerCalls(span) : [span.callId]);
    for (const id of around) for (const next of outer.get(id) ?? []) around.add(next);
    for (const id of around) waits.set(id, [...(waits.get(id) ?? []), span]);
  }
  return busy
    .filter((span) => !isWaiting(span))
    .flatMap((span) => without(span, (span.callId !== undefined && waits.get(span.callId)) || []));
}

/** The calls that a span's call was made in. A nested call is shown as one of the call that made it. */
const outerCalls = ({ callId, inside }: Span): readonly string[] =>
  inside && !inside.callIds.includes(callId ?? '') ? inside.callIds : [];

/** A stretch without the parts that the others cover. */
function without(whole: Stretch, others: readonly Stretch[]): Stretch[] {
  const parts: Stretch[] = [];
  let from = whole.start;
  for (const { start, end } of others.toSorted((a, b) => a.start - b.start)) {
    if (end <= from || start >= whole.end) continue;
    if (start > from) parts.push({ start: from, end: start });
    from = Math.max(from, end);
  }
  return from < whole.end || from === whole.start ? [...parts, { start: from, end: whole.end }] : parts;
}
