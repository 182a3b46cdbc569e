/** A current value that can be read at any time and observed. `value` keeps its identity until it changes. */
export interface Observed<T> {
  readonly value: T;
  /** Calls back after every change, until the function it returns is called. */
  subscribe(listener: () => void): () => void;
}

/** The subscribers to a value's changes. */
export interface Listeners {
  /** Calls back after every change, until the function it returns is called. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly notify: () => void;
}

export function createListeners(): Listeners {
  const listeners = new Set<() => void>();
  return {
    subscribe(listener) {
      // Wrapped, because the same listener may be subscribed twice.
      const own = () => listener();
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    notify() {
      for (const listener of listeners) listener();
    },
  };
}
