/** How this tab came to run a thread's calls: no other tab was running them any more, or it took over from one. */
export type LockGain = 'free' | 'taken';

/** The one tab that runs a thread's calls holds the Web Lock `thread:<id>`. */
export interface ThreadLock {
  /** Takes the lock from whichever tab holds it. */
  takeOver(): void;
  release(): void;
}

interface ThreadLockOptions {
  /** Undefined if the browser has no locks: then every tab runs on its own. */
  locks: LockManager | undefined;
  threadId: string;
  onGained: (how: LockGain) => void;
  /** Another tab holds the lock: from the start, or because it took over. */
  onElsewhere: () => void;
}

/** Requests the lock, waits in line if another tab has it, and rejoins the line if it is taken away. */
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
