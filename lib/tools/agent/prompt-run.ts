import { EventType, type AGUIEvent, type ToolMessage } from '@ag-ui/core';
import { STOP_REASONS, type Usage } from '@/lib/models/model';
import { callOf, FAILED, type FoldedCall, type FoldedTurn, type ThreadState } from '@/lib/protocol';
import { fromToolMessage, finalPhase, type DispatchPhase, type ResolvedCall } from '../result';
import type { AgentAnswer, AgentEvent } from './agent-event';

const NO_USAGE: Usage = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0 };

/** The answer of a run that failed before it started. */
export const failedAnswer = (text: string): AgentAnswer => ({ reason: 'failed', text, turns: 0, usage: NO_USAGE });

/** Rebuilds a call that was not dispatched here, such as one that the agent loop answered, from its logged result. */
function resolvedCall(callId: string, message: ToolMessage, endedAt = Date.now()): ResolvedCall {
  const { timings = { queuedAt: endedAt, startedAt: endedAt, endedAt }, ...result } = fromToolMessage(message);
  return { callId, phase: finalPhase(result), result, timings };
}

/** One prompt being answered: turns the logged events of its run into agent events and, at the end, the answer. */
export class PromptRun {
  readonly #emit: (event: AgentEvent) => void;
  /** Results from the dispatcher that are not logged yet. */
  readonly #resolved = new Map<string, ResolvedCall>();
  /** A failure until the run says how it ended. */
  #answer = failedAnswer('');
  /** The model's text in the current turn. */
  #said = '';
  #stop: string | undefined;

  constructor(emit: (event: AgentEvent) => void) {
    this.#emit = emit;
  }

  get answer(): AgentAnswer {
    return this.#answer;
  }

  phase(callId: string, phase: DispatchPhase): void {
    this.#emit({ type: 'phase', callId, phase });
  }

  resolve(resolved: readonly ResolvedCall[]): void {
    for (const one of resolved) this.#resolved.set(one.callId, one);
  }

  /** Handles a logged event; `thread` is the state after it. */
  onEvent(event: AGUIEvent, thread: ThreadState): void {
    switch (event.type) {
      case EventType.TEXT_MESSAGE_CONTENT:
        this.#said += event.delta;
        this.#emit({ type: 'text', delta: event.delta });
        return;
      case EventType.REASONING_MESSAGE_CONTENT:
        this.#emit({ type: 'reasoning', delta: event.delta });
        return;
      case EventType.TOOL_CALL_END:
        this.#withCall(thread, event.toolCallId, ({ id, name, args }) => {
          this.#emit({ type: 'call', call: { id, name, args } });
        });
        return;
      case EventType.TOOL_CALL_RESULT:
        this.#withCall(thread, event.toolCallId, (call) => this.#result(call));
        return;
      case EventType.CUSTOM:
        if (event.name === 'toolyard.turn') this.#turn(thread.turns.at(-1));
        return;
      case EventType.RUN_ERROR:
        this.#end('failed', event.message);
        return;
      case EventType.RUN_FINISHED:
        this.#end(event.outcome?.type === 'cancelled' ? 'stopped' : this.#reason(event.outcome?.type === 'interrupt'));
    }
  }

  #withCall(thread: ThreadState, id: string, tell: (call: FoldedCall) => void): void {
    const call = callOf(thread, id);
    if (call) tell(call);
  }

  #result({ id, name, args, result: message, endedAt }: FoldedCall): void {
    if (!message) return;
    const resolved = this.#resolved.get(id) ?? resolvedCall(id, message, endedAt);
    this.#emit({ type: 'result', call: { id, name, args }, resolved });
    this.#resolved.delete(id);
  }

  #turn(turn: FoldedTurn | undefined): void {
    if (!turn) return;
    const { inputTokens, outputTokens, cachedInputTokens } = turn;
    const { usage, turns } = this.#answer;
    this.#stop = turn.stop;
    this.#answer = {
      reason: 'failed',
      text: this.#said,
      turns: turns + 1,
      usage: {
        inputTokens: usage.inputTokens + inputTokens,
        outputTokens: usage.outputTokens + outputTokens,
        cachedInputTokens: usage.cachedInputTokens + cachedInputTokens,
      },
    };
    this.#said = '';
    const stop = STOP_REASONS.find((reason) => reason === turn.stop);
    if (stop) this.#emit({ type: 'turn', stop, usage: { inputTokens, outputTokens, cachedInputTokens } });
  }

  #reason(ranOut: boolean): AgentAnswer['reason'] {
    if (ranOut) return 'max_turns';
    const stop = STOP_REASONS.find((reason) => reason === this.#stop) ?? 'end';
    return stop === 'tool_calls' || stop === 'pause' ? 'end' : stop;
  }

  #end(reason: AgentAnswer['reason'], text = this.#answer.text): void {
    // A turn that failed before it produced anything counts too.
    const more = reason === 'failed' && this.#stop !== FAILED ? 1 : 0;
    this.#answer = { ...this.#answer, reason, text, turns: this.#answer.turns + more };
  }
}
