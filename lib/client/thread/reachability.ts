import type { RunResponse } from '../run-client';
import type { Wait } from '../wait';

/** Calls back whenever the browser has a network again, until `signal` aborts. */
export type OnOnline = (callback: () => void, signal: AbortSignal) => void;

export const pageOnline: OnOnline = (callback, signal) => addEventListener('online', callback, { signal });

const FIRST_LOOK_MS = 2_000;
const LONGEST_PAUSE_MS = 30_000;
/** How often what failed is done again although the server answers: a gateway may let all but that through. */
const MOST_AGAIN = 6;

interface ReachabilityOptions {
  wait: Wait;
  signal: AbortSignal;
  onOnline: OnOnline | undefined;
  /** Asks the server for anything small. */
  ask: () => Promise<RunResponse<unknown>>;
  /** Called when the server answers, whatever it answers. */
  onReachable: () => void;
  /** Called instead if that has been of no use, time and again. */
  onInVain: () => void;
}

/** Looks whether a server that could not be reached answers again; does nothing else. No method throws. */
export interface Reachability {
  /** The server could not be reached: looks ever more seldom, until `stop`. */
  start(): void;
  stop(): void;
  /** What fails from here on is not what failed before. */
  reset(): void;
}

export function createReachability({
  wait,
  signal,
  onOnline,
  ask,
  onReachable,
  onInVain,
}: ReachabilityOptions): Reachability {
  let pauseMs = FIRST_LOOK_MS;
  let again = 0;
  let phase = new AbortController();
  let pausing = new AbortController();
  onOnline?.(() => pausing.abort(), signal);

  const look = async (over: AbortSignal): Promise<void> => {
    while (!over.aborted) {
      await wait(pauseMs, AbortSignal.any([over, pausing.signal]));
      if (over.aborted) return;
      pausing = new AbortController();
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      const answer = await ask();
      if (over.aborted || !isAnswer(answer)) continue;
      if (again++ < MOST_AGAIN) onReachable();
      else return onInVain();
    }
  };
  // What fails again although the server answers is tried ever more seldom, too.
  const calm = async (over: AbortSignal): Promise<void> => {
    await wait(LONGEST_PAUSE_MS, over);
    if (!over.aborted) pauseMs = FIRST_LOOK_MS;
  };
  const enter = (next: (over: AbortSignal) => Promise<void>): void => {
    phase.abort();
    phase = new AbortController();
    void next(AbortSignal.any([signal, phase.signal]));
  };
  return { start: () => enter(look), stop: () => enter(calm), reset: () => void (again = 0) };
}

/** A gateway may answer in place of the server. */
const isAnswer = (answer: RunResponse<unknown>): boolean =>
  answer.ok || (answer.code !== 'NETWORK_ERROR' && (answer.status ?? 0) < 502);
