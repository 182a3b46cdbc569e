import type { Scale } from './scale';
import type { Span } from './spans';
import type { View } from './view';

/** A part of the line, and the smallest distance between bars drawn in it. */
export interface DrawnPart {
  readonly from: number;
  readonly to: number;
  /** A bar that extends less than this beyond a similar one is not drawn, 0 to 1 of the line. */
  readonly least: number;
}

/** More bars side by side would be narrower than the narrowest bar. A row with at most this many is drawn in full. */
const MOST_IN_WINDOW = 240;

/**
 * The part of the line to draw for a view: the window and a margin on both sides. It stays the same for small zooms and moves,
 * so that little is drawn again.
 */
export function drawnPart({ zoom, from }: View): DrawnPart {
  const level = 2 ** (Math.ceil(Math.log2(zoom) * 2) / 2);
  // A quarter of a window at this zoom level; the present window spans at most six.
  const step = 1 / level / 4;
  const first = Math.floor(from / step);
  return { from: (first - 1) * step, to: (first + 8) * step, least: 1 / level / MOST_IN_WINDOW };
}

export interface DrawnBar {
  readonly span: Span;
  /** Its position on the line, 0 to 1. */
  readonly left: number;
  readonly right: number;
}

/**
 * The bars of a row that are visible in a part of the line, in order. If there are many, one bar stands for all bars of the
 * same state at the same place; a bar that is `kept` (selected or focused) is always included.
 */
export function drawnBars(
  row: readonly Span[],
  at: Scale['at'],
  { from, to, least }: DrawnPart,
  kept: (span: Span) => boolean = () => false,
): readonly DrawnBar[] {
  const bars = row.map((span) => ({ span, left: at(span.start), right: at(span.end) }));
  const isInPart = ({ left, right }: DrawnBar) => right >= from && left <= to;
  const areMany = bars.filter(isInPart).length > MOST_IN_WINDOW;
  const covered = new Map<Span['state'], number>();
  const drawn: DrawnBar[] = [];
  for (const bar of bars) {
    const { span, left, right } = bar;
    const seen = isInPart(bar) && (!areMany || right - (covered.get(span.state) ?? -Infinity) >= least);
    if (!seen && !kept(span)) continue;
    drawn.push(bar);
    covered.set(span.state, Math.max(right, left));
  }
  return drawn;
}
