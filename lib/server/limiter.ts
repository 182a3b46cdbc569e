import type { LIMITS } from './limits.mjs';
import { TokenBuckets } from './token-buckets';

export type LimitName = keyof typeof LIMITS;
/** The value of a limit. */
export type LimitValue = (name: LimitName) => number;

/** Who asks: the session, and the address it asks from. */
export interface Who {
  owner: string;
  address: string;
  /** Whether it said who it is; else the session begins with this request. */
  known: boolean;
}

/** A limit was met. */
export class OverLimit extends Error {
  override name = 'OverLimit';
  constructor(
    readonly limit: LimitName,
    /** When to come again, seconds. */
    readonly retryAfter: number,
  ) {
    super(limit);
  }
}

/** What is counted while it lasts. */
export type Held = 'streams' | 'runs';

const OF_SESSION = { streams: 'TOOLYARD_SESSION_STREAMS', runs: 'TOOLYARD_SESSION_RUNS' } as const;
const OF_ADDRESS = { streams: 'TOOLYARD_ADDRESS_STREAMS', runs: 'TOOLYARD_ADDRESS_RUNS' } as const;
/** When it is worth asking again for what somebody has to let go first, seconds. */
const LATER = 5;

/** Counts what sessions and addresses have, in memory: each process of several counts for itself. */
export class Limiter {
  readonly value: LimitValue;
  readonly #sessions: TokenBuckets;
  readonly #addresses: TokenBuckets;
  readonly #held = new Map<string, number>();

  constructor(value: LimitValue, now: () => number) {
    this.value = value;
    this.#sessions = new TokenBuckets(value('TOOLYARD_SESSION_REQUESTS'), now);
    this.#addresses = new TokenBuckets(value('TOOLYARD_ADDRESS_REQUESTS'), now);
  }

  /** Takes one request of an address. Throws `OverLimit`. */
  requestFrom(address: string): void {
    demand('TOOLYARD_ADDRESS_REQUESTS', this.#addresses.take(address));
  }

  /** Takes one request of a session. Throws `OverLimit`. */
  requestOf(owner: string): void {
    demand('TOOLYARD_SESSION_REQUESTS', this.#sessions.take(owner));
  }

  /** Holds one of each of these until its release is called, which may be more than once. Throws `OverLimit`, and then holds nothing. */
  hold({ owner, address }: Pick<Who, 'owner' | 'address'>, wanted: readonly Held[]): Record<Held, () => void> {
    const keysOf = (what: Held) => [
      { name: OF_SESSION[what], key: `${what} of ${owner}` },
      { name: OF_ADDRESS[what], key: `${what} from ${address}` },
    ];
    const full = wanted.flatMap(keysOf).find(({ name, key }) => (this.#held.get(key) ?? 0) >= this.value(name));
    if (full) throw new OverLimit(full.name, LATER);
    const take = (what: Held): (() => void) => {
      if (!wanted.includes(what)) return () => undefined;
      const keys = keysOf(what).map(({ key }) => key);
      for (const key of keys) this.#add(key, 1);
      let held = true;
      return () => {
        if (held) for (const key of keys) this.#add(key, -1);
        held = false;
      };
    };
    return { streams: take('streams'), runs: take('runs') };
  }

  #add(key: string, change: 1 | -1): void {
    const count = (this.#held.get(key) ?? 0) + change;
    if (count > 0) this.#held.set(key, count);
    else this.#held.delete(key);
  }
}

/** Throws where a bucket had nothing to give. */
function demand(name: LimitName, waitMs: number): void {
  if (waitMs > 0) throw new OverLimit(name, Math.ceil(waitMs / 1000));
}
