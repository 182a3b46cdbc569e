import type { Exchange, WireExchange } from '@/lib/protocol';

/** Characters that are kept of all threads together. */
const KEPT = 16_000_000;
/** They are measured again when one in so many is new. */
const PART = 16;

interface Kept {
  owner: string;
  threadId: string;
  runId: string;
  exchange: WireExchange;
}

/**
 * What went to models and came back of late, for a person to see. In this process alone, and the oldest goes first: nothing depends
 * on it.
 */
export class Exchanges {
  #kept: Kept[] = [];
  /** How many came since they were last measured. */
  #unmeasured = 0;
  readonly #most: number;

  constructor(most = KEPT) {
    this.#most = most;
  }

  /** Takes an exchange as it begins; what is added to it later is seen, too. */
  keep(kept: Kept): void {
    this.#kept.push(kept);
    this.#unmeasured += 1;
    // Each one measures all of them only while there are few.
    if (this.#unmeasured < this.#kept.length / PART) return;
    this.#unmeasured = 0;
    let size = 0;
    const tooOld = this.#kept.findLastIndex(({ exchange: { request, response = '' } }) => {
      size += request.length + response.length;
      return size > this.#most;
    });
    if (tooOld >= 0) this.#kept = this.#kept.slice(tooOld + 1);
  }

  /** Those of a thread that are still kept, oldest first. */
  of(owner: string, threadId: string): readonly Exchange[] {
    return this.#kept
      .filter((kept) => kept.owner === owner && kept.threadId === threadId)
      .map(({ runId, exchange }) => ({ ...exchange, runId }));
  }
}
