import { EventEmitter } from 'node:events';
import type { LogEntry, StorageError } from '../event-log';

/** How often another process's writes are looked for, milliseconds. */
const POLL_MS = 25;

/** Wakes whoever watches a topic, such as a thread: at once for writes of this process, by polling a version for those of others. */
export class Wakes {
  readonly #emitter = new EventEmitter().setMaxListeners(0);
  readonly #version: () => number;
  #seen = 0;
  #timer: NodeJS.Timeout | undefined;
  #watchers = 0;

  constructor(version: () => number) {
    this.#version = version;
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
    this.#emitter.on('elsewhere', wake);
    this.#watchers += 1;
    if (this.#watchers === 1) this.#startPolling();
    return () => {
      this.#emitter.off(`topic:${topic}`, wake);
      this.#emitter.off('elsewhere', wake);
      this.#watchers -= 1;
      if (this.#watchers === 0) this.close();
    };
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #startPolling(): void {
    this.#seen = this.#version();
    this.#timer = setInterval(() => {
      const version = this.#version();
      if (version === this.#seen) return;
      this.#seen = version;
      this.#emitter.emit('elsewhere', []);
    }, POLL_MS);
    this.#timer.unref();
  }
}
