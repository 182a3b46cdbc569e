import type { Exchange, WireExchange } from '@/lib/protocol';

/** Characters that are kept, for all threads together. */
const KEPT = 16_000_000;
/** Sizes are measured again once 1/16 of the exchanges are new. */
const PART = 16;

interface Entry {
  owner: string;
  threadId: string;
  runId: string;
  exchange: WireExchange;
}

/**
 * The latest exchanges with models, for a person to inspect. Kept in this process only, and the oldest are dropped first:
 * nothing depends on them.
 */
export class RecentExchanges {
  #entries: Entry[] = [];
  /** How many were added since the sizes were last measured. */
  #unmeasured = 0;
  readonly #most: number;

  constructor(most = KEPT) {
    this.#most = most;
  }

  /** Keeps an exchange as it begins; what is added to it later is seen too. */
  add(entry: Entry): void {
    this.#entries.push(entry);
    this.#unmeasured += 1;
    // With many exchanges, measuring all of them for each new one would be slow.
    if (this.#unmeasured < this.#entries.length / PART) return;
    this.#unmeasured = 0;
    let size = 0;
    const tooOld = this.#entries.findLastIndex(({ exchange: { request, response = '' } }) => {
      size += request.length + response.length;
      return size > this.#most;
    });
    if (tooOld >= 0) this.#entries = this.#entries.slice(tooOld + 1);
  }

  /** Drops those of a thread. */
  drop(owner: string, threadId: string): void {
    this.#entries = this.#entries.filter((entry) => entry.owner !== owner || entry.threadId !== threadId);
  }

  /** Those of a thread, oldest first. */
  of(owner: string, threadId: string): readonly Exchange[] {
    return this.#entries
      .filter((entry) => entry.owner === owner && entry.threadId === threadId)
      .map(({ runId, exchange }) => ({ ...exchange, runId }));
  }
}
