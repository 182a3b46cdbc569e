import { AbortReason } from '../abort-reason';

/** The limits of one execution: its own signal, and the moment from which nobody waits for it any more. */
export interface CutOff {
  /** Aborts when the outer signal does, or at the deadline. */
  readonly signal: AbortSignal;
  /** Resolves when the signal has aborted and the grace is over. */
  readonly abandoned: Promise<void>;
  /** Has to be called: the outer signal lives longer than the execution. */
  clear(): void;
}

/**
 * Cuts off after `ms` milliseconds with the given message, or with `outer`, and abandons `graceMs` milliseconds later. Made
 * by hand: `AbortSignal.any` costs more than all the rest of a call.
 */
export function cutOff(outer: AbortSignal, ms: number, message: () => string, graceMs: number): CutOff {
  const own = new AbortController();
  let abandon: () => void;
  const abandoned = new Promise<void>((resolve) => {
    abandon = resolve;
  });
  let timer = setTimeout(() => cut(new AbortReason('timeout', message())), ms);
  const follow = (): void => cut(outer.reason);
  const cut = (reason: unknown): void => {
    clearTimeout(timer);
    timer = setTimeout(abandon, graceMs);
    own.abort(reason);
  };
  if (outer.aborted) follow();
  else outer.addEventListener('abort', follow, { once: true });
  return {
    signal: own.signal,
    abandoned,
    clear() {
      clearTimeout(timer);
      outer.removeEventListener('abort', follow);
    },
  };
}

/** What something settles to, or a rejection with the signal's reason as soon as that aborts. */
export async function untilAborted<T>(pending: T, signal: AbortSignal): Promise<Awaited<T>> {
  let leave = (): void => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    leave = () => reject(signal.reason);
  });
  if (signal.aborted) leave();
  else signal.addEventListener('abort', leave, { once: true });
  try {
    return await Promise.race([pending, aborted]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
