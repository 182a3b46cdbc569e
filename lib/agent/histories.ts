import { takingTurns, type EventLog } from '@/lib/threads';
import { ThreadHistory } from './history';

/** Log entries of all threads together whose fold is kept. */
const KEPT = 400_000;
/** Entries that are read and folded in one step. */
const PAGE = 100;

/** Folded threads, so that a run folds only what is new. A cache of the log and nothing else: losing it loses time. */
export class Histories {
  readonly #kept = new Map<string, ThreadHistory>();
  readonly #most: number;
  /** Entries of the histories that are kept, when they were last looked at. */
  readonly #sizes = new Map<string, number>();
  #size = 0;

  constructor(most = KEPT) {
    this.#most = most;
  }

  /** The thread as its log is now. A long one that is not kept is folded in steps, between which others have their turn. */
  async load(log: EventLog, threadId: string): Promise<ThreadHistory> {
    const history = this.#kept.get(threadId) ?? new ThreadHistory();
    const othersTurn = takingTurns();
    for (;;) {
      const page = await log.read(threadId, history.thread.seq, PAGE);
      history.add(page);
      if (page.length < PAGE) break;
      await othersTurn();
    }
    this.keep(threadId, history);
    return history;
  }

  keep(threadId: string, history: ThreadHistory): void {
    this.#drop(threadId);
    this.#kept.set(threadId, history);
    this.#sizes.set(threadId, history.thread.seq);
    this.#size += history.thread.seq;
    for (const [oldest] of this.#kept) {
      if (this.#size <= this.#most || oldest === threadId) return;
      this.#drop(oldest);
    }
  }

  #drop(threadId: string): void {
    this.#size -= this.#sizes.get(threadId) ?? 0;
    this.#sizes.delete(threadId);
    this.#kept.delete(threadId);
  }
}
