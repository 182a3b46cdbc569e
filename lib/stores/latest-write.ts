/** Writes the newest value, one write at a time: changes during a write lead to a single write after it. */
export interface LatestWrite {
  /** Requests a write. Resolves when the value as of now, or a newer one, is written. */
  request(): Promise<void>;
}

export function createLatestWrite(write: () => Promise<void>): LatestWrite {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const run = () => {
    running = write().finally(() => (running = undefined));
    return running;
  };
  const afterwards = async (before: Promise<void>) => {
    await before.catch(() => undefined);
    next = undefined;
    await run();
  };
  return { request: () => (running ? (next ??= afterwards(running)) : run()) };
}
