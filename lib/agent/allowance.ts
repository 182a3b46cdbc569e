/** Tokens that may be spent with the server's own key in one day, input and output together. */
export interface AllowanceLimits {
  /** By one session. */
  session: number;
  /** By all of them. */
  total: number;
}

/**
 * Counts what is spent with the server's own key, by session and in all, from midnight UTC on. Kept in memory: a restart
 * begins anew, and each process of several counts for itself.
 */
export class Allowance {
  readonly #limits: AllowanceLimits;
  readonly #now: () => number;
  readonly #spent = new Map<string, number>();
  #total = 0;
  #day = '';

  constructor(limits: AllowanceLimits, now: () => number) {
    this.#limits = limits;
    this.#now = now;
  }

  /** Which of the two budgets is used up, if one is. */
  exhausted(owner: string): keyof AllowanceLimits | undefined {
    if (this.#left('total', owner) <= 0) return 'total';
    return this.#left('session', owner) <= 0 ? 'session' : undefined;
  }

  /** Tokens a session may still spend today. */
  left(owner: string): number {
    return Math.max(0, Math.min(this.#left('total', owner), this.#left('session', owner)));
  }

  spend(owner: string, tokens: number): void {
    this.#turnDay();
    this.#total += tokens;
    this.#spent.set(owner, (this.#spent.get(owner) ?? 0) + tokens);
  }

  #left(budget: keyof AllowanceLimits, owner: string): number {
    this.#turnDay();
    return budget === 'total' ? this.#limits.total - this.#total : this.#limits.session - (this.#spent.get(owner) ?? 0);
  }

  #turnDay(): void {
    const day = new Date(this.#now()).toISOString().slice(0, 10);
    if (day === this.#day) return;
    this.#day = day;
    this.#total = 0;
    this.#spent.clear();
  }
}
