/** A present value that can be read at once and watched. `value` keeps its identity until it changes. */
export interface Observed<T> {
  readonly value: T;
  /** Calls back after every change, until the function it returns is called. */
  subscribe(listener: () => void): () => void;
}
