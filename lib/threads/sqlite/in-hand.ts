/** What is in somebody's hand already is not read again: many who follow one thread, and take nothing of it, hold its long entries once. */
export class InHand<T extends object> {
  readonly #held = new Map<string, WeakRef<T>>();
  readonly #letGo = new FinalizationRegistry<string>((key) => {
    if (!this.#held.get(key)?.deref()) this.#held.delete(key);
  });

  /** What `read` gives, or gave to somebody who still has it. Nobody may change it. */
  shared(key: string, read: () => T): T {
    const known = this.#held.get(key)?.deref();
    if (known) return known;
    const value = read();
    this.#held.set(key, new WeakRef(value));
    this.#letGo.register(value, key);
    return value;
  }
}
