import type { View } from './view';

/** A mark on the axis. */
export interface Tick {
  /** Its position in the window, 0 to 1. */
  readonly at: number;
  /** Milliseconds of activity before it. */
  readonly ms: number;
}

/** Marks are at whole milliseconds: timings are no finer. */
const LEAST_MS = 1;

/** About as many marks as fit, even on a phone. */
const MARKS = 5;

/** Marks at round numbers of milliseconds in the visible part of a line that is `shown` milliseconds long. */
export function ticksOf(shown: number, { zoom, from }: View): Tick[] {
  const width = shown / zoom;
  const start = from * shown;
  if (!(width > 0)) return [];
  const step = Math.max(LEAST_MS, roundUp(width / MARKS));
  const first = Math.ceil(start / step);
  const last = Math.floor((start + width) / step);
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const ms = (first + index) * step;
    return { at: (ms - start) / width, ms };
  });
}

/** Rounds up to 1, 2 or 5 times a power of ten. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return (ROUND.find((factor) => factor * power >= value) ?? 10) * power;
}

const ROUND = [1, 2, 5, 10];
