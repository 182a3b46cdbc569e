import type { View } from './view';

/** A mark on the axis. */
export interface Tick {
  /** Where it is in the window, 0 to 1. */
  readonly at: number;
  /** Milliseconds of activity before it. */
  readonly ms: number;
}

/** About as many marks as fit, also on a phone. */
const MARKS = 5;

/** Marks at round numbers of milliseconds over the part of a line of `shown` milliseconds that is in view. */
export function ticksOf(shown: number, { zoom, from }: View): Tick[] {
  const width = shown / zoom;
  const start = from * shown;
  if (!(width > 0)) return [];
  const step = roundUp(width / MARKS);
  const first = Math.ceil(start / step);
  const last = Math.floor((start + width) / step);
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const ms = (first + index) * step;
    return { at: (ms - start) / width, ms };
  });
}

/** The next of 1, 2 and 5 times a power of ten. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return (ROUND.find((factor) => factor * power >= value) ?? 10) * power;
}

const ROUND = [1, 2, 5, 10];
