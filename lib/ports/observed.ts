/** A present value that can be read at once and watched. `value` keeps its identity until it changes. */
export interface Observed<T> {
  readonly value: T;
  /** Calls back after every change, until the function it returns is called. */
  subscribe(listener: () => void): () => void;
}

/** Those who want to hear of every change of a value. */
export interface Listeners {
  /** Calls back after every change, until the function it returns is called. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly notify: () => void;
}

export function createListeners(): Listeners {
  const listeners = new Set<() => void>();
  return {
    subscribe(listener) {
      // A function of its own for each subscription: the same listener may be there twice.
      const own = () => listener();
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    notify() {
      for (const listener of listeners) listener();
    },
  };
}
