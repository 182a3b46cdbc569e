/** The pause between two steps, so that deleting much does not slow down everybody else, in milliseconds. */
const PAUSE_MS = 10;

/** The pause after a step that failed. */
const LATER_MS = 5_000;

/** Deletes the entries of threads that are gone in small steps, so that nobody waits for the deletion of a long thread. */
export class Sweeper {
  readonly #isUnswept: () => Promise<boolean>;
  readonly #step: () => Promise<void>;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(isUnswept: () => Promise<boolean>, step: () => Promise<void>) {
    this.#isUnswept = isUnswept;
    this.#step = step;
  }

  /** Call when there is, or may be, something to delete. */
  due(ms = PAUSE_MS): void {
    if (this.#timer || this.#closed) return;
    this.#timer = setTimeout(() => void this.#sweep(), ms);
    this.#timer.unref();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  async #sweep(): Promise<void> {
    // Whatever is removed from here on is due again.
    this.#timer = undefined;
    try {
      if (!(await this.#isUnswept())) return;
      await this.#step();
      this.due();
    } catch {
      // The disk is full, or another process writes: later.
      this.due(LATER_MS);
    }
  }
}
