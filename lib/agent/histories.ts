import { othersTurn, type EventLog } from '@/lib/threads';
import { ThreadHistory } from './history';

/** What is kept of all threads together, in the units of `ThreadHistory.size`: some 100 MB of memory. */
const KEPT = 40_000_000;
/** Entries that are read and folded in one step, at most. */
const PAGE = 100;

/** Folded threads, so that a run folds only what is new. A cache of the log and nothing else: losing it loses time. */
export class Histories {
  readonly #kept = new Map<string, ThreadHistory>();
  readonly #most: number;
  /** Sizes of the histories that are kept, when they were last looked at. */
  readonly #sizes = new Map<string, number>();
  #size = 0;

  constructor(most = KEPT) {
    this.#most = most;
  }

  /** The thread as its log is now. A long one that is not kept is folded in steps, between which others have their turn. */
  async load(log: EventLog, threadId: string): Promise<ThreadHistory> {
    const history = this.#kept.get(threadId) ?? new ThreadHistory();
    for (;;) {
      const page = await log.read(threadId, history.thread.seq, PAGE);
      if (page.length === 0) break;
      history.add(page);
      await othersTurn();
    }
    this.keep(threadId, history);
    return history;
  }

  /** Keeps a history, unless it is larger than all that is kept. The oldest make room. */
  keep(threadId: string, history: ThreadHistory): void {
    this.#drop(threadId);
    if (history.size > this.#most) return;
    this.#kept.set(threadId, history);
    this.#sizes.set(threadId, history.size);
    this.#size += history.size;
    for (const [oldest] of this.#kept) {
      if (this.#size <= this.#most) return;
      this.#drop(oldest);
    }
  }

  #drop(threadId: string): void {
    this.#size -= this.#sizes.get(threadId) ?? 0;
    this.#sizes.delete(threadId);
    this.#kept.delete(threadId);
  }
}
