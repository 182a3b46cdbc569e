import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { EventType } from '@ag-ui/core';
import { EventSchemas } from '@ag-ui/core/schemas';
import { z } from 'zod';
import { type LogLine, parseJson, emptyThread, foldEvents, type ThreadState, type ThreadSummary } from '@/lib/protocol';
import { refusalOf, threadPath, type RunRefusal, type RunResponse } from '../run-client';
import { createFrameBatch, createSlices } from '../pace';
import type { Wait } from '../wait';

/** A connection that has been silent for this long is given up, milliseconds. The server's heartbeat is 15 s. */
const SILENCE_MS = 40_000;
/** Refusals that pass: the request was too slow, too early, or one too many. */
const LATER: ReadonlySet<number> = new Set([408, 425, 429]);
const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 5_000;

export interface TailOptions {
  threadId: string;
  fetch: typeof fetch;
  wait: Wait;
  signal: AbortSignal;
  /** Sequence number of the last line that was received. */
  after: () => number;
  /** Gets lines in order as they arrive; a line may arrive again after a reconnection. */
  onLines: (lines: readonly LogLine[]) => void;
  onConnection: (connection: 'open' | 'reconnecting') => void;
  /** The server knows no such thread, or not for this session: nothing more will arrive. */
  onRefused: (refusal: RunRefusal) => void;
}

/** Follows a thread's log until `signal` aborts, over as many connections as it takes. Never rejects. */
export async function tailThread(options: TailOptions): Promise<void> {
  const { signal, onConnection, onRefused } = options;
  let retryMs = FIRST_RETRY_MS;
  while (!signal.aborted) {
    const end = await follow(options);
    if (signal.aborted) return;
    if (end.kind === 'refused') return onRefused(end.refusal);
    onConnection('reconnecting');
    if (end.kind === 'closed') retryMs = FIRST_RETRY_MS;
    await options.wait(retryMs, signal);
    retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
  }
}

type End = { kind: 'closed' } | { kind: 'unreachable' } | { kind: 'refused'; refusal: RunRefusal };

/** Follows over one connection until that ends. */
async function follow({ threadId, fetch, signal, after, onLines, onConnection }: TailOptions): Promise<End> {
  const connection = new AbortController();
  const stop = () => connection.abort();
  signal.addEventListener('abort', stop);
  let watchdog = setTimeout(stop, SILENCE_MS);
  let heard = false;
  try {
    const seen = after();
    const response = await fetch(`${threadPath(threadId)}/events?after=${seen}`, {
      headers: { accept: 'text/event-stream', 'last-event-id': String(seen) },
      credentials: 'same-origin',
      cache: 'no-store',
      signal: connection.signal,
    });
    if (response.status >= 400 && response.status < 500 && !LATER.has(response.status)) {
      return { kind: 'refused', refusal: await refusalOf(response) };
    }
    if (!response.ok || !response.body) return { kind: 'unreachable' };
    onConnection('open');
    let lines: LogLine[] = [];
    const parser = createParser({
      onEvent(message) {
        const line = parseLogLine(message);
        if (line) lines.push(line);
      },
    });
    const slices = createSlices();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const chunk = await reader.read();
      if (chunk.done || signal.aborted) return { kind: 'closed' };
      heard = true;
      clearTimeout(watchdog);
      watchdog = setTimeout(stop, SILENCE_MS);
      parser.feed(chunk.value);
      if (lines.length > 0) onLines(lines);
      lines = [];
      await slices.yieldToOthers();
    }
  } catch {
    return { kind: heard ? 'closed' : 'unreachable' };
  } finally {
    clearTimeout(watchdog);
    signal.removeEventListener('abort', stop);
    connection.abort();
  }
}

const SeqSchema = z.coerce.number().int().positive();

/**
 * One line of the log from one SSE message. An event that this page does not know becomes a `RAW` event: it changes nothing but
 * the sequence number. A message without a sequence number is not a line of the log.
 */
function parseLogLine(message: EventSourceMessage): LogLine | undefined {
  const seq = SeqSchema.safeParse(message.id);
  if (!seq.success) return undefined;
  const event = parseJson(EventSchemas, message.data);
  if (event.ok) return { seq: seq.data, event: event.value };
  return { seq: seq.data, event: { type: EventType.RAW, event: message.data, source: 'unknown' } };
}

/** The connection that delivers a thread's log, while there is one. */
export interface Follower {
  start(): void;
  stop(): void;
}

export function createFollower({ signal, ...options }: TailOptions): Follower {
  let following: AbortController | undefined;
  return {
    start() {
      if (following || signal.aborted) return;
      following = new AbortController();
      void tailThread({ ...options, signal: AbortSignal.any([signal, following.signal]) });
    },
    stop() {
      following?.abort();
      following = undefined;
    },
  };
}

/** Folds the log as it arrives: streamed text once per frame, every other event at once. */
export interface ThreadFeed {
  readonly thread: ThreadState;
  readonly log: readonly LogLine[];
  /** Sequence number of the last line that was received, folded or not. */
  readonly seq: number;
  take(lines: readonly LogLine[]): void;
  cancel(): void;
}

const STREAMING: ReadonlySet<EventType> = new Set([
  EventType.TEXT_MESSAGE_CONTENT,
  EventType.REASONING_MESSAGE_CONTENT,
  EventType.TOOL_CALL_ARGS,
]);

export function createThreadFeed(onChange: () => void): ThreadFeed {
  let thread = emptyThread;
  let seq = 0;
  let folded = 0;
  const log: LogLine[] = [];
  const frame = createFrameBatch(() => {
    thread = foldEvents(thread, log.slice(folded));
    folded = log.length;
    onChange();
  });
  return {
    get thread() {
      return thread;
    },
    get seq() {
      return seq;
    },
    log,
    take(lines) {
      const fresh: LogLine[] = [];
      for (const line of lines) {
        if (line.seq <= seq) continue;
        seq = line.seq;
        fresh.push(line);
      }
      if (fresh.length === 0) return;
      log.push(...fresh);
      frame.request();
      if (fresh.some(({ event }) => !STREAMING.has(event.type))) frame.flush();
    },
    cancel: () => frame.cancel(),
  };
}

/** How long a run may be silent before the server is asked whether it is still alive, milliseconds. */
const QUIET_RUN_MS = 2_000;

interface QuietOptions {
  wait: Wait;
  signal: AbortSignal;
  /** Sequence number of the last line that was received. */
  seq: () => number;
  /** Whether something should arrive, and this tab would act if it does not. */
  waiting: () => boolean;
  /** Whether this tab is working, so that the server's answer would already be outdated. */
  busy: () => boolean;
  summary: () => Promise<RunResponse<ThreadSummary>>;
  /** Called if the run is dead. */
  onDead: () => void;
  /** Called if nothing is live and nothing more will arrive. */
  onOver: () => void;
}

/**
 * Checks on a silent run until `signal` aborts: the run may be dead, or its server gone, perhaps before it logged anything.
 * Never rejects.
 */
export async function watchQuiet({ wait, signal, seq, waiting, busy, ...options }: QuietOptions): Promise<void> {
  let seen = seq();
  while (!signal.aborted) {
    await wait(QUIET_RUN_MS, signal);
    const quiet = seq() === seen;
    seen = seq();
    if (!quiet || busy() || !waiting() || signal.aborted) continue;
    const summary = await options.summary();
    if (!summary.ok || seq() !== seen || busy() || signal.aborted) continue;
    if (summary.value.orphaned) options.onDead();
    else if (!summary.value.live && summary.value.lastSeq <= seq()) options.onOver();
  }
}
