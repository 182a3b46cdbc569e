import { EventEmitter } from 'node:events';
import type { LogEntry, StorageError } from '../event-log';
import type { Changes } from './changes';

/** How often another process's writes are looked for, milliseconds. */
const POLL_MS = 25;

/**
 * Wakes whoever watches a topic, such as a thread: at once for writes of this process, by looking for changes for those of others.
 * Nobody else is woken: a write costs the same however many streams are open.
 */
export class Wakes {
  readonly #emitter = new EventEmitter().setMaxListeners(0);
  readonly #changes: Changes;
  #timer: NodeJS.Timeout | undefined;
  #watchers = 0;

  constructor(changes: Changes) {
    this.#changes = changes;
  }

  /** `appended` spares whoever watches reading it back. */
  notify(topic: string, appended: readonly LogEntry[] = []): void {
    this.#emitter.emit(`topic:${topic}`, appended);
  }

  /** Tells whoever watches that what was to come does not. */
  fail(topic: string, error: StorageError): void {
    this.#emitter.emit(`topic:${topic}`, [], error);
  }

  /** Calls `wake` whenever the topic may have changed, with what of it is known; returns the way to end it. */
  watch(topic: string, wake: (appended: readonly LogEntry[], failed?: StorageError) => void): () => void {
    this.#emitter.on(`topic:${topic}`, wake);
    this.#watchers += 1;
    if (this.#watchers === 1) this.#startPolling();
    return () => {
      this.#emitter.off(`topic:${topic}`, wake);
      this.#watchers -= 1;
      if (this.#watchers === 0) this.close();
    };
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #startPolling(): void {
    let seen = this.#changes.now();
    this.#timer = setInterval(() => {
      try {
        const { topics, upTo } = this.#changes.since(seen);
        seen = upTo;
        for (const topic of topics) this.notify(topic);
      } catch {
        // A file that cannot be read says so to whoever reads it.
      }
    }, POLL_MS);
    this.#timer.unref();
  }
}
