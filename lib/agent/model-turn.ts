import { EventType, type AGUIEvent, type RunAgentInput } from '@ag-ui/core';
import { ModelError, type Model, type ModelRequest, type StopReason, type Usage } from '@/lib/models/model';
import type { AgentOptions, CustomEventName, CustomEventValue } from '@/lib/protocol';
import { abortable } from './abortable';
import { turnOutput } from './budget';
import { conversation } from './conversation';
import type { LegLog } from './leg-log';
import type { AgentPorts } from './ports';
import { systemPrompt } from './prompt';
import { asModelError, retryDelay } from './retry';
import { abortedResult } from './settle';
import { Turn } from './turn';

export interface TurnTask {
  pen: LegLog;
  model: Model;
  input: RunAgentInput;
  options: AgentOptions;
  signal: AbortSignal;
}

export type TurnOutcome = { ok: true; stop: StopReason; usage: Usage } | { ok: false; error: ModelError };

export const custom = <N extends CustomEventName>(name: N, value: CustomEventValue<N>): AGUIEvent => ({
  type: EventType.CUSTOM,
  name,
  value,
});

/**
 * One turn of the model, made again where that helps. Throws the signal's reason when it aborts, with everything said so
 * far closed in the log.
 */
export async function modelTurn(ports: AgentPorts, task: TurnTask): Promise<TurnOutcome> {
  const { pen, signal } = task;
  const before = [...pen.history.thread.messages];
  for (let attempt = 1; ; attempt += 1) {
    const turn = new Turn((id) => Object.hasOwn(pen.history.thread.calls, id) || pen.history.withdrawn.has(id));
    try {
      return { ok: true, ...(await speak(ports, task, turn, attempt)) };
    } catch (thrown) {
      if (signal.aborted) {
        await pen.append(turn.close());
        throw signal.reason;
      }
      const error = asModelError(thrown);
      if (turn.said) {
        const results = turn.callIds.map((id) => abortedResult(id, 'withdrawn'));
        await pen.append([...turn.close(), ...results, { type: EventType.MESSAGES_SNAPSHOT, messages: before }]);
      }
      const afterMs = retryDelay(error, attempt);
      if (afterMs === undefined) return { ok: false, error };
      const { code, message } = error;
      await pen.append([custom('toolyard.retry', { attempt, afterMs, code, message })]);
      await ports.sleep(afterMs, signal).catch(() => undefined);
      signal.throwIfAborted();
    }
  }
}

async function speak(
  ports: AgentPorts,
  { pen, model, input, options, signal }: TurnTask,
  turn: Turn,
  attempt: number,
): Promise<{ stop: StopReason; usage: Usage }> {
  const { instructions, messages } = conversation(pen.history.thread);
  const request: ModelRequest = {
    system: systemPrompt(options, instructions, input.context),
    messages,
    tools: input.tools,
    maxTokens: turnOutput(pen.history, options, ports.limits),
    signal,
    attempt,
  };
  const startedAt = ports.now();
  let firstTokenAt: number | undefined;
  for await (const event of abortable(model.turn(request), signal)) {
    if (event.type === 'stop') {
      const { reason: stop, usage } = event;
      const cost = ports.costOf(model.name, usage);
      const { inputTokens, outputTokens, cachedInputTokens } = usage;
      const figures = { inputTokens, outputTokens, cachedInputTokens, cost };
      const times = { startedAt, firstTokenAt, endedAt: ports.now() };
      pen.push([...turn.close(), custom('toolyard.turn', { stop, model: model.name, ...figures, ...times })]);
      return { stop, usage };
    }
    firstTokenAt ??= ports.now();
    pen.push(turn.events(event));
  }
  throw new ModelError('STREAM_BROKEN', 'The reply ended before the model was done.', {});
}
