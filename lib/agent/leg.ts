import {
  aggregateTokenUsage,
  EventType,
  type AGUIEvent,
  type RunAgentInput,
  type RunFinishedOutcome,
  type TokenUsage,
} from '@ag-ui/core';
import type { Given } from '@/lib/models/given';
import { ReplyTape } from '@/lib/models/reply-tape';
import { TurnAwaited } from '@/lib/models/turn-awaited';
import { unansweredCalls, type AgentOptions, type CustomEventValue } from '@/lib/protocol';
import { LeaseLostError, type Lease } from '@/lib/threads';
import { exhausted } from './budget';
import { custom } from './custom';
import type { History } from './history';
import { LegLog } from './leg-log';
import { loopGuard } from './guard';
import { modelTurn, type TurnTask } from './model-turn';
import { activateCalled, answersInOrder, isOwn } from './own-answers';
import type { AgentPorts, Secrets } from './ports';
import { purseOf } from './purse';
import { asModelError } from './retry';
import { settleAll } from './settle';
import { askForTurn } from './your-turn';

export interface LegTask {
  lease: Lease;
  /** Hash of the session it works for. */
  owner: string;
  history: History;
  input: RunAgentInput;
  options: AgentOptions;
  /** Tokens that other agents of the conversation have used. */
  tokensBeside: number;
  secrets: Secrets;
  next: 'model' | 'wait';
  given: Given;
}

interface Speaking extends TurnTask {
  /** There where the provider's bytes are to be kept. */
  tape?: ReplyTape;
}

/** Why a leg's signal aborts when a person stops it. */
const STOPPED = new Error('stopped');

/**
 * Runs one leg to its end under the lease, whoever listens. Its start is logged already. Never rejects: what goes wrong is
 * logged; a lost lease, or a log that cannot be written, is left to the leg that takes over.
 */
export async function runLeg(ports: AgentPorts, task: LegTask): Promise<void> {
  const { log, leaseMs } = ports;
  const { lease } = task;
  const abort = new AbortController();
  const give = (error: unknown): void => abort.abort(error);
  const pen = new LegLog(log, lease, task.history, ports.now, give);
  const unwatch = log.watchStop(lease, () => give(STOPPED));
  const renewing = setInterval(() => {
    log.renew(lease, leaseMs).catch((error: unknown) => error instanceof LeaseLostError && give(error));
  }, leaseMs / 3);
  try {
    await pen.append(await perform(ports, task, pen, abort.signal));
    ports.histories.keep(lease.threadId, pen.history);
    await log.release(lease);
  } catch {
    // The lease is gone or the log cannot be written: the lease expires and the next leg takes over.
  } finally {
    pen.close();
    clearInterval(renewing);
    unwatch();
  }
}

/** Does the leg's work and returns the events that end it. Throws only where the log cannot be written. */
async function perform(ports: AgentPorts, task: LegTask, pen: LegLog, signal: AbortSignal): Promise<AGUIEvent[]> {
  const usage: TokenUsage[] = [];
  try {
    if (task.next === 'wait') return [finished(task, pen, usage)];
    const tape = task.options.record ? new ReplyTape(ports.now) : undefined;
    const model = ports.createModel(task.options, task.secrets, { ...task.given, ...(tape && { tape }) });
    const purse = purseOf(ports, task.owner, task.options, task.secrets);
    const { input, options, tokensBeside } = task;
    const turn = { pen, model, purse, input, options, tokensBeside, signal };
    return await speak(ports, task, { ...turn, ...(tape && { tape }) }, usage);
  } catch (error) {
    if (signal.aborted && signal.reason !== STOPPED) throw signal.reason;
    if (signal.aborted) {
      const settled = settleAll(pen.history.thread, 'unread');
      return [...settled, runFinished(task, usage, { type: 'cancelled' })];
    }
    if (error instanceof LeaseLostError) throw error;
    if (error instanceof TurnAwaited) {
      return [runFinished(task, usage, { type: 'interrupt', interrupts: [askForTurn(task.lease.runId, error)] })];
    }
    const { code, message } = asModelError(error);
    return [{ type: EventType.RUN_ERROR, code, message }];
  }
}

/** Turns of the model, until one leaves something to the hands, or nothing to anybody. */
async function speak(ports: AgentPorts, task: LegTask, turn: Speaking, usage: TokenUsage[]): Promise<AGUIEvent[]> {
  const { pen, tape } = turn;
  for (;;) {
    const end = await stopBefore(ports, task, turn, usage);
    if (end) return end;
    const outcome = await modelTurn(ports, turn);
    if (!outcome.ok) {
      const { code, message } = outcome.error;
      return [{ type: EventType.RUN_ERROR, code, message, usage }];
    }
    const { inputTokens, outputTokens, cachedInputTokens } = outcome.usage;
    const totalTokens = inputTokens + outputTokens;
    usage.push({ model: turn.model.name, inputTokens, outputTokens, cachedInputTokens, totalTokens });
    const reply = tape?.take();
    await pen.append(reply ? [custom('toolyard.reply', reply)] : []);
    const offer = { tools: task.input.tools, options: task.options };
    await pen.append(activateCalled(pen.history, offer));
    const answers = answersInOrder(pen.history, offer);
    await pen.append(answers);
    turn.signal.throwIfAborted();
    const open = unansweredCalls(pen.history.thread).length > 0;
    // A provider may pause a long turn and wants to be asked to go on.
    if (outcome.stop !== 'pause' && (open || answers.length === 0)) return [finished(task, pen, usage)];
  }
}

/** What ends the leg instead of the next turn of the model, if anything does. A warning does not: it is logged. */
async function stopBefore(
  ports: AgentPorts,
  task: LegTask,
  { pen, purse }: TurnTask,
  usage: readonly TokenUsage[],
): Promise<AGUIEvent[] | undefined> {
  const empty = purse.empty();
  if (empty !== undefined) return [{ type: EventType.RUN_ERROR, code: 'BUDGET_EXCEEDED', message: empty }];
  const limit = exhausted(pen.history, task.options, ports.limits, task.tokensBeside);
  if (limit) return interrupted(task, usage, { ...limit, level: 'stop' }, limit.guard);
  const loop = loopGuard(pen.history.thread, pen.history.callsBefore);
  if (loop?.level === 'stop') return interrupted(task, usage, loop, 'loop');
  if (loop) await pen.append([custom('toolyard.guard', loop)]);
  return undefined;
}

function interrupted(
  task: LegTask,
  usage: readonly TokenUsage[],
  guard: CustomEventValue<'toolyard.guard'>,
  reason: string,
): AGUIEvent[] {
  const interrupts = [{ id: `${task.lease.runId}:${reason}`, reason: `toolyard:${reason}`, message: guard.message }];
  return [custom('toolyard.guard', guard), runFinished(task, usage, { type: 'interrupt', interrupts })];
}

function finished(task: LegTask, { history }: LegLog, usage: readonly TokenUsage[]): AGUIEvent {
  const pending = unansweredCalls(history.thread).filter((call) => !isOwn(history, task.input, call));
  return runFinished(task, usage, { type: 'success', pendingToolCallIds: pending.map(({ id }) => id) });
}

const runFinished = ({ lease }: LegTask, usage: readonly TokenUsage[], outcome: RunFinishedOutcome): AGUIEvent => ({
  type: EventType.RUN_FINISHED,
  threadId: lease.threadId,
  runId: lease.runId,
  outcome,
  ...(usage.length > 0 && { usage: aggregateTokenUsage([...usage]) }),
});
