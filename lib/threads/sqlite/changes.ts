import { EventEmitter } from 'node:events';
import type Database from 'libsql';
import { z } from 'zod';
import type { LogEntry, StorageError } from '../event-log';
import { readNumber } from './schema';

/** A moment of the file: how often other processes have written it, and how often a thread was changed by anybody. */
interface Moment {
  version: number;
  count: number;
}

/** Tells which threads were changed. */
export interface Changes {
  now(): Moment;
  /** What was changed since, and up to when that is known. Costs nearly nothing where no other process has written. */
  since(moment: Moment): { topics: readonly string[]; upTo: Moment };
}

const ChangedSchema = z.array(z.object({ thread_id: z.string(), change: z.number() }));

/** A topic of its own, so that a run's own appends do not make it look for a stop each time. */
export const stopTopic = (threadId: string): string => `${threadId}\0stop`;

/** Makes a file of an older version know in what order its threads were changed. Part of a transaction. */
export function addChanges(db: Database.Database): void {
  const known = z.array(z.object({ name: z.string() })).parse(db.prepare('pragma table_info(threads)').all());
  if (!known.some(({ name }) => name === 'change')) {
    db.exec('alter table threads add column change integer not null default 0');
  }
  db.exec(`
    create table if not exists changes (one integer primary key check (one = 1), count integer not null);
    insert or ignore into changes values (1, 0);
    create index if not exists threads_by_change on threads (change);
  `);
}

export function createChanges(db: Database.Database): Changes & { begin(): void } {
  const next = db.prepare('update changes set count = count + 1');
  const count = db.prepare('select count from changes');
  const changed = db.prepare('select thread_id, change from threads where change > ? order by change');
  const version = db.prepare('pragma data_version');
  const versionNow = (): number => readNumber(version.get(), 'data_version') ?? 0;
  return {
    /** Begins a transaction that changes threads. */
    begin: () => void next.run(),
    now: () => ({ version: versionNow(), count: readNumber(count.get(), 'count') ?? 0 }),
    since(moment) {
      const now = versionNow();
      if (now === moment.version) return { topics: [], upTo: moment };
      const rows = ChangedSchema.parse(changed.all(moment.count));
      const topics = rows.flatMap(({ thread_id: id }) => [id, stopTopic(id)]);
      return { topics, upTo: { version: now, count: rows.at(-1)?.change ?? moment.count } };
    },
  };
}

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
