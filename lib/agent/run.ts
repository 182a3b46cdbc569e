import {
  aggregateTokenUsage,
  EventType,
  type AGUIEvent,
  type Context,
  type RunFinishedOutcome,
  type TokenUsage,
  type Tool,
} from '@ag-ui/core';
import type { ModelOverrides } from '@/lib/models/overrides';
import { RawRecording } from '@/lib/models/raw-recording';
import { TurnAwaited, ModelError } from '@/lib/models/model';
import { customEvent, unansweredCalls, type AgentOptions, type CustomEventValue } from '@/lib/protocol';
import {
  LeaseLostError,
  NoRoomError,
  StorageError,
  type Lease,
  checkEvent,
  InvalidEventError,
  yieldToOthers,
  shareOf,
  type LogEntry,
} from '@/lib/threads';
import { exhausted, quotaOf } from './budget';
import type { ThreadHistory } from './history';
import { loopGuard } from './guard';
import { modelTurn, type TurnTask } from './model-turn';
import { activateAll, activateCalled, answersInOrder, isServerSide, type Offer } from './server-side-results';
import type { RunPorts, ExecutorAnswer, Secrets } from './ports';
import { asModelError } from './retry';
import { resolveAll } from './resolve';
import { askForTurn } from './your-turn';

export interface RunTask {
  lease: Lease;
  /** Hash of the session that the run works for. */
  owner: string;
  /** Hash of the address that the thread was created from. */
  address?: string;
  history: ThreadHistory;
  /** The client's tools and context. */
  tools: readonly Tool[];
  context: readonly Context[];
  options: AgentOptions;
  /** Tokens that other agents of the conversation have used. */
  tokensBeside: number;
  secrets: Secrets;
  next: 'model' | 'wait';
  overrides: ModelOverrides;
}

interface TurnParts extends Omit<TurnTask, 'tools' | 'writer'> {
  writer: RunWriter;
  /** Set if the provider's bytes are to be recorded. */
  recording?: RawRecording;
}

/** The abort reason when a person stops the run. */
const STOPPED = new Error('stopped');

/**
 * Executes a run to its end under the lease, whether or not anyone follows it; its start is already logged. Never rejects:
 * errors are logged. A lost lease, or a log that cannot be written at all, is left to the run that takes over.
 */
export async function performRun(ports: RunPorts, task: RunTask): Promise<void> {
  const { log, leaseMs } = ports;
  const { lease } = task;
  const abort = new AbortController();
  const abortWith = (error: unknown): void => abort.abort(error);
  const writer = new RunWriter(ports, lease, task.history, abortWith);
  let unwatch = (): void => undefined;
  const renewing = setInterval(() => {
    log.renew(lease, leaseMs).catch((error: unknown) => error instanceof LeaseLostError && abortWith(error));
  }, leaseMs / 3);
  try {
    unwatch = log.watchStop(lease, () => abortWith(STOPPED));
    await writer.finish(await perform(ports, task, writer, abort.signal));
  } catch (error) {
    if (!(error instanceof LeaseLostError)) await logFailure(ports, lease, error);
  } finally {
    writer.close();
    clearInterval(renewing);
    unwatch();
  }
}

/** How often a run whose end cannot be logged tries again, in milliseconds. */
const RETRY_MS = 500;

/**
 * Ends a run whose events could not be logged with a RUN_ERROR, as soon as that can be logged: until then it would hold the
 * thread. Once its lease is over, the next run takes over.
 */
async function logFailure({ log, now, sleep, leaseMs }: RunPorts, lease: Lease, error: unknown): Promise<void> {
  const { code, message } = error instanceof StorageError || error instanceof NoRoomError ? error : asModelError(error);
  for (let left = leaseMs; left > 0; left -= RETRY_MS) {
    try {
      await log.finish(lease, [{ type: EventType.RUN_ERROR, code, message, timestamp: now() }]);
      return;
    } catch (failed) {
      if (!(failed instanceof StorageError)) return;
    }
    await sleep(RETRY_MS);
  }
}

/** Does the run's work and returns the events that end it. Throws only if the log cannot be written or the lease is lost. */
async function perform(ports: RunPorts, task: RunTask, writer: RunWriter, signal: AbortSignal): Promise<AGUIEvent[]> {
  const usage: TokenUsage[] = [];
  try {
    if (task.next === 'wait') return [finished(task, writer, usage)];
    const recording = task.options.record ? new RawRecording(ports.now) : undefined;
    const exchanges = exchangeSinkOf(ports, task);
    const observers = { ...(recording && { recording }), ...(exchanges && { exchanges }) };
    const model = ports.createModel(task.options, task.secrets, { ...task.overrides, ...observers });
    const quota = quotaOf(ports, task.owner, task.options, task.secrets);
    const { context, options, tokensBeside } = task;
    const who = shareOf({ address: '', ...task });
    const pause = (): Promise<void> => yieldToOthers(who);
    const turn = { writer, model, quota, context, options, tokensBeside, signal, pause };
    return await takeTurns(ports, task, { ...turn, ...(recording && { recording }) }, usage);
  } catch (error) {
    if (signal.aborted && signal.reason !== STOPPED) throw signal.reason;
    if (signal.aborted) {
      const resolved = resolveAll(writer.history.thread, 'unread', task.options.language);
      return [...resolved, runFinished(task, usage, { type: 'cancelled' })];
    }
    if (error instanceof LeaseLostError || error instanceof NoRoomError) throw error;
    if (error instanceof TurnAwaited) {
      return [runFinished(task, usage, { type: 'interrupt', interrupts: [askForTurn(task.lease.runId, error)] })];
    }
    const { code, message } = asModelError(error);
    return [{ type: EventType.RUN_ERROR, code, message }];
  }
}

/** Where requests and replies go: they are kept for the session that the run belongs to. */
function exchangeSinkOf({ exchanges, now }: RunPorts, { owner, lease }: RunTask): ModelOverrides['exchanges'] {
  const { threadId, runId } = lease;
  return exchanges && { now, add: (exchange) => exchanges.add({ owner, threadId, runId, exchange }) };
}

/** Takes turns of the model until one leaves calls to the client, or makes none. */
async function takeTurns(ports: RunPorts, task: RunTask, turn: TurnParts, usage: TokenUsage[]): Promise<AGUIEvent[]> {
  const { writer, recording } = turn;
  for (;;) {
    const end = await stopBefore(ports, task, turn, usage);
    if (end) return end;
    const tools = ports.executor?.tools() ?? task.tools;
    const outcome = await modelTurn(ports, { ...turn, tools });
    if (!outcome.ok) {
      const { code, message } = outcome.error;
      return [{ type: EventType.RUN_ERROR, code, message, usage }];
    }
    const { inputTokens, outputTokens, cachedInputTokens } = outcome.usage;
    const totalTokens = inputTokens + outputTokens;
    usage.push({ model: turn.model.name, inputTokens, outputTokens, cachedInputTokens, totalTokens });
    const reply = recording?.take();
    await writer.append(reply ? [customEvent('toolyard.reply', reply)] : []);
    const offer = { tools, options: task.options, local: ports.executor !== undefined };
    await writer.append(activateCalled(writer.history, offer));
    const { results, endsRun, found } = await executeCalls(ports, writer.history, offer);
    const answers = answersInOrder(writer.history, offer, results);
    await writer.append([...answers, ...activateAll(writer.history, offer, found)]);
    turn.signal.throwIfAborted();
    const over = endsRun || answers.length === 0 || unansweredCalls(writer.history.thread).length > 0;
    // A provider may pause a long turn; the model is then asked to go on.
    if (over && outcome.stop !== 'pause') return [finished(task, writer, usage)];
  }
}

/** Runs the calls that this process executes: none if they are left to the client. */
async function executeCalls({ executor }: RunPorts, history: ThreadHistory, offer: Offer): Promise<ExecutorAnswer> {
  if (!executor) return { results: [], endsRun: false, found: [] };
  return executor.answer(unansweredCalls(history.thread).filter((call) => !isServerSide(history, offer, call)));
}

/** The events that end the run instead of the next model turn, if any. A warning does not end it: it is only logged. */
async function stopBefore(
  ports: RunPorts,
  task: RunTask,
  { writer, quota }: TurnParts,
  usage: readonly TokenUsage[],
): Promise<AGUIEvent[] | undefined> {
  const empty = quota.empty();
  if (empty) return [{ type: EventType.RUN_ERROR, code: 'BUDGET_EXCEEDED', message: empty.message }];
  const limit = exhausted(writer.history, task.options, ports.limits, task.tokensBeside);
  if (limit) return interrupted(task, usage, { ...limit, level: 'stop' }, limit.guard);
  const { guardPatience, language } = task.options;
  const loop = loopGuard(writer.history.thread, writer.history.callsBefore, guardPatience, language);
  if (loop?.level === 'stop') return interrupted(task, usage, loop, 'loop');
  if (loop) await writer.append([customEvent('toolyard.guard', loop)]);
  return undefined;
}

function interrupted(
  task: RunTask,
  usage: readonly TokenUsage[],
  guard: CustomEventValue<'toolyard.guard'>,
  reason: string,
): AGUIEvent[] {
  const interrupts = [{ id: `${task.lease.runId}:${reason}`, reason: `toolyard:${reason}`, message: guard.message }];
  return [customEvent('toolyard.guard', guard), runFinished(task, usage, { type: 'interrupt', interrupts })];
}

function finished(task: RunTask, { history }: RunWriter, usage: readonly TokenUsage[]): AGUIEvent {
  const pending = unansweredCalls(history.thread).filter((call) => !isServerSide(history, task, call));
  return runFinished(task, usage, { type: 'success', pendingToolCallIds: pending.map(({ id }) => id) });
}

const runFinished = ({ lease }: RunTask, usage: readonly TokenUsage[], outcome: RunFinishedOutcome): AGUIEvent => ({
  type: EventType.RUN_FINISHED,
  threadId: lease.threadId,
  runId: lease.runId,
  outcome,
  ...(usage.length > 0 && { usage: aggregateTokenUsage([...usage]) }),
});

/** Streamed events are collected this long before they are appended, in milliseconds; the first of a burst do not wait. */
const GATHER_MS = 16;

/** Calls back once all that is ready has run: of a reply that is there already, everything is written in one step. */
const afterReady = typeof process === 'undefined' ? queueMicrotask : process.nextTick;

type WriterPorts = Pick<RunPorts, 'log' | 'now' | 'onEvent' | 'grow'>;

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
    this.#timer = setTimeout(() => this.#tick(), GATHER_MS);
    afterReady(() => this.#write());
  }

  /** Appends now, after everything pushed before. Throws if any append since then failed. */
  async append(events: readonly AGUIEvent[]): Promise<void> {
    this.#take(events);
    this.#write();
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

  /** Appends all that is gathered by the time everything before it is appended. */
  #write(): void {
    if (this.#gathered.length === 0) return;
    this.#writing = this.#appendAfter(this.#writing);
    this.#writing.catch(this.#onFailure);
  }

  async #appendAfter(before: Promise<void>): Promise<void> {
    await before;
    const events = this.#gathered;
    this.#gathered = [];
    if (events.length === 0) return;
    this.#fold(await this.#ports.log.append(this.#lease, events));
    this.#ports.grow?.(this.history.size);
  }

  #fold(entries: readonly LogEntry[]): void {
    this.history.add(entries);
    const { onEvent } = this.#ports;
    if (onEvent) for (const { event } of entries) onEvent(event, this.history.thread);
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
