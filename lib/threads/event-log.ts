import { EventType, type AGUIEvent } from '@ag-ui/core';
import { EventSchema } from '@ag-ui/core/schemas';
import { z } from 'zod';
import type { AgentOptions } from '@/lib/protocol';

/** One entry of a thread's log. `seq` counts from 1 without gaps and is the SSE id. */
export interface LogEntry {
  seq: number;
  /** Epoch of the lease under which it was appended. */
  epoch: number;
  event: AGUIEvent;
}

export interface ThreadRecord {
  threadId: string;
  /** Hash of the session that owns it. */
  owner: string;
  /** Hash of the address it was created from; '' if that is not known. */
  address: string;
  options: AgentOptions;
  lastSeq: number;
  /** Size of its log and options, in bytes or characters. */
  bytes: number;
  epoch: number;
  /** Tells it from an earlier thread with the same id that is gone and forgotten. */
  born: number;
  lease: { runId: string; expiresAt: number } | null;
}

/**
 * The longest time for which a run holds a thread without renewing its lease, in milliseconds. A lease that ends later than
 * that was taken before the clock was set back, and whoever still holds it would have renewed it since.
 */
export const LONGEST_LEASE_MS = 600_000;

/** Whether a run holds the thread. */
export const isLive = ({ lease }: Pick<ThreadRecord, 'lease'>, now: number): boolean =>
  lease !== null && lease.expiresAt > now && lease.expiresAt <= now + LONGEST_LEASE_MS;

/**
 * In whose share of the time a thread is read and written: an address has one, as sessions cost nothing, and its sessions share
 * it.
 */
export const shareOf = ({ owner, address }: Pick<ThreadRecord, 'owner' | 'address'>): string =>
  address === '' ? owner : `${address} ${owner}`;

/** The right to append to a thread, until it expires or another run takes over. */
export interface Lease {
  threadId: string;
  runId: string;
  epoch: number;
}

/** A run that is to begin. */
export interface RunStart {
  runId: string;
  /** How long it holds the thread without renewing its lease, in milliseconds. */
  ttlMs: number;
  /** What it logs first. */
  events: readonly AGUIEvent[];
  /** Replaces the thread's options; without it they stay. */
  options?: AgentOptions;
}

/** A run that has begun, and the entries it began with. */
export interface BegunRun {
  lease: Lease;
  entries: LogEntry[];
}

/** Thrown by `append`, `finish` and `renew` when the lease is no longer held: stop writing, another run has taken over. */
export class LeaseLostError extends Error {
  override name = 'LeaseLostError';
}

export type StorageCode =
  | 'STORAGE_FULL'
  | 'STORAGE_READ_ONLY'
  | 'STORAGE_DAMAGED'
  | 'STORAGE_LOCKED'
  | 'STORAGE_GONE'
  | 'STORAGE_FAILED';

/**
 * Thrown by reads and writes if the storage behind the log fails. The message is for people: what is wrong, and what is
 * kept.
 */
export class StorageError extends Error {
  override name = 'StorageError';
  constructor(
    readonly code: StorageCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Thrown by `append` if the thread, its owner or its address has no room left. `finish` is let through: a run can always end. */
export class NoRoomError extends Error {
  override name = 'NoRoomError';
  readonly code = 'NO_ROOM';
}

/** Bytes that are kept of a thread, of all of its owner's and of all of its address's. */
export interface StoredBytes {
  thread: number;
  owner: number;
  address: number;
}

/** Thrown by `append` for an event that could not be read back: nothing of the batch is written. */
export class InvalidEventError extends Error {
  override name = 'InvalidEventError';
}

/** Why a thread is no longer there. */
export type Gone = 'removed' | 'pruned';

/** What remembering that a thread is gone counts, in bytes: about what its id and hashes take in a file. */
export const GONE_BYTES = 1_000;

/** Whose threads to count. */
export type UsageOf = { owner: string } | { address: string };

/**
 * The event-log port: the single source of truth about threads. Appending checks the epoch and assigns sequence numbers in
 * one atomic step, so a stalled process that comes back cannot write.
 */
export interface EventLog {
  /** The thread, or undefined if it does not exist or belongs to another owner. */
  find(threadId: string, owner: string): Promise<ThreadRecord | undefined>;
  /**
   * The thread, which is created unless it exists; undefined if it belongs to another owner or is gone, whoever's it was: old
   * streams and caches know a thread by its id. `address`: counts for it too in `usage`.
   */
  create(threadId: string, owner: string, address?: string): Promise<ThreadRecord | undefined>;
  /**
   * Begins a run in one atomic step: takes the lease if it is free or expired, increments the epoch, and appends the run's first
   * events. Undefined, and nothing is done, if another run holds the lease or the thread is no longer as `seen`: find it
   * again. Throws `InvalidEventError` as `append` does.
   */
  begin(seen: Pick<ThreadRecord, 'threadId' | 'epoch' | 'lastSeq'>, start: RunStart): Promise<BegunRun | undefined>;
  renew(lease: Lease, ttlMs: number): Promise<void>;
  /** Appends in order, all or none; returns the entries as logged. Throws `InvalidEventError` before anything is written. */
  append(lease: Lease, events: readonly AGUIEvent[]): Promise<LogEntry[]>;
  /** Appends a run's last events and releases the lease in the same step: whoever reads the run's end finds the thread free. */
  finish(lease: Lease, events: readonly AGUIEvent[]): Promise<LogEntry[]>;
  /**
   * Entries with `seq > after`: all of them, or at most `limit`, and fewer if they are long. An unreadable entry is returned
   * as a `toolyard.unreadable` event that says why.
   */
  read(threadId: string, after: number, limit?: number): Promise<LogEntry[]>;
  /**
   * Entries with `seq > after`, then new ones as they are appended by any process, until `signal` aborts or the thread is gone.
   * In lists as they were appended or read, none of them empty.
   */
  tail(threadId: string, after: number, signal: AbortSignal): AsyncIterable<readonly LogEntry[]>;
  /** Asks the live run to stop; the holder sees it through `watchStop`. False if no run is live. */
  requestStop(threadId: string): Promise<boolean>;
  /** Calls back once when a stop is requested for the lease's run, or its thread is gone; returns a function that ends the watch. */
  watchStop(lease: Lease, onStop: () => void): () => void;
  /** Number and size of the threads kept for an owner or an address; one that is gone counts `GONE_BYTES` until it is forgotten. */
  usage(of: UsageOf): Promise<{ threads: number; bytes: number }>;
  /**
   * Removes up to `most` threads without a live run whose last entry is older than `before` (milliseconds since the epoch);
   * returns how many.
   */
  prune(before: number, most: number): Promise<number>;
  /**
   * Removes the owner's thread for good, whether or not it runs: its run is told to stop and has lost the lease, and `tail`
   * ends. False if there is no such thread.
   */
  remove(threadId: string, owner: string): Promise<boolean>;
  /** How the thread went: `removed`, which everybody may know who has its id, or `pruned`, which only its owner may. */
  gone(threadId: string, owner: string): Promise<Gone | undefined>;
  /** Forgets up to `most` threads that went before `before` (milliseconds since the epoch), as if they had never been; returns how many. */
  forget(before: number, most: number): Promise<number>;
  close(): void;
}

const checked = new WeakSet<AGUIEvent>();

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string' && value !== '';
const isRecord: Check = (value) => value?.constructor === Object;
const maybe =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);

/** Fields of the events that make up most of a log, besides `type` and `timestamp`. */
const COMMON: Readonly<Partial<Record<EventType, Readonly<Record<string, Check>>>>> = {
  [EventType.RUN_STARTED]: { threadId: isText, runId: isText, protocolVersion: maybe(isText) },
  [EventType.TEXT_MESSAGE_START]: { messageId: isText, role: (value) => value === 'user' || value === 'assistant' },
  [EventType.TEXT_MESSAGE_END]: { messageId: isText },
  [EventType.TEXT_MESSAGE_CONTENT]: { messageId: isText, delta: isText },
  [EventType.REASONING_MESSAGE_CONTENT]: { messageId: isText, delta: isText },
  [EventType.TOOL_CALL_START]: { toolCallId: isText, toolCallName: isText, parentMessageId: isText },
  [EventType.TOOL_CALL_ARGS]: { toolCallId: isText, delta: isText },
  [EventType.TOOL_CALL_END]: { toolCallId: isText },
  [EventType.TOOL_CALL_RESULT]: {
    messageId: isText,
    toolCallId: isText,
    content: isText,
    role: (value) => value === 'tool',
    metadata: maybe(isRecord),
  },
  [EventType.CUSTOM]: { name: isText, value: isRecord },
};

/** Whether the event has one of these common shapes, so that no schema check is needed. */
function isCommon(event: AGUIEvent): boolean {
  const checks = COMMON[event.type];
  if (!checks) return false;
  for (const name in checks) if (!checks[name]?.(Reflect.get(event, name))) return false;
  for (const name in event)
    if (name === 'timestamp' ? !Number.isSafeInteger(event.timestamp) : name !== 'type' && !checks[name]) return false;
  return true;
}

/**
 * Throws `InvalidEventError` for an event that could not be read back from a log. Each event is checked only once, however
 * often it is passed on.
 */
export function checkEvent(event: AGUIEvent): void {
  if (isCommon(event) || checked.has(event)) return;
  const { success, error } = EventSchema.safeParse(event);
  if (!success) throw new InvalidEventError(`This event cannot be logged: ${z.prettifyError(error)}`);
  checked.add(event);
}
