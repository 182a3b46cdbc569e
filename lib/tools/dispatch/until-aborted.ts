/** Settles like `pending`, or rejects with the signal's reason as soon as the signal aborts. */
export async function untilAborted<T>(pending: T, signal: AbortSignal): Promise<Awaited<T>> {
  let leave = (): void => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    leave = () => reject(signal.reason);
  });
  if (signal.aborted) leave();
  else signal.addEventListener('abort', leave, { once: true });
  try {
    return await Promise.race([aborted, pending]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
