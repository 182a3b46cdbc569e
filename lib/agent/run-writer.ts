import { EventType, type AGUIEvent } from '@ag-ui/core';
import { ModelError } from '@/lib/models/model';
import { checkEvent, InvalidEventError, nextTurn, type Lease, type LogEntry } from '@/lib/threads';
import type { ThreadHistory } from './history';
import type { RunPorts } from './ports';

/**
 * Streamed events are collected this long before they are appended, in milliseconds; the first of a burst is appended with
 * what comes in the same turn of the event loop.
 */
const GATHER_MS = 16;

type WriterPorts = Pick<RunPorts, 'log' | 'now' | 'heard' | 'grow'>;

/** Writes a run: stamps, collects and appends its events in order, and keeps the fold current. */
export class RunWriter {
  readonly history: ThreadHistory;
  readonly #ports: WriterPorts;
  readonly #lease: Lease;
  readonly #onFailure: (error: unknown) => void;
  #gathered: AGUIEvent[] = [];
  #writing: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    ports: WriterPorts,
    lease: Lease,
    history: ThreadHistory,
    /** Called when a background append fails; the next `append` throws the error too. */
    onFailure: (error: unknown) => void,
  ) {
    this.#ports = ports;
    this.#lease = lease;
    this.history = history;
    this.#onFailure = onFailure;
  }

  /** Appends soon. Adjacent deltas of the same text become one event. */
  push(events: readonly AGUIEvent[]): void {
    this.#take(events);
    if (this.#timer || this.#gathered.length === 0) return;
    this.#write(nextTurn());
    this.#timer = setTimeout(() => this.#tick(), GATHER_MS);
  }

  /** Appends now, after everything pushed before. Throws if any append since then failed. */
  async append(events: readonly AGUIEvent[]): Promise<void> {
    this.#take(events);
    if (this.#gathered.length > 0) this.#write();
    await this.#writing;
  }

  /** Appends a run's last events, after everything pushed before, and releases its lease. */
  async finish(events: readonly AGUIEvent[]): Promise<void> {
    this.close();
    await this.#writing;
    this.#take(events);
    const last = this.#gathered;
    this.#gathered = [];
    this.#fold(await this.#ports.log.finish(this.#lease, last));
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #tick(): void {
    this.#timer = undefined;
    this.push([]);
  }

  /** Appends all that is gathered by the time `due` resolves. */
  #write(due?: Promise<void>): void {
    this.#writing = this.#appendAfter(this.#writing, due);
    this.#writing.catch(this.#onFailure);
  }

  async #appendAfter(before: Promise<void>, due: Promise<void> | undefined): Promise<void> {
    await before;
    await due;
    const events = this.#gathered;
    this.#gathered = [];
    if (events.length === 0) return;
    this.#fold(await this.#ports.log.append(this.#lease, events));
    this.#ports.grow?.(this.history.size);
  }

  #fold(entries: readonly LogEntry[]): void {
    this.history.add(entries);
    const { heard } = this.#ports;
    if (heard) for (const { event } of entries) heard(event, this.history.thread);
  }

  /** Takes ownership of the events: it changes them. */
  #take(events: readonly AGUIEvent[]): void {
    for (const event of events) {
      event.timestamp = this.#ports.now();
      this.#gather(event);
    }
  }

  #gather(event: AGUIEvent): void {
    const last = this.#gathered.at(-1);
    if (last && addDelta(last, event)) return;
    // Checked before anything is written, since the log could not read an invalid event back.
    try {
      checkEvent(event);
    } catch (error) {
      if (!(error instanceof InvalidEventError)) throw error;
      throw new ModelError('BAD_ANSWER', `The model said what cannot be kept. ${error.message}`);
    }
    this.#gathered.push(event);
  }
}

/** Adds an event's text to the one before it, if that is of the same message or call; returns whether it did. */
function addDelta(first: AGUIEvent, second: AGUIEvent): boolean {
  // Adapters may send anything: join only text with text.
  if (!('delta' in second) || typeof second.delta !== 'string') return false;
  const same =
    (first.type === EventType.TOOL_CALL_ARGS &&
      second.type === EventType.TOOL_CALL_ARGS &&
      first.toolCallId === second.toolCallId) ||
    ((first.type === EventType.TEXT_MESSAGE_CONTENT || first.type === EventType.REASONING_MESSAGE_CONTENT) &&
      second.type === first.type &&
      first.messageId === second.messageId);
  if (same) first.delta += second.delta;
  return same;
}
