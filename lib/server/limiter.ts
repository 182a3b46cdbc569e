import { LIMITS } from './limits.mjs';
import { problemResponse } from './problem';
import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS } from '@/lib/agent';
import type { EventLog, Gone, StoredBytes, ThreadRecord } from '@/lib/threads';

export type LimitName = keyof typeof LIMITS;
/** The value of a limit. */
export type LimitValue = (name: LimitName) => number;

/** The session that makes a request, and its address. */
export interface Who {
  owner: string;
  address: string;
  /** Whether the request identified its session; otherwise the session begins with this request. */
  known: boolean;
}

/** A limit was reached. */
export class OverLimit extends Error {
  override name = 'OverLimit';
  constructor(
    readonly limit: LimitName,
    /** When to retry, in seconds. */
    readonly retryAfter: number,
  ) {
    super(limit);
  }
}

/** What is limited by how many are active at once, and the limits of a session and of an address. */
const HELD = {
  streams: ['TOOLYARD_SESSION_STREAMS', 'TOOLYARD_ADDRESS_STREAMS'],
  runs: ['TOOLYARD_SESSION_RUNS', 'TOOLYARD_ADDRESS_RUNS'],
  services: ['TOOLYARD_SESSION_SERVICES', 'TOOLYARD_ADDRESS_SERVICES'],
  exchanges: ['TOOLYARD_SESSION_EXCHANGES', 'TOOLYARD_ADDRESS_EXCHANGES'],
} as const;
export type Held = keyof typeof HELD;

/** Retry time for limits that clear only when something active ends, in seconds. */
const LATER = 5;

/** Counts usage per session and address in memory; each server process counts for itself. */
export class Limiter {
  readonly value: LimitValue;
  readonly #sessions: TokenBuckets;
  readonly #addresses: TokenBuckets;
  readonly #held = new Map<string, number>();

  constructor(value: LimitValue, now: () => number) {
    this.value = value;
    this.#sessions = new TokenBuckets(value('TOOLYARD_SESSION_REQUESTS'), now);
    this.#addresses = new TokenBuckets(value('TOOLYARD_ADDRESS_REQUESTS'), now);
  }

  /** Counts one request from an address. Throws `OverLimit`. */
  requestFrom(address: string): void {
    demand('TOOLYARD_ADDRESS_REQUESTS', this.#addresses.take(address));
  }

  /** Counts one request of a session. Throws `OverLimit`. */
  requestOf(owner: string): void {
    demand('TOOLYARD_SESSION_REQUESTS', this.#sessions.take(owner));
  }

  /**
   * Holds one of each kind until its release function is called; further calls have no effect. Throws `OverLimit`, and then
   * holds nothing.
   */
  hold({ owner, address }: Pick<Who, 'owner' | 'address'>, wanted: readonly Held[]): Record<Held, () => void> {
    const keysOf = (what: Held) => [
      { name: HELD[what][0], key: `${what} of ${owner}` },
      { name: HELD[what][1], key: `${what} from ${address}` },
    ];
    const full = wanted.flatMap(keysOf).find(({ name, key }) => (this.#held.get(key) ?? 0) >= this.value(name));
    if (full) throw new OverLimit(full.name, LATER);
    const take = (what: Held): (() => void) => {
      if (!wanted.includes(what)) return () => undefined;
      const keys = keysOf(what).map(({ key }) => key);
      for (const key of keys) this.#add(key, 1);
      let held = true;
      return () => {
        if (held) for (const key of keys) this.#add(key, -1);
        held = false;
      };
    };
    return {
      streams: take('streams'),
      runs: take('runs'),
      services: take('services'),
      exchanges: take('exchanges'),
    };
  }

  /** Counts the bytes of one body while it is in memory. `take` throws `OverLimit`; `release` forgets what was taken. */
  bodyFrom(address: string): { take: (bytes: number) => void; release: () => void } {
    const { grow, release } = this.#weigh('TOOLYARD_ADDRESS_BODIES', `bodies from ${address}`);
    let taken = 0;
    return { take: (bytes) => grow((taken += bytes)), release };
  }

  /** Counts the size of a thread while a run has it in memory. `grow` takes the whole size, and throws `OverLimit`. */
  threadFrom(address: string): { grow: (size: number) => void; release: () => void } {
    return this.#weigh('TOOLYARD_ADDRESS_MEMORY', `threads from ${address}`);
  }

  #weigh(name: LimitName, key: string): { grow: (size: number) => void; release: () => void } {
    let held = 0;
    return {
      grow: (size) => {
        if ((this.#held.get(key) ?? 0) + size - held > this.value(name)) throw new OverLimit(name, LATER);
        this.#add(key, size - held);
        held = size;
      },
      release: () => {
        this.#add(key, -held);
        held = 0;
      },
    };
  }

  #add(key: string, change: number): void {
    const count = (this.#held.get(key) ?? 0) + change;
    if (count > 0) this.#held.set(key, count);
    else this.#held.delete(key);
  }
}

/** Throws if the bucket was empty. */
function demand(name: LimitName, waitMs: number): void {
  if (waitMs > 0) throw new OverLimit(name, Math.ceil(waitMs / 1000));
}

const MINUTE_MS = 60_000;
/** Most buckets that are kept; above that, full ones are removed. */
const MOST = 20_000;

interface Bucket {
  tokens: number;
  at: number;
}

/** One token bucket per key, which holds one minute's worth and refills steadily. */
class TokenBuckets {
  readonly #calls: number;
  readonly #now: () => number;
  readonly #buckets = new Map<string, Bucket>();

  constructor(calls: number, now: () => number) {
    this.#calls = calls;
    this.#now = now;
  }

  /** Takes one token: returns 0, or how long until there is one, in milliseconds. */
  take(key: string): number {
    const now = this.#now();
    const bucket = this.#buckets.get(key) ?? { tokens: this.#calls, at: now };
    const tokens = this.#filled(bucket, now);
    const left = tokens >= 1 ? tokens - 1 : tokens;
    this.#buckets.set(key, { tokens: left, at: now });
    if (this.#buckets.size > MOST) this.#clean(now);
    return tokens >= 1 ? 0 : ((1 - tokens) * MINUTE_MS) / this.#calls;
  }

  #filled({ tokens, at }: Bucket, now: number): number {
    // A clock that is set back must keep nobody out.
    return Math.min(this.#calls, tokens + (Math.max(0, now - at) * this.#calls) / MINUTE_MS);
  }

  /**
   * Removes full buckets, which are equivalent to none. If too many remain, clients arrive faster than they can be tracked,
   * so all are reset.
   */
  #clean(now: number): void {
    for (const [key, bucket] of this.#buckets) {
      if (this.#filled(bucket, now) >= this.#calls) this.#buckets.delete(key);
    }
    if (this.#buckets.size > MOST) this.#buckets.clear();
  }
}

/** What to tell of a limit that was reached, and its value. */
export const tooMuch = ({ limit, retryAfter }: OverLimit, value: number): string =>
  `Too much: at most ${value} ${LIMITS[limit].what} (${limit}). Come again in ${retryAfter} s.`;

/** The response to a request over a limit. */
export const tooMany = (over: OverLimit, value: number): Response =>
  problemResponse(429, { code: 'TOO_MANY', message: tooMuch(over, value) }, over.retryAfter);

const HOUR_MS = 60 * 60 * 1000;
/** Threads removed or forgotten in one step, and the pause after it for other work, in milliseconds. */
const STEP = 20;
const PAUSE_MS = 50;

/** Why nothing more is kept where so much is kept already; undefined if there is room. */
export function fullness(kept: StoredBytes, limit: LimitValue): string | undefined {
  const counts: [LimitName, number][] = [
    ['TOOLYARD_SESSION_BYTES', kept.owner],
    ['TOOLYARD_ADDRESS_BYTES', kept.address],
    ['TOOLYARD_THREAD_BYTES', kept.thread],
  ];
  return firstFull(counts, limit);
}

function firstFull(counts: readonly [LimitName, number][], limit: LimitValue): string | undefined {
  const [name] = counts.find(([name, count]) => count >= limit(name)) ?? [];
  return name && `No more is kept: at most ${limit(name)} ${LIMITS[name].what} (${name}). Nothing was lost.`;
}

/**
 * The refusal of a post that would exceed the storage limits; undefined if there is room. `known`: the thread, unless it is
 * new. `address` is the hashed form that threads are stored with.
 */
export async function noRoom(
  log: EventLog,
  known: ThreadRecord | undefined,
  { owner, address }: Pick<Who, 'owner' | 'address'>,
  limit: LimitValue,
): Promise<Response | undefined> {
  const ofSession = await log.usage({ owner });
  const ofAddress = await log.usage({ address });
  const threads: [LimitName, number][] = [
    ['TOOLYARD_SESSION_THREADS', ofSession.threads],
    ['TOOLYARD_ADDRESS_THREADS', ofAddress.threads],
  ];
  const full =
    fullness({ thread: known?.bytes ?? 0, owner: ofSession.bytes, address: ofAddress.bytes }, limit) ??
    (known ? undefined : firstFull(threads, limit));
  return full === undefined ? undefined : problemResponse(403, { code: 'NO_ROOM', message: full });
}

/** The response for a thread that was deleted, or removed because of its age. */
export const goneThread = (why: Gone, days: number | undefined): Response =>
  problemResponse(410, {
    code: 'GONE',
    message:
      why === 'removed'
        ? 'This thread was deleted.'
        : `This thread was removed: nothing had been added to it for ${days === 1 ? 'a day' : `${days ?? 'many'} days`} (TOOLYARD_KEEP_DAYS).`,
  });

/**
 * Removes old threads, and forgets those that have been gone for long: now and every hour, a few at a time. Ages are in days;
 * without `kept`, threads stay.
 */
export function tidy(
  log: EventLog,
  now: () => number,
  { kept, gone }: { kept: number | undefined; gone: number },
): void {
  const inSteps = async (step: (before: number, most: number) => Promise<number>, days: number): Promise<void> => {
    while ((await step(now() - days * DAY_MS, STEP)) === STEP) await sleep(PAUSE_MS);
  };
  const tidyUp = async (): Promise<void> => {
    if (kept !== undefined) await inSteps((...old) => log.prune(...old), kept);
    await inSteps((...old) => log.forget(...old), gone);
  };
  // What cannot be removed now is tried again in an hour.
  const quietly = (): void => void tidyUp().catch(() => undefined);
  quietly();
  setInterval(quietly, HOUR_MS).unref();
}

/** How many streams of each thread are open in this process. */
export class OpenStreams {
  readonly #count = new Map<string, number>();
  readonly #ends = new EventEmitter().setMaxListeners(0);

  /** Counts one more stream until the returned function is called. */
  add(threadId: string): () => void {
    this.#change(threadId, 1);
    let listening = true;
    return () => {
      if (listening) this.#change(threadId, -1);
      listening = false;
    };
  }

  /** Whether nobody listens to a thread, or stops to within `ms` milliseconds. */
  async left(threadId: string, ms: number): Promise<boolean> {
    if (this.#count.has(threadId))
      await once(this.#ends, endOf(threadId), { signal: AbortSignal.timeout(ms) }).catch(() => undefined);
    return !this.#count.has(threadId);
  }

  #change(threadId: string, by: 1 | -1): void {
    const count = (this.#count.get(threadId) ?? 0) + by;
    if (count > 0) this.#count.set(threadId, count);
    else {
      this.#count.delete(threadId);
      this.#ends.emit(endOf(threadId));
    }
  }
}

const endOf = (threadId: string): string => `end of ${threadId}`;
