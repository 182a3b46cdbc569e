/** Longest sleep, milliseconds: after the computer has slept, timers are late but the clock has moved on. */
const LONGEST_SLEEP_MS = 30_000;

export interface AlarmOptions {
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Resolves after `ms`, or at once when the signal aborts; never rejects. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  signal: AbortSignal;
  /** The time of the next ring; undefined if there is none. */
  next: () => number | undefined;
  /** Called when the time has come. */
  ring: () => void;
}

/** Rings whenever the time has come, until the signal aborts. Call the returned function when `next` has changed. */
export function createAlarm({ now, wait, signal, next, ring }: AlarmOptions): () => void {
  let sleep = new AbortController();
  void (async () => {
    while (!signal.aborted) {
      const at = next();
      if (at !== undefined && at <= now()) {
        ring();
        continue;
      }
      sleep = new AbortController();
      const woken = AbortSignal.any([signal, sleep.signal]);
      await (at === undefined ? aborted(woken) : wait(Math.min(LONGEST_SLEEP_MS, at - now()), woken));
    }
  })();
  return () => sleep.abort();
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
