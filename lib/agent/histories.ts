import { setImmediate as others } from 'node:timers/promises';
import type { EventLog } from '@/lib/threads';
import { ThreadHistory } from './history';

/** Log entries of all threads together whose fold is kept. */
const KEPT = 400_000;
/** Entries that are read and folded in one step. */
const PAGE = 500;
/** How long folding may go on before others have their turn, milliseconds. */
const SLICE_MS = 20;

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
    let since = performance.now();
    for (;;) {
      const page = await log.read(threadId, history.thread.seq, PAGE);
      history.add(page);
      if (page.length < PAGE) break;
      if (performance.now() - since < SLICE_MS) continue;
      await others();
      since = performance.now();
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
