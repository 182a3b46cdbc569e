import Background from 'libsql/promise';

/** How long commits collect in the write-ahead log before a checkpoint, in milliseconds. */
const EVERY_MS = 2_000;
/**
 * Pages in the write-ahead log (of 4 KiB) from which a commit does the checkpoint itself: only where those in the background
 * fail. SQLite's default of 1,000 held up the event loop for 6 ms, six times a second under load.
 */
export const LAST_RESORT_PAGES = 32_000;

/**
 * Moves commits from the write-ahead log to the database file, in another thread and on a connection of its own, so that no
 * commit waits for the disk.
 */
export class Checkpoints {
  readonly #file: string;
  readonly #waitMs: number;
  #db: Background | undefined;
  #timer: NodeJS.Timeout | undefined;
  #running = false;
  #closed = false;

  /** @param waitMs how long a checkpoint waits for readers and writers */
  constructor(file: string, waitMs: number) {
    this.#file = file;
    this.#waitMs = waitMs;
  }

  /** Call with each commit. */
  committed(): void {
    if (this.#timer || this.#closed) return;
    this.#timer = setTimeout(() => void this.#checkpoint(), EVERY_MS);
    this.#timer.unref();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    if (!this.#running) this.#db?.close();
  }

  async #checkpoint(): Promise<void> {
    this.#running = true;
    try {
      this.#db ??= new Background(this.#file, { timeout: this.#waitMs });
      // The first moves nearly everything while others write; the second stops them for the rest, so that the log starts anew.
      await this.#db.exec('pragma wal_checkpoint(passive)');
      if (!this.#closed) await this.#db.exec('pragma wal_checkpoint(restart)');
    } catch {
      // What was not moved stays in the log, from where it is read.
    }
    this.#running = false;
    this.#timer = undefined;
    if (this.#closed) this.#db?.close();
  }
}
