/** Tools a model may see in full at the same time. */
export const ACTIVE_CEILING = 20;

export interface ActivationChange {
  added: readonly string[];
  evicted: readonly string[];
}

/**
 * The tools whose full form a model sees. The one used longest ago gives way where there are too many; what is always active
 * never does, and counts against the ceiling all the same.
 */
export class ActivationSet {
  readonly #always: ReadonlySet<string>;
  readonly #ceiling: number;
  /** The one used longest ago first. */
  readonly #used: Set<string>;

  /** `used` is what was active before, the one used longest ago first. */
  constructor(always: readonly string[] = [], used: readonly string[] = [], ceiling = ACTIVE_CEILING) {
    this.#always = new Set(always);
    this.#ceiling = ceiling;
    this.#used = new Set(used.filter((name) => !this.#always.has(name)));
    this.#evict();
  }

  /** What is always active, in its own order; then the rest, the one used longest ago first. */
  get active(): readonly string[] {
    return [...this.#always, ...this.#used];
  }

  has(name: string): boolean {
    return this.#always.has(name) || this.#used.has(name);
  }

  /** An active tool was used. One that is not active stays so. */
  touch(name: string): void {
    if (this.#used.delete(name)) this.#used.add(name);
  }

  /** Makes tools active, the first of them the last to give way; too many evict the ones used longest ago. */
  activate(names: readonly string[]): ActivationChange {
    const before = new Set(this.#used);
    for (const name of [...names].reverse()) {
      if (this.#always.has(name)) continue;
      this.#used.delete(name);
      this.#used.add(name);
    }
    this.#evict();
    return {
      added: [...this.#used].filter((name) => !before.has(name)),
      evicted: [...before].filter((name) => !this.#used.has(name)),
    };
  }

  #evict(): void {
    const room = Math.max(0, this.#ceiling - this.#always.size);
    for (const name of this.#used) {
      if (this.#used.size <= room) return;
      this.#used.delete(name);
    }
  }
}
