import type { AgentOptions } from '@/lib/protocol';
import { keyFor, type Secrets } from '@/lib/models/secrets';

/** Tokens that may be spent with the server's own key in one day, input and output together. */
export interface AllowanceLimits {
  /** By one session. */
  session: number;
  /** By one address: sessions cost nothing. */
  address: number;
  /** By all of them. */
  total: number;
}

/** What may be spent with the server's own key, as one asker sees it. */
export interface Spending {
  /** Which of the budgets is used up, if one is. */
  exhausted(owner: string): keyof AllowanceLimits | undefined;
  /** Tokens a session may still spend today. */
  left(owner: string): number;
  spend(owner: string, tokens: number): void;
}

/**
 * Counts what is spent with the server's own key, by session, by address and in all, from midnight UTC on. Kept in memory: a restart
 * begins anew, and each process of several counts for itself.
 */
export class Allowance {
  readonly #limits: AllowanceLimits;
  readonly #now: () => number;
  readonly #spent = new Map<string, number>();
  #day = '';

  constructor(limits: AllowanceLimits, now: () => number) {
    this.#limits = limits;
    this.#now = now;
  }

  /** The same, asked from an address. */
  from(address: string): Spending {
    const counts = (owner: string) => [
      { budget: 'total' as const, key: 'total' },
      { budget: 'address' as const, key: `address ${address}` },
      { budget: 'session' as const, key: `session ${owner}` },
    ];
    const leftOf = ({ budget, key }: ReturnType<typeof counts>[number]): number => this.#limits[budget] - this.#of(key);
    return {
      exhausted: (owner) => counts(owner).find((count) => leftOf(count) <= 0)?.budget,
      left: (owner) => Math.max(0, Math.min(...counts(owner).map(leftOf))),
      spend: (owner, tokens) => {
        for (const { key } of counts(owner)) this.#spent.set(key, this.#of(key) + tokens);
      },
    };
  }

  #of(key: string): number {
    const day = new Date(this.#now()).toISOString().slice(0, 10);
    if (day !== this.#day) this.#spent.clear();
    this.#day = day;
    return this.#spent.get(key) ?? 0;
  }
}

/** What one run may spend of the server's own key. */
export interface Quota {
  /** Tokens; unlimited where somebody else pays, or nobody. */
  left(): number;
  spend(tokens: number): void;
  /** Why nothing may be spent any more; undefined where something may. */
  empty(): string | undefined;
}

const UNLIMITED: Quota = { left: () => Number.POSITIVE_INFINITY, spend: () => undefined, empty: () => undefined };

const WHOSE = {
  session: 'This session has used up what it may spend today',
  address: 'Your address has used up what it may spend today',
  total: 'This server has used up what it may spend today',
};

/** The quota of a run: only what the server pays for is counted. */
export function quotaOf(
  { allowance }: { allowance?: Spending },
  owner: string,
  options: AgentOptions,
  secrets: Secrets,
): Quota {
  if (!allowance || keyFor(options, secrets)?.own !== true) return UNLIMITED;
  return {
    left: () => allowance.left(owner),
    spend: (tokens) => allowance.spend(owner, tokens),
    empty: () => {
      const budget = allowance.exhausted(owner);
      return budget && `${WHOSE[budget]} with the server's own key. Type a key of your own, or come back tomorrow.`;
    },
  };
}
