/** The part of the line that is shown. */
export interface View {
  /** How many times as wide as the window the whole line is, from 1. */
  readonly zoom: number;
  /** Where the window begins, 0 to 1 of the line. */
  readonly from: number;
}

export const WHOLE: View = { zoom: 1, from: 0 };

/** As near as one may come: a millisecond in an hour is still a bar of some width. */
const MOST_ZOOM = 5000;

/** Zooms by a factor, so that what stands at `at` of the window, 0 to 1, stays there. */
export function zoomed({ zoom, from }: View, factor: number, at = 0.5): View {
  const next = Math.max(1, Math.min(MOST_ZOOM, zoom * factor));
  return within({ zoom: next, from: from + at / zoom - at / next });
}

/** Moves the window by a part of its own width. */
export const panned = ({ zoom, from }: View, part: number): View => within({ zoom, from: from + part / zoom });

/** Moves the window no further than it must so that a stretch of the line, 0 to 1, is seen. */
export function revealing(view: View, start: number, end: number): View {
  const width = 1 / view.zoom;
  const margin = width / 20;
  if (start >= view.from && Math.min(end, start + width) <= view.from + width) return view;
  const from = start < view.from ? start - margin : Math.min(start - margin, end - width + margin);
  return within({ ...view, from });
}

const within = ({ zoom, from }: View): View => ({ zoom, from: Math.max(0, Math.min(1 - 1 / zoom, from)) });
