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

/** Collects bursts of work into one call per frame. */
interface FrameBatch {
  /** Calls back with the next frame; further requests before that have no effect. */
  request(): void;
  /** Calls back now instead, if a call is due. */
  flush(): void;
  cancel(): void;
}

/** A hidden tab draws no frames, so it uses a timer; what cannot wait is flushed. */
export function createFrameBatch(callback: () => void): FrameBatch {
  let cancelFrame: (() => void) | undefined;
  const cancel = () => {
    cancelFrame?.();
    cancelFrame = undefined;
  };
  return {
    request() {
      cancelFrame ??= nextFrame(() => {
        cancelFrame = undefined;
        callback();
      });
    },
    flush() {
      if (!cancelFrame) return;
      cancel();
      callback();
    },
    cancel,
  };
}

function nextFrame(run: () => void): () => void {
  if (typeof document === 'object' && document.visibilityState === 'visible') {
    const frame = requestAnimationFrame(run);
    return () => cancelAnimationFrame(frame);
  }
  const timer = setTimeout(run, 16);
  return () => clearTimeout(timer);
}

/** How long work goes on before the page's other work runs, milliseconds. */
const SLICE_MS = 16;

/** Slices of time for work that comes in many pieces, all of which may be there already. */
interface Slices {
  /** Resolves once the page's other work has run; at once if this slice has not lasted long. */
  yieldToOthers(): Promise<void>;
}

/** Begins work in slices. Keys and frames come between two of them; a timer would take a second where nobody sees the tab. */
export function createSlices(): Slices {
  let since = performance.now();
  return {
    async yieldToOthers() {
      if (performance.now() - since < SLICE_MS) return;
      await new Promise<void>((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          port1.close();
          resolve();
        };
        port2.postMessage(null);
      });
      since = performance.now();
    },
  };
}
