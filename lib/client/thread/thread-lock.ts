/** How this tab came to run a thread's calls: no other tab did any more, or it took the thread over from one. */
export type LockGain = 'free' | 'taken';

/** The one tab that runs a thread's calls holds the Web Lock `thread:<id>`. */
export interface ThreadLock {
  /** Takes the lock from whichever tab holds it. */
  takeOver(): void;
  release(): void;
}

export interface ThreadLockOptions {
  /** Undefined where the browser has no locks: then every tab is its own. */
  locks: LockManager | undefined;
  threadId: string;
  onGained: (how: LockGain) => void;
  /** Another tab holds it: from the start, or because it took over. */
  onElsewhere: () => void;
}

/** Asks for the lock now, waits in line if another tab has it, and goes back in line when it is robbed. */
export function holdThreadLock({ locks, threadId, onGained, onElsewhere }: ThreadLockOptions): ThreadLock {
  const name = `thread:${threadId}`;
  let releaseHeld: (() => void) | undefined;
  let over = false;
  let waiting = new AbortController();

  const hold = (how: LockGain) => () => {
    if (over) return undefined;
    onGained(how);
    return new Promise<void>((resolve) => {
      releaseHeld = resolve;
    });
  };
  const lost = () => {
    releaseHeld = undefined;
    if (over) return;
    onElsewhere();
    waitInLine();
  };
  const waitInLine = () => {
    waiting = new AbortController();
    const { signal } = waiting;
    locks?.request(name, { signal }, hold('free')).catch(() => {
      if (!signal.aborted) lost();
    });
  };

  if (!locks) onGained('free');
  else {
    locks
      .request(name, { ifAvailable: true }, (lock) => {
        if (lock) return hold('free')();
        if (!over) {
          onElsewhere();
          waitInLine();
        }
        return undefined;
      })
      .catch(lost);
  }

  return {
    takeOver() {
      if (!locks || over || releaseHeld) return;
      waiting.abort();
      locks.request(name, { steal: true }, hold('taken')).catch(lost);
    },
    release() {
      over = true;
      waiting.abort();
      releaseHeld?.();
    },
  };
}
