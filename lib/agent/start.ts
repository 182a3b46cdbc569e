import { EventType, type AGUIEvent, type RunAgentInput, PROTOCOL_VERSION } from '@ag-ui/core';
import type { ModelOverrides } from '@/lib/models/overrides';
import { ForwardedPropsSchema, isWhole, type LogLine, type Problem, currentRun } from '@/lib/protocol';
import { type LogEntry, inSlice, isLive, shareOf, type ThreadRecord } from '@/lib/threads';
import { mergeOptions, quotaOf } from './budget';
import type { ThreadHistory } from './history';
import type { AgentPorts, Secrets } from './ports';
import { performRun } from './run';
import { bringsNews, threadAfter, validateRunInput, snapshot } from './validate-input';

export interface RunRequest {
  /** Hash of the session that makes the request. */
  owner: string;
  /** Address that a new thread is also counted under. */
  address?: string;
  input: RunAgentInput;
  secrets: Secrets;
}

export type RunAnswer =
  | { ok: true; follow: Follow; /** Settles when a run that this request started is over. */ run: Promise<void> }
  | {
      ok: false;
      status: 400 | 404 | 409 | 429;
      problem: Problem;
      /** When to ask again, in seconds. */ retryAfter?: number;
    };

const ForwardedSchema = ForwardedPropsSchema.optional();

const refuse = (status: 400 | 404 | 409, code: string, message: string): RunAnswer => ({
  ok: false,
  status,
  problem: { code, message },
});

const RUN_ID_TAKEN = 'This thread has had a run with this id, without what this one brings: send it under another id.';

/** Answers one POST: refuses it, replays the run it names, or starts a run, which goes on whether or not anyone follows it. */
export async function startRun(ports: AgentPorts, request: RunRequest): Promise<RunAnswer> {
  const { log, histories, leaseMs, limits, now } = ports;
  const { owner, address, input, secrets } = request;
  const { threadId, tools, context } = input;
  const forwarded = ForwardedSchema.safeParse(input.forwardedProps ?? undefined);
  if (!forwarded.success) {
    const issues = forwarded.error.issues.map(({ path, message }) => ({
      path: ['forwardedProps', ...path].join('.'),
      message,
    }));
    return { ok: false, status: 400, problem: { code: 'BAD_REQUEST', message: 'The options do not fit.', issues } };
  }
  const { cassette, tokensBeside = 0, ...chosen } = forwarded.data?.toolyard ?? {};
  const record = (await log.find(threadId, owner)) ?? (await log.create(threadId, owner, address));
  if (!record) return refuse(404, 'NOT_FOUND', 'There is no such thread.');

  const history = await histories.load(log, record);
  const claim = claimRun(history, record, input.runId, now());
  if (claim === 'replay') {
    return bringsNews(history, input) ? refuse(409, 'RUN_ID_TAKEN', RUN_ID_TAKEN) : replay(owner, input, history);
  }
  if (claim === 'active') return refuse(409, 'RUN_ACTIVE', 'Another run of this thread is live: follow its events.');

  // A dead run's id is taken: the run that replaces it needs another.
  const runId = claim === 'take-over' ? crypto.randomUUID() : input.runId;
  const { seq } = history.thread;
  const start = startEvents(threadId, runId, history);
  const options = mergeOptions(record.options, chosen, limits);
  // Both take a while where the input has a long history.
  const who = shareOf(record);
  const validated = await inSlice(
    () => validateRunInput(start.length > 1 ? threadAfter(history, start) : history, input, options, cassette),
    who,
  );
  if (!validated.ok) return { ok: false, status: 400, problem: validated.problem };
  // What calls came to is logged all the same: they would count as not answered.
  const brought = validated.events.some(({ type }) => type === EventType.TOOL_CALL_RESULT);
  const asks = validated.next === 'model' && !brought;
  const spent = asks ? quotaOf(ports, owner, options, secrets).empty() : undefined;
  if (spent) {
    const { message, retryAfter } = spent;
    return { ok: false, status: 429, problem: { code: 'BUDGET_EXCEEDED', message }, retryAfter };
  }
  const events = [...start, ...validated.events].map((event) => ({ ...event, timestamp: now() }));
  const begun = await log.begin(record, { runId, ttlMs: leaseMs, events, options });
  // Something came in between: look again.
  if (!begun) return startRun(ports, request);

  await inSlice(() => history.add(begun.entries), who);
  histories.keep(record, history);
  const { next } = validated;
  const overrides = { ...validated.overrides, ...replayOf(history) };
  const task = {
    lease: begun.lease,
    owner,
    address: record.address,
    history,
    tools,
    context,
    options,
    tokensBeside,
    secrets,
    next,
    overrides,
  };
  return {
    ok: true,
    run: performRun(ports, task).then(() => histories.keep(record, history)),
    follow: {
      threadId,
      owner,
      ...(claim === 'take-over' ? beginning(history, input) : { after: seq, begun: begun.entries }),
      here: runId,
      input,
    },
  };
}

/** Where the log of a known run begins. */
const beginning = (
  history: ThreadHistory,
  { threadId, runId }: RunAgentInput,
): Pick<Follow, 'threadId' | 'after' | 'begun'> => ({
  threadId,
  after: (history.startOf(runId) ?? 1) - 1,
  begun: [],
});

const replay = (owner: string, input: RunAgentInput, history: ThreadHistory): RunAnswer => ({
  ok: true,
  run: Promise.resolve(),
  follow: { ...beginning(history, input), owner, here: undefined, input },
});

/** The cassette that the thread replays, and how many turns have been played. */
const replayOf = ({ thread: { cassette, turns } }: Pick<ThreadHistory, 'thread'>): ModelOverrides =>
  cassette ? { replay: { cassette, played: turns.filter(isWhole).length } } : {};

export interface Follow {
  threadId: string;
  owner: string;
  /** Sequence number after which to begin reading, and the entries after it that need not be read. */
  after: number;
  begun: readonly LogEntry[];
  /** The run that this request began in this process, if any: it ends in any case, however late its end is read. */
  here: string | undefined;
  /** The request that the stream answers: the messages and results it carried are left out. */
  input: RunAgentInput;
}

/**
 * The log lines that answer one request, in lists of at least one: its run, from start to end, and the runs that took over from
 * it. If the process behind a run that began before dies, `again` answers the request once more, which takes the run over unless
 * somebody else has.
 */
export async function* followRun(
  ports: Pick<AgentPorts, 'log' | 'now' | 'leaseMs'>,
  { threadId, owner, after, begun, here, input }: Follow,
  signal: AbortSignal,
  again: () => Promise<RunAnswer>,
): AsyncGenerator<readonly LogLine[]> {
  const carried = carriedBy(input);
  let cursor = after;
  let current: string | undefined;
  let running = here;
  let over = false;
  const isShown = ({ event }: LogEntry): boolean => {
    const begins = event.type === EventType.RUN_STARTED;
    if (begins && (current !== undefined || event.runId === input.runId)) current = event.runId;
    if (current === undefined || over) return false;
    if (isLost(event) && current === running) running = undefined;
    over = isEnd(event);
    return !carried(event);
  };
  const show = async function* (
    lists: Iterable<readonly LogEntry[]> | AsyncIterable<readonly LogEntry[]>,
  ): AsyncGenerator<readonly LogLine[]> {
    for await (const entries of lists) {
      cursor = entries.at(-1)?.seq ?? cursor;
      const shown = entries.filter(isShown);
      if (shown.length > 0) yield shown;
      if (over) return;
    }
  };
  yield* show([begun]);
  while (!over && !signal.aborted) {
    const held = whileHeld(ports, { threadId, owner }, signal, () => running !== undefined);
    try {
      yield* show(ports.log.tail(threadId, cursor, held.signal));
    } finally {
      held.end();
    }
    if (over || signal.aborted || !held.signal.aborted) return;
    const answer = await again();
    if (!answer.ok) return;
    running = answer.follow.here;
  }
}

/**
 * A signal that aborts with the given one, or once no run holds the thread, unless one is known to; `end` ends the watch. Not
 * `AbortSignal.any`, which costs twice as much.
 */
function whileHeld(
  { log, now, leaseMs }: Pick<AgentPorts, 'log' | 'now' | 'leaseMs'>,
  { threadId, owner }: Pick<Follow, 'threadId' | 'owner'>,
  signal: AbortSignal,
  isKnown: () => boolean,
): { signal: AbortSignal; end: () => void } {
  const released = new AbortController();
  const leave = (): void => released.abort(signal.reason);
  signal.addEventListener('abort', leave);
  const look = async (): Promise<void> => {
    if (isKnown()) return;
    const record = await log.find(threadId, owner);
    if (!record || !isLive(record, now())) released.abort();
  };
  // A log that cannot be read says so to whoever follows it.
  const looking = setInterval(() => void look().catch(() => undefined), leaseMs);
  const end = (): void => {
    clearInterval(looking);
    signal.removeEventListener('abort', leave);
  };
  return { signal: released.signal, end };
}

/** The code of the end that a run which takes over logs for the one before, right before it begins. */
const LEASE_LOST = 'LEASE_LOST';

const isLost = (event: AGUIEvent): boolean => event.type === EventType.RUN_ERROR && event.code === LEASE_LOST;

/** Whether nothing follows: with what a lost run left, another goes on. */
const isEnd = (event: AGUIEvent): boolean =>
  event.type === EventType.RUN_FINISHED || (event.type === EventType.RUN_ERROR && !isLost(event));

/** A client that sent a message or a result has it already; an echo would duplicate it. */
function carriedBy(input: RunAgentInput): (event: AGUIEvent) => boolean {
  const users = new Set(input.messages.flatMap((message) => (message.role === 'user' ? [message.id] : [])));
  const results = new Set(input.messages.flatMap((message) => (message.role === 'tool' ? [message.toolCallId] : [])));
  return (event) => {
    switch (event.type) {
      case EventType.TOOL_CALL_RESULT:
        return results.has(event.toolCallId);
      case EventType.TEXT_MESSAGE_START:
      case EventType.TEXT_MESSAGE_CONTENT:
      case EventType.TEXT_MESSAGE_END:
        return users.has(event.messageId);
      default:
        return false;
    }
  };
}

/** Whether a run may start, decided before its input is examined. */
type RunClaim = 'start' | 'replay' | 'take-over' | 'active';

/** A run that the log knows is replayed, or taken over under a new id if it died; a live run refuses every other run. */
function claimRun(history: ThreadHistory, record: ThreadRecord, runId: string, now: number): RunClaim {
  const live = isLive(record, now);
  const last = currentRun(history.thread);
  if (last?.runId === runId && last.status === 'live' && !live) return 'take-over';
  if (history.startOf(runId) !== undefined) return 'replay';
  return live ? 'active' : 'start';
}

/**
 * What a run logs first: its start. If the last run is not over, it is dead: then also that run's error before it, and the
 * messages without those of the dead model turn after it.
 */
export function startEvents(threadId: string, runId: string, { thread, said }: ThreadHistory): AGUIEvent[] {
  const start: AGUIEvent = { type: EventType.RUN_STARTED, threadId, runId, protocolVersion: PROTOCOL_VERSION };
  if (currentRun(thread)?.status !== 'live') return [start];
  const lost = new Set(Object.values(thread.calls).flatMap((call) => (said.has(call.messageId) ? [call.id] : [])));
  return [
    {
      type: EventType.RUN_ERROR,
      code: LEASE_LOST,
      message: 'The server process behind this run is gone; another one goes on.',
    },
    start,
    snapshot(
      thread.messages.filter(
        (message) => !said.has(message.id) && !(message.role === 'tool' && lost.has(message.toolCallId)),
      ),
    ),
  ];
}
