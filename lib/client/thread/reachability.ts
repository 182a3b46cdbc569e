import type { RunResponse } from './run-client';
import type { Wait } from './wait';

/** Calls back whenever the browser has a network again, until `signal` aborts. */
export type OnOnline = (callback: () => void, signal: AbortSignal) => void;

export const pageOnline: OnOnline = (callback, signal) => addEventListener('online', callback, { signal });

const FIRST_LOOK_MS = 2_000;
const LONGEST_PAUSE_MS = 30_000;

interface ReachabilityOptions {
  wait: Wait;
  signal: AbortSignal;
  onOnline: OnOnline | undefined;
  /** Whether something failed because the server could not be reached. */
  failed: () => boolean;
  /** Asks the server for anything small. */
  ask: () => Promise<RunResponse<unknown>>;
  /** Called when the server answers, whatever it answers. */
  onReachable: () => void;
}

/** Looks, ever more seldom, whether a server that could not be reached answers again, until `signal` aborts. Never rejects. */
export async function watchReachability(options: ReachabilityOptions): Promise<void> {
  const { wait, signal, onOnline, failed, ask, onReachable } = options;
  let pauseMs = FIRST_LOOK_MS;
  let calmMs = 0;
  let pausing = new AbortController();
  onOnline?.(() => pausing.abort(), signal);
  while (!signal.aborted) {
    const waitMs = failed() ? pauseMs : FIRST_LOOK_MS;
    await wait(waitMs, AbortSignal.any([signal, pausing.signal]));
    if (signal.aborted) return;
    pausing = new AbortController();
    if (!failed()) {
      calmMs += waitMs;
      if (calmMs >= LONGEST_PAUSE_MS) pauseMs = FIRST_LOOK_MS;
      continue;
    }
    // What fails again although the server answers is tried ever more seldom, too.
    calmMs = 0;
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    if (isAnswer(await ask()) && failed()) onReachable();
  }
}

/** A gateway may answer in place of the server. */
const isAnswer = (answer: RunResponse<unknown>): boolean =>
  answer.ok || (answer.code !== 'NETWORK_ERROR' && (answer.status ?? 0) < 502);
