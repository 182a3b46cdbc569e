import { EventType, type AGUIEvent, type Message } from '@ag-ui/core';
import { parsePartialJson } from '@/lib/schema';
import {
  callOf,
  emptyThread,
  isWhole,
  ThreadFold,
  type FoldedTurn,
  type LogLine,
  type ThreadState,
  currentRun,
  pendingCalls,
  type ThreadSummary,
} from '@/lib/protocol';
import { isLive, yieldToOthers, shareOf, type EventLog, type ThreadRecord } from '@/lib/threads';

/** What the agent loop knows of a thread, folded from its log as it grows: a line costs the same however long the log is. */
export class ThreadHistory {
  readonly #fold: ThreadFold;
  #withdrawn: Set<string>;
  #cut: Set<string>;
  #turns = 0;
  #callsBefore = 0;
  #tokens = 0;
  #size = 0;
  /** Where runs begin: sequence numbers of their RUN_STARTED, by run id. */
  readonly #starts: Map<string, number>;
  /** Messages that the model began in the current run. */
  #said = new Set<string>();

  constructor(lines: readonly LogLine[] = [], from?: ThreadHistory) {
    this.#fold = new ThreadFold(from?.thread ?? emptyThread);
    this.#withdrawn = new Set(from?.withdrawn);
    this.#cut = new Set(from?.cut);
    this.#starts = new Map(from ? from.#starts : []);
    this.#said = new Set(from?.said);
    this.#turns = from?.turns ?? 0;
    this.#callsBefore = from?.callsBefore ?? 0;
    this.#tokens = from?.tokens ?? 0;
    this.#size = from?.size ?? 0;
    this.add(lines);
  }

  /** The thread as it is now; its lists change with the next line. */
  get thread(): ThreadState {
    return this.#fold.thread;
  }

  /** Ids of messages and calls that were logged and later withdrawn by a snapshot. Clients may still send them back. */
  get withdrawn(): ReadonlySet<string> {
    return this.#withdrawn;
  }

  /** Calls that the model had no room to finish: their arguments are incomplete. */
  get cut(): ReadonlySet<string> {
    return this.#cut;
  }

  /** Model turns since a person last spoke or let the agent go on. */
  get turns(): number {
    return this.#turns;
  }

  /** How many calls there were at that point. */
  get callsBefore(): number {
    return this.#callsBefore;
  }

  /** Tokens the whole thread has used, input and output together. */
  get tokens(): number {
    return this.#tokens;
  }

  /** Rough memory use: characters of text, plus a constant for each value. */
  get size(): number {
    return this.#size;
  }

  /** Ids of the messages that the model has begun in the current run. */
  get said(): ReadonlySet<string> {
    return this.#said;
  }

  /** Sequence number of a run's RUN_STARTED; undefined if the log has no such run. */
  startOf(runId: string): number | undefined {
    return this.#starts.get(runId);
  }

  hasMessage(id: string): boolean {
    return this.#fold.messages.has(id);
  }

  /** Folds log entries; an entry already folded changes nothing. */
  add(lines: readonly LogLine[]): void {
    for (const line of lines) this.#addOne(line);
  }

  #addOne(line: LogLine): void {
    const { event } = line;
    const snapshot = event.type === EventType.MESSAGES_SNAPSHOT;
    const before = snapshot ? this.thread.messages : [];
    const { length: turns } = this.#fold.turns;
    if (!this.#fold.add(line)) return;
    this.#size = (snapshot ? 0 : this.#size) + sizeOf(event);
    if (snapshot) this.#withdraw(before);
    else if (letsGoOn(event)) this.#goOn();
    else if (event.type === EventType.RUN_STARTED) this.#begin(event.runId, line.seq);
    else if (this.#fold.turns.length > turns) this.#count(this.#fold.turns.at(-1));
    const said = saidBy(event);
    if (said !== undefined) this.#said.add(said);
  }

  #begin(runId: string, seq: number): void {
    this.#said = new Set();
    if (!this.#starts.has(runId)) this.#starts.set(runId, seq);
  }

  #goOn(): void {
    this.#turns = 0;
    this.#callsBefore = this.thread.callOrder.length;
  }

  #count(turn: FoldedTurn | undefined): void {
    if (!turn) return;
    const { stop, inputTokens, outputTokens } = turn;
    this.#tokens += inputTokens + outputTokens;
    if (isWhole({ stop })) this.#turns += 1;
    if (stop === 'max_tokens' || stop === 'context_exceeded') this.#cutLast();
  }

  /** Marks the last call of a turn that ran out of room, if its arguments are incomplete. */
  #cutLast(): void {
    const { thread } = this;
    const call = callOf(thread, thread.callOrder.at(-1) ?? '');
    if (call && !call.result && parsePartialJson(call.args).state !== 'complete') this.#cut.add(call.id);
  }

  #withdraw(messages: readonly Message[]): void {
    const { thread } = this;
    const before = new Set(idsOf(messages));
    const after = new Set(idsOf(thread.messages));
    for (const id of before) if (!after.has(id)) this.#withdrawn.add(id);
    const last = thread.messages.at(-1);
    if (last?.role === 'user' && !before.has(last.id)) this.#goOn();
    else this.#callsBefore = Math.min(this.#callsBefore, thread.callOrder.length);
  }
}

/** What a value takes besides its text, in the units of `size`. */
const AROUND = 16;

const sizeOf = (value: unknown): number => {
  if (typeof value === 'string') return AROUND + value.length;
  if (typeof value !== 'object' || value === null) return AROUND;
  let size = AROUND;
  for (const part of Object.values(value)) size += sizeOf(part);
  return size;
};

const letsGoOn = (event: AGUIEvent): boolean =>
  (event.type === EventType.TEXT_MESSAGE_START && event.role === 'user') ||
  (event.type === EventType.RUN_FINISHED && event.outcome?.type === 'interrupt');

/** The id of the model's message that this event begins or continues. */
function saidBy(event: AGUIEvent): string | undefined {
  if (event.type === EventType.TEXT_MESSAGE_START) return event.role === 'user' ? undefined : event.messageId;
  if (event.type === EventType.REASONING_MESSAGE_START) return event.messageId;
  return event.type === EventType.TOOL_CALL_START ? (event.parentMessageId ?? event.toolCallId) : undefined;
}

/** Ids of the messages and of their calls. */
const idsOf = (messages: readonly Message[]): string[] =>
  messages.flatMap((message) =>
    message.role === 'assistant' ? [message.id, ...(message.toolCalls ?? []).map((call) => call.id)] : [message.id],
  );

/** Limit for all histories together, in the units of `ThreadHistory.size`: about 100 MB of memory. */
const KEPT = 40_000_000;
/** Most entries that are read and folded in one step. */
const PAGE = 100;

/** What a history is known by: the id of a thread that is gone may come again. */
type KnownThread = Pick<ThreadRecord, 'threadId' | 'born'>;
const keyOf = ({ threadId, born }: KnownThread): string => `${born} ${threadId}`;

/** Folded threads, so that a run folds only what is new. Purely a cache of the log: losing it costs only time. */
export class Histories {
  readonly #kept = new Map<string, ThreadHistory>();
  readonly #most: number;
  /** The latest load of each thread that is being loaded. */
  readonly #loading = new Map<string, Promise<ThreadHistory>>();
  /** Sizes of the kept histories when they were last measured. */
  readonly #sizes = new Map<string, number>();
  #size = 0;

  constructor(most = KEPT) {
    this.#most = most;
  }

  /**
   * The thread as it was when it was found, or later. A long one that is not cached is folded in steps, which let other work
   * run in between; who asks for it meanwhile goes on from what has been folded.
   */
  async load(
    log: EventLog,
    found: KnownThread & Pick<ThreadRecord, 'lastSeq' | 'owner' | 'address'>,
  ): Promise<ThreadHistory> {
    const key = keyOf(found);
    const before = this.#loading.get(key);
    const loaded = (before ?? Promise.resolve(undefined))
      .catch(() => undefined)
      .then((history) => this.#foldRest(log, found, history));
    this.#loading.set(key, loaded);
    try {
      return await loaded;
    } finally {
      if (this.#loading.get(key) === loaded) this.#loading.delete(key);
    }
  }

  async #foldRest(
    log: EventLog,
    found: KnownThread & Pick<ThreadRecord, 'lastSeq' | 'owner' | 'address'>,
    begun: ThreadHistory | undefined,
  ): Promise<ThreadHistory> {
    const history = this.#kept.get(keyOf(found)) ?? begun ?? new ThreadHistory();
    while (history.thread.seq < found.lastSeq) {
      const page = await log.read(found.threadId, history.thread.seq, PAGE);
      if (page.length === 0) break;
      history.add(page);
      await yieldToOthers(shareOf(found));
    }
    this.keep(found, history);
    return history;
  }

  /** Keeps a history unless it alone exceeds the limit; drops the oldest to make room. */
  keep(thread: KnownThread, history: ThreadHistory): void {
    const key = keyOf(thread);
    this.#drop(key);
    if (history.size > this.#most) return;
    this.#kept.set(key, history);
    this.#sizes.set(key, history.size);
    this.#size += history.size;
    for (const [oldest] of this.#kept) {
      if (this.#size <= this.#most) return;
      this.#drop(oldest);
    }
  }

  /** Drops the history of a thread. */
  drop(thread: KnownThread): void {
    this.#drop(keyOf(thread));
  }

  #drop(key: string): void {
    this.#size -= this.#sizes.get(key) ?? 0;
    this.#sizes.delete(key);
    this.#kept.delete(key);
  }
}

/** A thread in brief, for `GET /api/threads/:id`. */
export function summarize({ thread }: ThreadHistory, record: ThreadRecord, now: number): ThreadSummary {
  const live = isLive(record, now) ? record.lease : null;
  return {
    threadId: record.threadId,
    lastSeq: record.lastSeq,
    live,
    orphaned: currentRun(thread)?.status === 'live' && live === null,
    pendingToolCallIds: pendingCalls(thread).map((call) => call.id),
    options: record.options,
  };
}
