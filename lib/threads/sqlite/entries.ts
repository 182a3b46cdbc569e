import { EventType, type AGUIEvent } from '@ag-ui/core';
import { EventSchema, MessageSchema } from '@ag-ui/core/schemas';
import { z } from 'zod';
import type Database from 'libsql';
import { parseAnyJson, parseJson, type CustomEventValue } from '@/lib/protocol';
import { jsonPieces } from '@/lib/protocol/json-pieces';
import { checkEvent, InvalidEventError, type LogEntry } from '../event-log';
import { yieldToOthers } from '../time-slices';

/** Size from which an entry is kept in pieces, and read by itself, in bytes. */
export const LONG = 64_000;

/**
 * SQLite reads the whole of each row that it passes when it looks for another, but of these only their index. A long event's
 * own row has the size of its pieces instead.
 */
export const PIECES_SCHEMA = `
  create table if not exists pieces (id integer primary key, thread_id text not null, seq integer not null, text text not null);
  create index if not exists pieces_of on pieces (thread_id, seq);
  create trigger if not exists pieces_gone after delete on events when octet_length(old.event) < 16 begin
    delete from pieces where thread_id = old.thread_id and seq = old.seq;
  end;
`;

/** The size of an entry, in SQL. */
export const SIZE = `iif(octet_length(event) < 16 and event not like '{%', cast(event as integer), octet_length(event))`;

/** Those of a thread that is gone may still be there: they are deleted bit by bit. */
const OF_THREAD = 'exists (select 1 from threads where thread_id = ?1)';
const ENTRIES_AFTER = `from events where thread_id = ?1 and seq > ?2 and ${OF_THREAD} order by seq limit ?3`;

const EventRowSchema = z.object({ seq: z.number(), epoch: z.number(), event: z.unknown() });
const SizesSchema = z.array(z.object({ size: z.number() }));
const PiecesSchema = z.array(z.object({ id: z.number(), text: z.string() }));

/** Sizes of entries from the driver's rows, in bytes. */
export const readSizes = (rows: unknown): number[] => SizesSchema.parse(rows).map(({ size }) => size);

interface Room {
  /** Most entries. */
  most: number;
  /** Most bytes of all of them. */
  bytes: number;
  /** Size in bytes of an entry that does not fit at all. */
  tooLong?: number;
}

/**
 * How many of the next entries fit in one step. `sizes` tells those of up to `most` entries after the first `count`; it is
 * asked for growing batches, since SQLite reads the whole of each entry that it passes.
 */
export function fitting(
  sizes: (count: number, most: number) => readonly number[],
  { most, bytes, tooLong = Number.POSITIVE_INFINITY }: Room,
): number {
  let [count, room] = [0, bytes];
  for (let batch = 2; count < most; batch *= 4) {
    const asked = Math.min(batch, most - count);
    const known = sizes(count, asked);
    const over = known.findIndex((size) => size >= tooLong || (room -= size) < 0);
    if (over >= 0) return count + over;
    count += known.length;
    if (known.length < asked) return count;
  }
  return count;
}

/** What is stored of an event: its JSON, in pieces. */
export interface StoredEvent {
  pieces: string[];
  bytes: number;
}

/** About how long a piece is, in characters. */
const PIECE = 128_000;

/** How many pieces are read in one step. */
const PIECES_AT_ONCE = 16;

/** The rows of entries. */
export function createEntries(db: Database.Database) {
  const insert = db.prepare('insert into events (thread_id, seq, epoch, event) values (?, ?, ?, ?)');
  const insertPiece = db.prepare('insert into pieces (thread_id, seq, text) values (?, ?, ?)');
  const sizes = db.prepare(`select ${SIZE} as size ${ENTRIES_AFTER}`);
  const read = db.prepare(`select seq, epoch, event ${ENTRIES_AFTER}`);
  const pieces = db.prepare(
    `select id, text from pieces where thread_id = ?1 and seq = ?2 and id > ?3 and ${OF_THREAD} order by id limit ?4`,
  );
  const inHand = new InHand<LogEntry[]>();
  /** The next pieces of a long entry. */
  const piecesOf = (threadId: string, seq: number, after: number, most: number) =>
    PiecesSchema.parse(pieces.all(threadId, seq, after, most));
  const readLong = async (threadId: string, after: number, { who, step }: Reading): Promise<LogEntry[]> => {
    const look = () => step(() => read.all(threadId, after, 1).map((row) => EventRowSchema.parse(row)));
    const [row] = await look();
    if (!row) return [];
    if (!isSize(row.event)) return [readEvent(row)];
    const texts: string[] = [];
    for (let last = 0; ;) {
      const from = last;
      const some = await step(() => piecesOf(threadId, row.seq, from, PIECES_AT_ONCE));
      for (const { text } of some) texts.push(text);
      last = some.at(-1)?.id ?? 0;
      if (some.length < PIECES_AT_ONCE) break;
      await yieldToOthers(who);
    }
    // Its thread may have been removed meanwhile.
    if ((await look()).length === 0) return [];
    await yieldToOthers(who);
    return [{ seq: row.seq, epoch: row.epoch, event: await readInSteps(row.seq, texts.join(''), who) }];
  };
  return {
    insert(threadId: string, { seq, epoch }: Pick<LogEntry, 'seq' | 'epoch'>, { pieces, bytes }: StoredEvent): void {
      insert.run(threadId, seq, epoch, bytes < LONG ? pieces.join('') : String(bytes));
      if (bytes >= LONG) for (const text of pieces) insertPiece.run(threadId, seq, text);
    },
    /** Sizes of the next entries. */
    sizes: (threadId: string, after: number, most: number): number[] => readSizes(sizes.all(threadId, after, most)),
    /** The next entries; a negative limit means no limit. */
    read: (threadId: string, after: number, limit: number): LogEntry[] =>
      read.all(threadId, after, limit).map((row) => {
        const entry = EventRowSchema.parse(row);
        const texts = isSize(entry.event) ? piecesOf(threadId, entry.seq, 0, -1).map(({ text }) => text) : undefined;
        return readEvent({ ...entry, event: texts?.join('') ?? entry.event });
      }),
    /** The next entry if it is long, read in the slices of `who`; `step` runs what reads the file. */
    readLong: (threadId: string, after: number, reading: Reading): Promise<LogEntry[]> =>
      inHand.shared(`${threadId} ${after + 1}`, () => readLong(threadId, after, reading)),
  };
}

interface Reading {
  who: string;
  step: <T>(work: () => T) => Promise<T>;
}

/** Whether an event's row has the size of its pieces. */
const isSize = (event: unknown): boolean => typeof event === 'string' && /^\d{1,15}$/.test(event);

/** A row as a log entry. An unreadable event is replaced by one that says so, and other entries are unaffected. */
function readEvent({ seq, epoch, event }: z.infer<typeof EventRowSchema>): LogEntry {
  const parsed = typeof event === 'string' ? parseJson<AGUIEvent>(EventSchema, event) : NO_TEXT;
  return { seq, epoch, event: parsed.ok ? parsed.value : unreadable(seq, parsed.reason) };
}

const NO_TEXT = { ok: false, reason: 'It is no text.' } as const;

const SnapshotSchema = z.looseObject({
  type: z.literal(EventType.MESSAGES_SNAPSHOT),
  messages: z.array(z.unknown()),
});

/** The same for a long event, checked in steps. */
async function readInSteps(seq: number, text: string, who: string): Promise<AGUIEvent> {
  const raw = parseAnyJson(text);
  if (!raw.ok) return unreadable(seq, raw.reason);
  await yieldToOthers(who);
  const listed = SnapshotSchema.safeParse(raw.value).data;
  const rest = EventSchema.safeParse(listed ? { ...listed, messages: [] } : raw.value);
  if (!rest.success) return unreadable(seq, rest.error.message);
  if (rest.data.type !== EventType.MESSAGES_SNAPSHOT) return rest.data;
  const { messages } = rest.data;
  for (const candidate of listed?.messages ?? []) {
    const message = MessageSchema.safeParse(candidate);
    if (!message.success) return unreadable(seq, message.error.message);
    messages.push(message.data);
    await yieldToOthers(who);
  }
  return rest.data;
}

/** Longest reason that is reported, in characters. */
const REASON = 500;

function unreadable(seq: number, reason: string): AGUIEvent {
  const value: CustomEventValue<'toolyard.unreadable'> = { seq, reason: reason.slice(0, REASON) };
  return { type: EventType.CUSTOM, name: 'toolyard.unreadable', value };
}

/**
 * The events as stored; other work may run in between, in the slices of whom `whose` tells. Throws `InvalidEventError` if one
 * could not be read back.
 */
export async function storedEvents(events: readonly AGUIEvent[], whose: () => Promise<string>): Promise<StoredEvent[]> {
  const stored: StoredEvent[] = [];
  let who: string | undefined;
  for (const event of events) {
    const isSnapshot = event.type === EventType.MESSAGES_SNAPSHOT;
    checkEvent(isSnapshot ? { ...event, messages: [] } : event);
    const one: StoredEvent = { pieces: [], bytes: 0 };
    if (isSnapshot && event.messages.length > 0) {
      who ??= await whose();
      for (const message of event.messages) {
        const { success, error } = MessageSchema.safeParse(message);
        if (!success) throw new InvalidEventError(`This message cannot be logged: ${z.prettifyError(error)}`);
        await yieldToOthers(who);
      }
    }
    for (const piece of jsonPieces(event, PIECE)) {
      one.pieces.push(piece);
      one.bytes += Buffer.byteLength(piece);
      if (piece.length >= LONG) await yieldToOthers((who ??= await whose()));
    }
    stored.push(one);
  }
  return stored;
}

/**
 * Shares values that are still in use instead of reading them again: many slow followers of a thread hold its long entries
 * in memory once.
 */
class InHand<T extends object> {
  readonly #held = new Map<string, WeakRef<T>>();
  readonly #reading = new Map<string, Promise<T>>();
  readonly #letGo = new FinalizationRegistry<string>((key) => {
    if (!this.#held.get(key)?.deref()) this.#held.delete(key);
  });

  /** The result of `read`, or an earlier one that is still in use or being read. Treat it as immutable. */
  async shared(key: string, read: () => Promise<T>): Promise<T> {
    const known = this.#held.get(key)?.deref() ?? this.#reading.get(key);
    if (known) return known;
    const reading = read();
    this.#reading.set(key, reading);
    try {
      const value = await reading;
      this.#held.set(key, new WeakRef(value));
      this.#letGo.register(value, key);
      return value;
    } finally {
      this.#reading.delete(key);
    }
  }
}
