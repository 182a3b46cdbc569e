/** How many tools a model may see in full at the same time. */
export const ACTIVE_CEILING = 20;

export interface ActivationChange {
  added: readonly string[];
  evicted: readonly string[];
}

/**
 * The tools whose full declaration a model sees. If there are too many, the least recently used one is evicted. Tools that are
 * always active never are, but count against the limit.
 */
export class ActivationSet {
  readonly #always: ReadonlySet<string>;
  readonly #ceiling: number;
  /** Least recently used first. */
  readonly #used: Set<string>;

  /** `used` are the tools that were active before, least recently used first. */
  constructor(always: readonly string[] = [], used: readonly string[] = [], ceiling = ACTIVE_CEILING) {
    this.#always = new Set(always);
    this.#ceiling = ceiling;
    this.#used = new Set(used.filter((name) => !this.#always.has(name)));
    this.#evict();
  }

  /** The tools that are always active, in their own order, then the rest, least recently used first. */
  get active(): readonly string[] {
    return [...this.#always, ...this.#used];
  }

  has(name: string): boolean {
    return this.#always.has(name) || this.#used.has(name);
  }

  /** Marks an active tool as used. Does not activate tools. */
  touch(name: string): void {
    if (this.#used.delete(name)) this.#used.add(name);
  }

  /** Activates tools; the first is evicted last. If there are too many, the least recently used are evicted. */
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
