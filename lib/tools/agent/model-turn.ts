import { unusedId, type Model, type ModelRequest, type StopReason, type Usage } from '@/lib/models/model';
import type { ToolCall } from '../dispatch';
import type { AgentEvent } from './agent-event';

/** A call as a model wrote it; `cut` if it broke off before its end. */
export interface SpokenCall extends ToolCall {
  readonly cut: boolean;
  /** What the provider wants back with it. */
  readonly sealed?: string;
}

/** A thought that the provider wants back, and the text that was said before it. */
export interface SpokenThought {
  readonly before: string;
  readonly text: string;
  readonly sealed: string;
}

/** What a model said in one turn, put together. */
export interface SpokenTurn {
  readonly text: string;
  readonly thoughts: readonly SpokenThought[];
  readonly calls: readonly SpokenCall[];
  readonly stop: StopReason;
  readonly usage: Usage;
  /** What the model threw: the turn is not over, and none of its calls may run. */
  readonly error?: unknown;
}

export const NO_MODEL_USAGE: Usage = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0 };

/**
 * Asks the model for one turn and tells of it as it comes. Never rejects. `taken` tells whether an earlier turn had a call of that
 * id: some models count from nought in every turn.
 */
export async function askModel(
  model: Model,
  request: ModelRequest,
  taken: (id: string) => boolean,
  emit: (event: AgentEvent) => void,
): Promise<SpokenTurn> {
  let text = '';
  let thought = '';
  const thoughts: SpokenThought[] = [];
  let stop: StopReason = 'end';
  let usage = NO_MODEL_USAGE;
  let error: unknown;
  const calls = new Map<string, { id: string; name: string; args: string; cut: boolean; sealed?: string }>();
  try {
    for await (const event of model.turn(request)) {
      if (event.type === 'text') text += event.delta;
      else if (event.type === 'reasoning') thought += event.delta;
      else if (event.type === 'reasoning-end') {
        const { sealed } = event;
        if (sealed !== undefined) thoughts.push({ before: text, text: thought, sealed });
        thought = '';
      }
      if (event.type === 'text' || event.type === 'reasoning') emit(event);
      else if (event.type === 'usage') usage = event.usage;
      else if (event.type === 'stop') ({ reason: stop, usage } = event);
      else if (event.type === 'call-start') {
        const ids = new Set([...calls.values()].map(({ id }) => id));
        const id = unusedId(event.id, (other) => taken(other) || ids.has(other));
        calls.set(event.id, { id, name: event.name, args: '', cut: true });
      } else if (event.type === 'call-sealed') {
        const call = calls.get(event.id);
        if (call) call.sealed = event.sealed;
      } else if (event.type === 'call-args' || event.type === 'call-end') {
        const call = calls.get(event.id);
        if (call && event.type === 'call-args') call.args += event.delta;
        else if (call?.cut) {
          call.cut = false;
          emit({ type: 'call', call: { id: call.id, name: call.name, args: call.args } });
        }
      }
    }
    emit({ type: 'turn', stop, usage });
  } catch (thrown) {
    error = thrown ?? new Error('The model failed without saying why.');
  }
  const made = cutShort([...calls.values()], stop);
  return { text, thoughts, calls: made, stop, usage, ...(error !== undefined && { error }) };
}

/** Where the model ran out of tokens before the first character of a call's arguments, that is no call without arguments. */
function cutShort(calls: readonly SpokenCall[], stop: StopReason): readonly SpokenCall[] {
  if (stop !== 'max_tokens') return calls;
  return calls.map((call, index) => (index === calls.length - 1 && call.args === '' ? { ...call, cut: true } : call));
}
