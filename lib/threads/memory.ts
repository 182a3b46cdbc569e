import type { AGUIEvent } from '@ag-ui/core';
import {
  checkEvent,
  GONE_BYTES,
  isLive,
  LeaseLostError,
  type EventLog,
  type Gone,
  type UsageOf,
  type Lease,
  type LogEntry,
  type BegunRun,
  type RunStart,
  type ThreadRecord,
} from './event-log';

export interface MemoryLogOptions {
  /** The clock that leases are measured by, in milliseconds. */
  now?: () => number;
}

/** An event log in this process's memory. Events are kept as passed in, so callers must not change them afterwards. */
export const openMemoryLog = ({ now = Date.now }: MemoryLogOptions = {}): EventLog => new MemoryLog(now);

interface Thread {
  record: Omit<ThreadRecord, 'bytes'>;
  entries: LogEntry[];
  /** The size of the first `measured` entries: sizes are computed on demand. */
  bytes: number;
  measured: number;
  /** Whether its live run is asked to stop. */
  stopRequested: boolean;
  /** When something was last added, in milliseconds. */
  touched: number;
  /** Called after each change, until they remove themselves. */
  watchers: Set<() => void>;
}

interface GoneThread {
  owner: string;
  address: string;
  why: Gone;
  /** When it went, in milliseconds. */
  at: number;
}

/** More runs than a thread has: epochs begin with the thread's birth, so that none of an earlier thread's comes again. */
const BETWEEN_BIRTHS = 2 ** 20;

class MemoryLog implements EventLog {
  readonly #threads = new Map<string, Thread>();
  /** The threads that are gone, by id. */
  readonly #gone = new Map<string, GoneThread>();
  readonly #now: () => number;
  #born = -BETWEEN_BIRTHS;

  constructor(now: () => number) {
    this.#now = now;
  }

  async find(threadId: string, owner: string): Promise<ThreadRecord | undefined> {
    const thread = this.#threads.get(threadId);
    if (thread?.record.owner !== owner) return undefined;
    return {
      ...thread.record,
      get bytes() {
        return sizeOf(thread);
      },
    };
  }

  async create(threadId: string, owner: string, address = ''): Promise<ThreadRecord | undefined> {
    if (!this.#threads.has(threadId) && !this.#gone.has(threadId)) {
      this.#born += BETWEEN_BIRTHS;
      this.#threads.set(threadId, {
        record: { threadId, owner, address, options: {}, lastSeq: 0, epoch: this.#born, born: this.#born, lease: null },
        stopRequested: false,
        entries: [],
        bytes: 0,
        measured: 0,
        touched: this.#now(),
        watchers: new Set(),
      });
    }
    return this.find(threadId, owner);
  }

  async begin(
    { threadId, epoch, lastSeq }: Pick<ThreadRecord, 'threadId' | 'epoch' | 'lastSeq'>,
    { runId, ttlMs, events, options }: RunStart,
  ): Promise<BegunRun | undefined> {
    for (const event of events) checkEvent(event);
    const thread = this.#threads.get(threadId);
    const record = thread?.record;
    if (!thread || record?.epoch !== epoch || record.lastSeq !== lastSeq || isLive(record, this.#now()))
      return undefined;
    record.epoch = epoch + 1;
    record.lease = { runId, expiresAt: this.#now() + ttlMs };
    thread.stopRequested = false;
    if (options) record.options = options;
    return { lease: { threadId, runId, epoch: record.epoch }, entries: this.#write(thread, events) };
  }

  async renew(lease: Lease, ttlMs: number): Promise<void> {
    this.#held(lease).record.lease = { runId: lease.runId, expiresAt: this.#now() + ttlMs };
  }

  async append(lease: Lease, events: readonly AGUIEvent[]): Promise<LogEntry[]> {
    if (events.length === 0) return [];
    for (const event of events) checkEvent(event);
    return this.#write(this.#held(lease), events);
  }

  async finish(lease: Lease, events: readonly AGUIEvent[]): Promise<LogEntry[]> {
    for (const event of events) checkEvent(event);
    const thread = this.#held(lease);
    thread.record.lease = null;
    return this.#write(thread, events);
  }

  async read(threadId: string, after: number, limit?: number): Promise<LogEntry[]> {
    const entries = this.#threads.get(threadId)?.entries ?? [];
    return entries.slice(after, limit === undefined ? undefined : after + limit);
  }

  async *tail(threadId: string, after: number, signal: AbortSignal): AsyncGenerator<readonly LogEntry[]> {
    for (let cursor = after; !signal.aborted;) {
      const thread = this.#threads.get(threadId);
      if (!thread) return;
      const entries = thread.entries.slice(cursor);
      if (entries.length === 0) await changed(thread, signal);
      else {
        cursor = entries.at(-1)?.seq ?? cursor;
        yield entries;
      }
    }
  }

  async requestStop(threadId: string): Promise<boolean> {
    const thread = this.#threads.get(threadId);
    if (!thread || !isLive(thread.record, this.#now())) return false;
    thread.stopRequested = true;
    notify(thread);
    return true;
  }

  watchStop({ threadId, epoch }: Lease, onStop: () => void): () => void {
    const thread = this.#threads.get(threadId);
    if (!thread) {
      onStop();
      return () => undefined;
    }
    const { record, watchers } = thread;
    const look = (): void => {
      const isGone = this.#threads.get(threadId) !== thread;
      if (!isGone && (record.epoch !== epoch || !thread.stopRequested)) return;
      watchers.delete(look);
      onStop();
    };
    watchers.add(look);
    look();
    return () => void watchers.delete(look);
  }

  async usage(of: UsageOf): Promise<{ threads: number; bytes: number }> {
    const isTheirs = (one: { owner: string; address: string }): boolean =>
      'owner' in of ? one.owner === of.owner : one.address === of.address;
    const threads = [...this.#threads.values()].filter(({ record }) => isTheirs(record));
    const gone = [...this.#gone.values()].filter(isTheirs);
    const bytes = threads.reduce((sum, thread) => sum + sizeOf(thread), gone.length * GONE_BYTES);
    return { threads: threads.length, bytes };
  }

  async prune(before: number, most: number): Promise<number> {
    const old = [...this.#threads.values()].filter(
      ({ record, touched }) => touched < before && !isLive(record, this.#now()),
    );
    const pruned = old.slice(0, most);
    for (const thread of pruned) this.#drop(thread, 'pruned');
    return pruned.length;
  }

  async remove(threadId: string, owner: string): Promise<boolean> {
    const thread = this.#threads.get(threadId);
    if (thread?.record.owner !== owner) return false;
    this.#drop(thread, 'removed');
    return true;
  }

  #drop(thread: Thread, why: Gone): void {
    const { threadId, owner } = thread.record;
    this.#gone.set(threadId, { owner, address: thread.record.address, why, at: this.#now() });
    this.#threads.delete(threadId);
    notify(thread);
  }

  async gone(threadId: string, owner: string): Promise<Gone | undefined> {
    const gone = this.#gone.get(threadId);
    return gone?.why === 'removed' || gone?.owner === owner ? gone.why : undefined;
  }

  async forget(before: number, most: number): Promise<number> {
    const old = [...this.#gone].filter(([, { at }]) => at < before).slice(0, most);
    for (const [threadId] of old) this.#gone.delete(threadId);
    return old.length;
  }

  close(): void {
    this.#threads.clear();
  }

  /** The lease's thread. An expired lease that no run has taken over still counts as held. */
  #held({ threadId, epoch }: Lease): Thread {
    const thread = this.#threads.get(threadId);
    if (!thread?.record.lease || thread.record.epoch !== epoch) {
      throw new LeaseLostError('The lease is held by somebody else');
    }
    return thread;
  }

  #write(thread: Thread, events: readonly AGUIEvent[]): LogEntry[] {
    const { record, entries } = thread;
    const written = events.map((event, index) => ({ seq: record.lastSeq + 1 + index, epoch: record.epoch, event }));
    for (const entry of written) entries.push(entry);
    record.lastSeq += written.length;
    thread.touched = this.#now();
    notify(thread);
    return written;
  }
}

const NO_OPTIONS = '{}';

function sizeOf(thread: Thread): number {
  const { entries, record } = thread;
  for (const { event } of entries.slice(thread.measured)) thread.bytes += JSON.stringify(event).length;
  thread.measured = entries.length;
  return thread.bytes + JSON.stringify(record.options).length - NO_OPTIONS.length;
}

function notify({ watchers }: Thread): void {
  for (const watcher of watchers) watcher();
}

/** Settles with the thread's next change, or when the signal aborts. */
function changed({ watchers }: Thread, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const settle = (): void => {
      watchers.delete(settle);
      signal.removeEventListener('abort', settle);
      resolve();
    };
    watchers.add(settle);
    signal.addEventListener('abort', settle);
  });
}
