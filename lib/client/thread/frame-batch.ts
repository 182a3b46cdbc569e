/** Collects bursts of work into one call per frame. */
export interface FrameBatch {
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
