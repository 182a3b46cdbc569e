const MINUTE_MS = 60_000;
/** Buckets that are kept; full ones are thrown away then. */
const MOST = 20_000;

interface Bucket {
  tokens: number;
  at: number;
}

/** A token bucket a key, which holds a minute's worth and fills steadily. */
export class TokenBuckets {
  readonly #calls: number;
  readonly #now: () => number;
  readonly #buckets = new Map<string, Bucket>();

  constructor(calls: number, now: () => number) {
    this.#calls = calls;
    this.#now = now;
  }

  /** Takes one token: 0, or how long until there is one, milliseconds. */
  take(key: string): number {
    const now = this.#now();
    const bucket = this.#buckets.get(key) ?? { tokens: this.#calls, at: now };
    const tokens = this.#filled(bucket, now);
    const left = tokens >= 1 ? tokens - 1 : tokens;
    this.#buckets.set(key, { tokens: left, at: now });
    if (this.#buckets.size > MOST) this.#clean(now);
    return tokens >= 1 ? 0 : ((1 - tokens) * MINUTE_MS) / this.#calls;
  }

  #filled({ tokens, at }: Bucket, now: number): number {
    return Math.min(this.#calls, tokens + ((now - at) * this.#calls) / MINUTE_MS);
  }

  /** A full bucket is as good as none. Where too few are, strangers come faster than they can be told apart: all begin anew. */
  #clean(now: number): void {
    for (const [key, bucket] of this.#buckets) {
      if (this.#filled(bucket, now) >= this.#calls) this.#buckets.delete(key);
    }
    if (this.#buckets.size > MOST) this.#buckets.clear();
  }
}
