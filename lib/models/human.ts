import type { WrittenTurn } from '@/lib/protocol';
import { TurnAwaited, type Model, type ModelEvent, type ModelRequest } from './model';

const USAGE = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0 };

/** A person as the model: yields the turn they wrote, or throws `TurnAwaited` if there is none. */
export function humanModel(written?: WrittenTurn): Model {
  let waiting = written;
  return {
    name: 'human',
    async *turn(request) {
      const turn = waiting;
      if (!turn) throw new TurnAwaited(request);
      waiting = undefined;
      yield [...said(turn, request)];
    },
  };
}

function* said({ text, calls }: WrittenTurn, { messages }: ModelRequest): Generator<ModelEvent> {
  if (text !== '') yield { type: 'text', delta: text };
  for (const [index, call] of calls.entries()) {
    const id = `human_${messages.length}_${index + 1}`;
    yield { type: 'call-start', id, name: call.name };
    yield { type: 'call-args', id, delta: call.arguments };
    yield { type: 'call-end', id };
  }
  yield { type: 'stop', reason: calls.length > 0 ? 'tool_calls' : 'end', usage: USAGE };
}
