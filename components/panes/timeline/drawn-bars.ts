import type { Scale } from './scale';
import type { Span } from './spans';
import type { View } from './view';

/** A part of the line, and how close together in it two bars may be drawn. */
export interface DrawnPart {
  readonly from: number;
  readonly to: number;
  /** What is closer than this to its like is not seen beside it, 0 to 1 of the line. */
  readonly least: number;
}

/** More than this side by side are narrower than the narrowest bar. A row of no more is drawn whole, however close they stand. */
const MOST_IN_WINDOW = 240;

/**
 * The part of the line to draw for a view: the window, and some more on both sides. It stays the same while a person zooms or moves a
 * little, so that little is drawn anew.
 */
export function drawnPart({ zoom, from }: View): DrawnPart {
  const level = 2 ** (Math.ceil(Math.log2(zoom) * 2) / 2);
  // A quarter of a window of this level; one of the present zoom is six of them at most.
  const step = 1 / level / 4;
  const first = Math.floor(from / step);
  return { from: (first - 1) * step, to: (first + 8) * step, least: 1 / level / MOST_IN_WINDOW };
}

export interface DrawnBar {
  readonly span: Span;
  /** Where it stands on the line, 0 to 1. */
  readonly left: number;
  readonly right: number;
}

/**
 * The bars of a row that can be seen in a part of the line, in order. Where there are many, the first of those that fall into the same
 * place and look alike stands for all; the one that is `kept` (chosen, or with the focus) is always among them.
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
