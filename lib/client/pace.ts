/** How often what is slow is done at most, milliseconds. */
export const PACE_MS = 200;

/** Does something again and again, the last time included. */
interface Pace {
  /** Does it now. */
  now(): void;
  /** Does it now, or, if it is slow and was done just now, once a pause is over. */
  soon(): void;
}

/** Does something whenever it is asked to; while that is slow, at most once per pause. */
export function createPace(act: () => void, isSlow: () => boolean): Pace {
  let pause: ReturnType<typeof setTimeout> | undefined;
  let asked = false;
  const now = (): void => {
    clearTimeout(pause);
    pause = undefined;
    asked = false;
    act();
    if (isSlow()) pause = setTimeout(over, PACE_MS);
  };
  const over = (): void => {
    pause = undefined;
    if (asked) now();
  };
  return {
    now,
    soon() {
      if (pause === undefined) now();
      else asked = true;
    },
  };
}
