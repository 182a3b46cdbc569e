/** A stretch of time, milliseconds. */
export interface Stretch {
  start: number;
  end: number;
}

interface Break {
  /** The position of the break on the line, 0 to 1. */
  at: number;
  /** The time that is left out, milliseconds. */
  ms: number;
}

export interface Scale {
  /** The position of an instant on the line, 0 to 1. */
  at(time: number): number;
  breaks: readonly Break[];
  /** The time that is shown, milliseconds. */
  shown: number;
}

/** The longest an idle gap is drawn, as a share of the busy time. */
const GAP = 0.06;

/**
 * A time line on which idle gaps are shortened, so that a person who thinks for a minute does not squeeze everything else into
 * a corner. `busy` lists the stretches of activity, in any order.
 */
export function scaleOf(busy: readonly Stretch[]): Scale {
  const merged = merge(busy);
  const total = merged.reduce((sum, { start, end }) => sum + end - start, 0);
  const widest = Math.max(total * GAP, 1);

  const knots: { time: number; x: number }[] = [];
  const cuts: { x: number; ms: number }[] = [];
  let x = 0;
  let last: number | undefined;
  for (const { start, end } of merged) {
    if (last !== undefined) {
      const gap = start - last;
      const width = Math.min(gap, widest);
      if (width < gap) cuts.push({ x: x + width / 2, ms: gap - width });
      x += width;
    }
    knots.push({ time: start, x });
    x += end - start;
    knots.push({ time: end, x });
    last = end;
  }
  const length = x || 1;

  const at = (time: number): number => {
    const index = firstFrom(knots, time);
    const right = knots[index];
    if (!right) return knots.length === 0 ? 0 : 1;
    const left = knots[index - 1];
    if (!left) return 0;
    const part = right.time === left.time ? 1 : (time - left.time) / (right.time - left.time);
    return (left.x + part * (right.x - left.x)) / length;
  };
  return { at, shown: x, breaks: cuts.map((cut) => ({ at: cut.x / length, ms: cut.ms })) };
}

/** The index of the first knot that is not before a time; a binary search, as thousands of bars ask twice each. */
function firstFrom(knots: readonly { time: number }[], time: number): number {
  let low = 0;
  let high = knots.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((knots[middle]?.time ?? Infinity) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

function merge(stretches: readonly Stretch[]): Stretch[] {
  const merged: Stretch[] = [];
  for (const { start, end } of stretches.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}
