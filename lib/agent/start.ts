import { EventType, PROTOCOL_VERSION, type AGUIEvent, type RunAgentInput } from '@ag-ui/core';
import {
  currentRun,
  ForwardedPropsSchema,
  type Problem,
  type AgentOptions,
  isWhole,
  type LogLine,
} from '@/lib/protocol';
import { LeaseLostError, type EventLog, type Lease, type ThreadRecord } from '@/lib/threads';
import { validateRunInput, claimRun, type ValidatedInput, takeOver } from './validate-input';
import { mergeOptions } from './budget';
import type { ThreadHistory } from './history';
import { performRun, type RunTask } from './run';
import type { AgentPorts, Secrets } from './ports';
import type { ModelOverrides } from '@/lib/models/overrides';

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
  | { ok: false; status: 400 | 404 | 409; problem: Problem };

const ForwardedSchema = ForwardedPropsSchema.optional();

const refuse = (status: 400 | 404 | 409, code: string, message: string): RunAnswer => ({
  ok: false,
  status,
  problem: { code, message },
});

/** Answers one POST: refuses it, replays the run it names, or starts a run, which goes on whether or not anyone follows it. */
export async function startRun(ports: AgentPorts, request: RunRequest): Promise<RunAnswer> {
  try {
    return await tryToStart(ports, request);
  } catch (error) {
    // This process was held up for longer than a lease, and another one took over.
    if (error instanceof LeaseLostError) return active();
    throw error;
  }
}

async function tryToStart(ports: AgentPorts, { owner, address, input, secrets }: RunRequest): Promise<RunAnswer> {
  const { log, histories } = ports;
  const { threadId } = input;
  const forwarded = ForwardedSchema.safeParse(input.forwardedProps ?? undefined);
  if (!forwarded.success) {
    const issues = forwarded.error.issues.map(({ path, message }) => ({
      path: ['forwardedProps', ...path].join('.'),
      message,
    }));
    return { ok: false, status: 400, problem: { code: 'BAD_REQUEST', message: 'The options do not fit.', issues } };
  }
  const record = (await log.find(threadId, owner)) ?? (await create(log, threadId, owner, address));
  if (!record) return refuse(404, 'NOT_FOUND', 'There is no such thread.');

  const before = await histories.load(log, threadId);
  const seq = before.thread.seq;
  const known = claimRun(before, record, input.runId, ports.now());
  if (known === 'replay') return replay(input, before);
  if (known === 'active') return active();
  const { cassette, tokensBeside = 0, ...chosen } = forwarded.data?.toolyard ?? {};
  const choose = (stored: AgentOptions): AgentOptions => mergeOptions(stored, chosen, ports.limits);
  const early = validateRunInput(before, input, choose(record.options), cassette);
  if (!early.ok) return { ok: false, status: 400, problem: early.problem };

  // A dead run's id is taken: the run that replaces it needs another.
  const runId = known === 'take-over' ? crypto.randomUUID() : input.runId;
  const answer = await log.acquire(threadId, runId, ports.leaseMs, takeOver(threadId, runId, before, ports.now()));
  const history = await histories.load(log, threadId);
  const raced = history.startOf(input.runId) !== undefined && runId === input.runId;
  if (!answer.ok) return raced ? replay(input, history) : active();
  const takenOver = currentRun(history.thread)?.runId === runId;
  if (raced && !takenOver) {
    await log.release(answer.lease);
    return replay(input, history);
  }

  // Options are only stored under a lease: if no other lease came between, they are unchanged.
  const untouched = answer.lease.epoch === record.epoch + 1;
  const stored = (untouched ? record : await log.find(threadId, owner))?.options ?? {};
  const options = choose(stored);
  if (!same(stored, options)) await log.setOptions(answer.lease, options);
  const validated =
    history.thread.seq === seq && untouched ? early : validateRunInput(history, input, options, cassette);
  const run = await open(ports, { lease: answer.lease, history, takenOver, validated });
  if (!run.ok) return run;
  const { tools, context } = input;
  const task = { lease: answer.lease, owner, tools, context, options, tokensBeside, secrets };
  return {
    ok: true,
    run: performRun(ports, { ...task, ...run.task }).then(() => histories.keep(threadId, history)),
    follow: {
      threadId,
      ...(known === 'take-over' ? beginning(history, input) : { after: seq, from: input.runId }),
      until: runId,
      input,
    },
  };
}

/** Options are flat: strings, numbers and booleans. */
function same(before: AgentOptions, after: AgentOptions): boolean {
  const known = new Map<string, unknown>(Object.entries(before));
  const values = Object.entries(after);
  return values.length === known.size && values.every(([name, value]) => known.get(name) === value);
}

/** If two requests create the thread at once, both find the same one. Undefined if it belongs to somebody else. */
async function create(
  log: EventLog,
  threadId: string,
  owner: string,
  address: string | undefined,
): Promise<ThreadRecord | undefined> {
  await log.create(threadId, owner, address);
  return log.find(threadId, owner);
}

interface Opening {
  lease: Lease;
  history: ThreadHistory;
  takenOver: boolean;
  validated: ValidatedInput;
}

/** Logs the run's start and what the request brought, in one step. Under the lease nothing can come between. */
async function open(
  ports: AgentPorts,
  { lease, history, takenOver, validated }: Opening,
): Promise<{ ok: true; task: Pick<RunTask, 'history' | 'next' | 'overrides'> } | Extract<RunAnswer, { ok: false }>> {
  const { log, histories } = ports;
  const { threadId, runId } = lease;
  const start: AGUIEvent[] = takenOver
    ? []
    : [{ type: EventType.RUN_STARTED, threadId, runId, protocolVersion: PROTOCOL_VERSION }];
  const stamp = (event: AGUIEvent): AGUIEvent => ({ ...event, timestamp: ports.now() });
  if (!validated.ok) {
    const { code, message } = validated.problem;
    if (takenOver) await log.finish(lease, [stamp({ type: EventType.RUN_ERROR, code, message })]);
    else await log.release(lease);
    return { ok: false, status: 400, problem: validated.problem };
  }
  const entries = await log.append(lease, [...start, ...validated.events].map(stamp)).catch(async (error: unknown) => {
    // Nothing of a new run is logged, so there is nothing to take over: it may be asked for again at once.
    if (!takenOver) await log.release(lease).catch(() => undefined);
    throw error;
  });
  history.add(entries);
  histories.keep(threadId, history);
  return {
    ok: true,
    task: { history, next: validated.next, overrides: { ...validated.overrides, ...replayOf(history) } },
  };
}

const active = (): RunAnswer => refuse(409, 'RUN_ACTIVE', 'Another run of this thread is live: follow its events.');

/** Where the log of a known run begins. */
const beginning = (
  history: ThreadHistory,
  { threadId, runId }: RunAgentInput,
): Pick<Follow, 'threadId' | 'after' | 'from'> => ({
  threadId,
  after: (history.startOf(runId) ?? 1) - 1,
  from: runId,
});

const replay = (input: RunAgentInput, history: ThreadHistory): RunAnswer => ({
  ok: true,
  run: Promise.resolve(),
  follow: { ...beginning(history, input), until: input.runId, input },
});

/** The cassette that the thread replays, and how many turns have been played. */
const replayOf = ({ thread: { cassette, turns } }: Pick<ThreadHistory, 'thread'>): ModelOverrides =>
  cassette ? { replay: { cassette, played: turns.filter(isWhole).length } } : {};

export interface Follow {
  threadId: string;
  /** Sequence number after which to begin reading. */
  after: number;
  /** The first run to show, and the run whose end ends the stream; they differ if the run was taken over. */
  from: string;
  until: string;
  /** The request that the stream answers: the messages and results it carried are left out. */
  input: RunAgentInput;
}

/** The log lines that answer one request: its run, from start to end. */
export async function* followRun(
  log: EventLog,
  { threadId, after, from, until, input }: Follow,
  signal: AbortSignal,
): AsyncGenerator<LogLine> {
  const carried = carriedBy(input);
  let current: string | undefined;
  for await (const { seq, event } of log.tail(threadId, after, signal)) {
    if (event.type === EventType.RUN_STARTED && (current !== undefined || event.runId === from)) current = event.runId;
    if (current === undefined) continue;
    if (!carried(event)) yield { seq, event };
    if (current === until && isEnd(event)) return;
  }
}

const isEnd = (event: AGUIEvent): boolean =>
  event.type === EventType.RUN_FINISHED || event.type === EventType.RUN_ERROR;

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
