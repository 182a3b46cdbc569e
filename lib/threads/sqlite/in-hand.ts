/**
 * Shares values that are still in use instead of reading them again: many slow followers of a thread hold its long entries
 * in memory once.
 */
export class InHand<T extends object> {
  readonly #held = new Map<string, WeakRef<T>>();
  readonly #letGo = new FinalizationRegistry<string>((key) => {
    if (!this.#held.get(key)?.deref()) this.#held.delete(key);
  });

  /** The result of `read`, or an earlier one that is still in use. Treat it as immutable. */
  shared(key: string, read: () => T): T {
    const known = this.#held.get(key)?.deref();
    if (known) return known;
    const value = read();
    this.#held.set(key, new WeakRef(value));
    this.#letGo.register(value, key);
    return value;
  }
}
