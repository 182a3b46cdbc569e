/** Writes what is newest, one write at a time: what changes during a write is written once after it. */
export interface LatestWrite {
  /** Asks for a write. Resolves when what held at this moment, or something newer, is written. */
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
