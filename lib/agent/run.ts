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
import { TurnAwaited } from '@/lib/models/model';
import { customEvent, unansweredCalls, type AgentOptions, type CustomEventValue } from '@/lib/protocol';
import { LeaseLostError, NoRoomError, StorageError, type Lease } from '@/lib/threads';
import { exhausted, quotaOf } from './budget';
import type { ThreadHistory } from './history';
import { RunWriter } from './run-writer';
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

interface Speaking extends Omit<TurnTask, 'tools'> {
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
  const give = (error: unknown): void => abort.abort(error);
  const writer = new RunWriter(ports, lease, task.history, give);
  let unwatch = (): void => undefined;
  const renewing = setInterval(() => {
    log.renew(lease, leaseMs).catch((error: unknown) => error instanceof LeaseLostError && give(error));
  }, leaseMs / 3);
  try {
    unwatch = log.watchStop(lease, () => give(STOPPED));
    await writer.finish(await perform(ports, task, writer, abort.signal));
  } catch (error) {
    if (!(error instanceof LeaseLostError)) await endInWords(ports, lease, error);
  } finally {
    writer.close();
    clearInterval(renewing);
    unwatch();
  }
}

/** Ends a run whose events could not be logged with a RUN_ERROR. If that cannot be logged either, the next run takes over. */
async function endInWords({ log, now }: RunPorts, lease: Lease, error: unknown): Promise<void> {
  const { code, message } = error instanceof StorageError || error instanceof NoRoomError ? error : asModelError(error);
  try {
    await log.finish(lease, [{ type: EventType.RUN_ERROR, code, message, timestamp: now() }]);
  } catch {
    // The lease expires.
  }
}

/** Does the run's work and returns the events that end it. Throws only if the log cannot be written or the lease is lost. */
async function perform(ports: RunPorts, task: RunTask, writer: RunWriter, signal: AbortSignal): Promise<AGUIEvent[]> {
  const usage: TokenUsage[] = [];
  try {
    if (task.next === 'wait') return [finished(task, writer, usage)];
    const recording = task.options.record ? new RawRecording(ports.now) : undefined;
    const exchanges = keeperOf(ports, task);
    const heard = { ...(recording && { recording }), ...(exchanges && { exchanges }) };
    const model = ports.createModel(task.options, task.secrets, { ...task.overrides, ...heard });
    const quota = quotaOf(ports, task.owner, task.options, task.secrets);
    const { context, options, tokensBeside } = task;
    const turn = { writer, model, quota, context, options, tokensBeside, signal };
    return await speak(ports, task, { ...turn, ...(recording && { recording }) }, usage);
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

/** Keeps requests and replies for the session that the run belongs to. */
function keeperOf({ exchanges, now }: RunPorts, { owner, lease }: RunTask): ModelOverrides['exchanges'] {
  const { threadId, runId } = lease;
  return exchanges && { now, keep: (exchange) => exchanges.keep({ owner, threadId, runId, exchange }) };
}

/** Takes turns of the model until one leaves calls to the client, or makes none. */
async function speak(ports: RunPorts, task: RunTask, turn: Speaking, usage: TokenUsage[]): Promise<AGUIEvent[]> {
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
    const { results, endsRun, found } = await runHere(ports, writer.history, offer);
    const answers = answersInOrder(writer.history, offer, results);
    await writer.append([...answers, ...activateAll(writer.history, offer, found)]);
    turn.signal.throwIfAborted();
    const over = endsRun || answers.length === 0 || unansweredCalls(writer.history.thread).length > 0;
    // A provider may pause a long turn; the model is then asked to go on.
    if (over && outcome.stop !== 'pause') return [finished(task, writer, usage)];
  }
}

/** Runs the calls that this process executes: none if they are left to the client. */
async function runHere({ executor }: RunPorts, history: ThreadHistory, offer: Offer): Promise<ExecutorAnswer> {
  if (!executor) return { results: [], endsRun: false, found: [] };
  return executor.answer(unansweredCalls(history.thread).filter((call) => !isServerSide(history, offer, call)));
}

/** The events that end the run instead of the next model turn, if any. A warning does not end it: it is only logged. */
async function stopBefore(
  ports: RunPorts,
  task: RunTask,
  { writer, quota }: Speaking,
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
