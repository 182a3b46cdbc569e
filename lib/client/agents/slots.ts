/** Limits how many work at the same time; others wait in line. */
export interface Slots {
  /** Resolves with a function that frees the slot, or with undefined once the signal aborts. */
  take(signal: AbortSignal): Promise<(() => void) | undefined>;
}

export function createSlots(most: number): Slots {
  let free = most;
  const line: (() => void)[] = [];
  const giveBack = () => {
    const next = line.shift();
    if (next) next();
    else free++;
  };
  /** Frees the slot only once, however often it is called. */
  const once = () => {
    let given = false;
    return () => {
      if (!given) giveBack();
      given = true;
    };
  };
  return {
    take: (signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve(undefined);
        if (free > 0) {
          free--;
          return resolve(once());
        }
        const enter = () => {
          signal.removeEventListener('abort', leave);
          resolve(once());
        };
        const leave = () => {
          line.splice(line.indexOf(enter), 1);
          resolve(undefined);
        };
        signal.addEventListener('abort', leave, { once: true });
        line.push(enter);
      }),
  };
}
