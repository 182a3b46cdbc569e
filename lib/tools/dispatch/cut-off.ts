import { AbortReason } from '../abort-reason';

/** A signal that aborts when `signal` does, or after `ms` milliseconds with the given message. */
export function withDeadline(signal: AbortSignal, ms: number, message: string): { signal: AbortSignal; clear(): void } {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(new AbortReason('timeout', message)), ms);
  return { signal: AbortSignal.any([signal, deadline.signal]), clear: () => clearTimeout(timer) };
}

/** Resolves `ms` milliseconds after `signal` has aborted. */
export function afterAbort(signal: AbortSignal, ms: number): { passed: Promise<void>; clear(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const passed = new Promise<void>((resolve) => {
    const start = (): void => {
      timer = setTimeout(resolve, ms);
    };
    if (signal.aborted) start();
    else signal.addEventListener('abort', start, { once: true });
  });
  return { passed, clear: () => clearTimeout(timer) };
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
