/** Longest sleep, milliseconds: a computer that slept wakes to a clock that went on without it. */
const LONGEST_SLEEP_MS = 30_000;

export interface AlarmOptions {
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Resolves after `ms`, or at once when the signal aborts; never rejects. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  signal: AbortSignal;
  /** When there is something to do; undefined where there never is. */
  next: () => number | undefined;
  /** The time has come. */
  ring: () => void;
}

/** Rings whenever the time has come, until the signal aborts. What it returns is called when `next` has changed. */
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
