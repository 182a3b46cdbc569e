import type { Message } from '@ag-ui/core';
import { cutOffCall } from '@/lib/models/cut-off-call';
import type { Model, Usage } from '@/lib/models/model';
import type { Language } from '@/lib/protocol';
import { messageOf } from '@/lib/protocol/message-of';
import { AbortReason } from '../abort-reason';
import type { Dispatcher, ResolvedCall } from '../dispatch';
import type { Registry } from '../registry';
import { failure } from '../result';
import { schedule } from '../schedule';
import { systemOf } from '../system';
import type { AgentAnswer, AgentEvent } from './agent-event';
import { toolMessage, turnMessages } from './messages';
import { askModel, NO_MODEL_USAGE, type SpokenCall, type SpokenTurn } from './model-turn';
import type { ShownTools } from './shown-tools';

/** What the loop goes round with. */
export interface LoopParts {
  readonly model: Model;
  readonly system: string;
  readonly maxTurns: number;
  /** Most output tokens of one turn. */
  readonly maxTokens: number;
  readonly registry: Registry;
  readonly shown: ShownTools;
  readonly dispatcher: Dispatcher;
  /** The conversation; the loop adds to it. */
  readonly messages: Message[];
  readonly signal: AbortSignal;
  readonly emit: (event: AgentEvent) => void;
}

/**
 * Model turn, calls, results, until the model makes no more calls. Every call has its one result in the conversation before the
 * next turn, whatever happens. Never rejects.
 */
export async function agentLoop(parts: LoopParts): Promise<AgentAnswer> {
  const { maxTurns, signal, messages } = parts;
  let usage = NO_MODEL_USAGE;
  for (let turns = 1; ; turns += 1) {
    const turn = await ask(parts);
    usage = sum(usage, turn.usage);
    messages.push(...turnMessages(turn));
    const resolved = await settle(parts, turn);
    messages.push(...resolved.map(toolMessage));
    const over = resolved.some(({ result }) => result.endsRun) ? 'end' : undefined;
    const reason = reasonToEnd(turn, signal) ?? over ?? (turns >= maxTurns ? 'max_turns' : undefined);
    if (reason === undefined) continue;
    const text = reason === 'failed' ? messageOf(turn.error) : turn.text;
    return { reason, text, turns, usage };
  }
}

function ask({ model, system, maxTokens, shown, messages, signal, emit }: LoopParts): Promise<SpokenTurn> {
  const { tools, deferred, index } = shown.now();
  const ids = new Set(messages.flatMap((message) => (message.role === 'tool' ? [message.toolCallId] : [])));
  const whole = index === '' ? system : `${system}\n\n${index}`;
  const request = { system: whole, messages: [...messages], tools, deferred, maxTokens, signal };
  return askModel(model, request, (id) => ids.has(id), emit);
}

function reasonToEnd({ error, stop, calls }: SpokenTurn, signal: AbortSignal): AgentAnswer['reason'] | undefined {
  if (signal.aborted) return 'stopped';
  if (error !== undefined) return 'failed';
  if (stop === 'refusal' || stop === 'context_exceeded') return stop;
  if (calls.length > 0 || stop === 'pause') return undefined;
  return stop === 'tool_calls' ? 'end' : stop;
}

/** Runs a turn's calls; those of a turn that did not come to its proper end are settled without running. */
async function settle(
  { dispatcher, registry, shown, signal, emit }: LoopParts,
  turn: SpokenTurn,
): Promise<ResolvedCall[]> {
  const { language } = systemOf(registry.tools).behaviour;
  const over = turn.error === undefined && turn.stop !== 'refusal' && turn.stop !== 'context_exceeded';
  const running = over || signal.aborted ? signal : BROKEN_OFF;
  const resolved = await schedule(turn.calls, {
    concurrencyClassOf: dispatcher.concurrencyClassOf,
    scheduling: dispatcher.scheduling,
    run: async (call) => {
      const spoken = turn.calls.find(({ id }) => id === call.id);
      if (spoken?.cut && !running.aborted) return cutOff(spoken, language);
      return dispatcher.dispatch(call, {
        signal: running,
        onPhase: (phase) => emit({ type: 'phase', callId: call.id, phase }),
      });
    },
  });
  for (const [index, result] of resolved.entries()) {
    const call = turn.calls[index];
    if (!call) continue;
    shown.follow(call.name, result);
    emit({ type: 'result', call: { id: call.id, name: call.name, args: call.args }, resolved: result });
  }
  return resolved;
}

const BROKEN_OFF = AbortSignal.abort(
  new AbortReason('superseded', {
    en: 'The model broke off before its turn was over; nothing was run.',
    zh: '模型在本轮结束之前中断；未执行任何操作。',
  }),
);

function cutOff(call: SpokenCall, language: Language): ResolvedCall {
  const at = Date.now();
  const { text, summary } = cutOffCall(call, language);
  const timings = { queuedAt: at, startedAt: at, endedAt: at };
  return { callId: call.id, phase: 'invalid', result: failure('PARTIAL_JSON', text, { summary }), timings };
}

const sum = (a: Usage, b: Usage): Usage => ({
  inputTokens: a.inputTokens + b.inputTokens,
  outputTokens: a.outputTokens + b.outputTokens,
  cachedInputTokens: a.cachedInputTokens + b.cachedInputTokens,
});
