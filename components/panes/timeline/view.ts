/** The visible part of the line. */
export interface View {
  /** How many times wider than the window the whole line is; at least 1. */
  readonly zoom: number;
  /** Where the window begins on the line, 0 to 1. */
  readonly from: number;
}

export const WHOLE: View = { zoom: 1, from: 0 };

/** The largest zoom: a millisecond in an hour still has a visible bar. */
const MOST_ZOOM = 5000;

/** Zooms by a factor and keeps what is at `at` of the window, 0 to 1, in place. */
export function zoomed({ zoom, from }: View, factor: number, at = 0.5): View {
  const next = Math.max(1, Math.min(MOST_ZOOM, zoom * factor));
  return within({ zoom: next, from: from + at / zoom - at / next });
}

/** Moves the window by a share of its own width. */
export const panned = ({ zoom, from }: View, part: number): View => within({ zoom, from: from + part / zoom });

/** Moves the window only as far as needed to show a stretch of the line, 0 to 1. */
export function revealing(view: View, start: number, end: number): View {
  const width = 1 / view.zoom;
  const margin = width / 20;
  if (start >= view.from && Math.min(end, start + width) <= view.from + width) return view;
  const from = start < view.from ? start - margin : Math.min(start - margin, end - width + margin);
  return within({ ...view, from });
}

const within = ({ zoom, from }: View): View => ({ zoom, from: Math.max(0, Math.min(1 - 1 / zoom, from)) });
