import Background from 'libsql/promise';

/** How long commits collect in the write-ahead log before a checkpoint, in milliseconds. */
const EVERY_MS = 1_000;
/**
 * Pages in the write-ahead log (of 4 KiB) from which a commit does the checkpoint itself, so that the log starts anew where
 * writes never pause; by then little is left to move. SQLite's default of 1,000 held up the event loop for 6 ms, six times a
 * second under load.
 */
export const LOG_PAGES = 16_000;

/**
 * Moves commits from the write-ahead log to the database file, in another thread and on a connection of its own, so that no
 * commit waits for the disk.
 */
export class Checkpoints {
  readonly #file: string;
  #db: Background | undefined;
  #timer: NodeJS.Timeout | undefined;
  #running = false;
  #closed = false;

  constructor(file: string) {
    this.#file = file;
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
      this.#db ??= new Background(this.#file, {});
      // Passive: nobody who writes has to wait, even if the disk takes seconds.
      await this.#db.exec('pragma wal_checkpoint(passive)');
    } catch {
      // What was not moved stays in the log, from where it is read.
    }
    this.#running = false;
    this.#timer = undefined;
    if (this.#closed) this.#db?.close();
  }
}
