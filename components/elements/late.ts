'use client';

import { useSyncExternalStore } from 'react';

interface Loaded<T> {
  readonly part?: T;
  readonly error?: unknown;
}

/**
 * Makes a hook that loads a part of the page when it is first used, and returns it once it is there. What is drawn with it is
 * drawn at once: React's `lazy` lets every key go first, so that it does not appear while somebody types.
 */
export function late<T>(load: () => Promise<T>): () => T | undefined {
  let state: Loaded<T> = {};
  let begun = false;
  const listeners = new Set<() => void>();
  const settle = (now: Loaded<T>): void => {
    state = now;
    for (const listener of listeners) listener();
  };
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    if (!begun) {
      begun = true;
      load().then(
        (part) => settle({ part }),
        (error: unknown) => settle({ error }),
      );
    }
    return () => void listeners.delete(listener);
  };
  const read = (): Loaded<T> => state;
  return function useLate() {
    const { part, error } = useSyncExternalStore(subscribe, read, read);
    // The boundary around it says what could not be loaded.
    if (error !== undefined) throw error;
    return part;
  };
}
