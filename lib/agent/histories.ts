import type { EventLog } from '@/lib/threads';
import { emptyHistory, foldHistory, type History } from './history';

/** Threads whose fold is kept. */
const KEPT = 64;

/** Folded threads, so that a run folds only what is new. A cache of the log and nothing else: losing it loses time. */
export class Histories {
  readonly #kept = new Map<string, History>();

  async load(log: EventLog, threadId: string): Promise<History> {
    const known = this.#kept.get(threadId) ?? emptyHistory;
    const history = foldHistory(known, await log.read(threadId, known.thread.seq));
    this.keep(threadId, history);
    return history;
  }

  keep(threadId: string, history: History): void {
    this.#kept.delete(threadId);
    this.#kept.set(threadId, history);
    const oldest = this.#kept.keys().next();
    if (this.#kept.size > KEPT && !oldest.done) this.#kept.delete(oldest.value);
  }
}
