import type { AgentOptions, RecordedReply, RecordedTurn } from '@/lib/protocol';
import { setTimeout as sleep } from 'node:timers/promises';
import { anthropicModel } from './anthropic';
import { withCalls } from './calling';
import type { ModelOverrides } from './overrides';
import { ModelError, type Model, type ModelEvent, type ModelRequest } from './model';
import { openaiModel } from './openai';

/**
 * A model that replays another one's turns from a cassette, in order, whatever it is asked: at once at speed `instant`,
 * otherwise as recorded. Throws `CASSETTE_OVER` if the recording has no more turns.
 */
export function cassetteModel(
  { cassette, played }: NonNullable<ModelOverrides['replay']>,
  options: AgentOptions,
): Model {
  const turns = cassette.entries.flatMap((entry) => (entry.kind === 'turn' ? [entry] : []));
  const instant = options.speed === 'instant';
  let next = played;
  return {
    name: 'cassette',
    async *turn(request) {
      const turn = turns[next];
      if (!turn) {
        throw new ModelError(
          'CASSETTE_OVER',
          `The recording ends after ${turns.length} turns. Choose another model to go on.`,
        );
      }
      for await (const events of spoken(turn, options, request, instant)) {
        if (events.at(-1)?.type === 'stop') next += 1;
        yield events;
      }
    },
  };
}

function spoken(turn: RecordedTurn, options: AgentOptions, request: ModelRequest, instant: boolean) {
  const { reply, model: name } = turn;
  if (!reply) return pieces(turn, request.signal, instant);
  return withCalls(adapterOf(reply, name, instant), options).turn(request);
}

/** The events that an adapter once made of a reply. */
async function* pieces(
  turn: RecordedTurn,
  signal: AbortSignal,
  instant: boolean,
): AsyncGenerator<readonly ModelEvent[]> {
  let now = 0;
  for (const { at, ...piece } of turn.pieces) {
    if (!instant && at > now) await sleep(at - now, undefined, { signal });
    signal.throwIfAborted();
    now = Math.max(now, at);
    yield [piece];
  }
  yield [{ type: 'stop', reason: turn.stop, usage: turn.usage }];
}

/** The adapter that read the reply, fed the same bytes again. */
function adapterOf({ wire, chunks }: RecordedReply, name: string, instant: boolean): Model {
  const replay: typeof fetch = async (_url, init) =>
    new Response(stream(chunks, instant, init?.signal ?? undefined), {
      headers: { 'content-type': 'text/event-stream' },
    });
  const client = { apiKey: 'cassette', name, baseURL: 'http://cassette.invalid', fetch: replay };
  return wire === 'anthropic' ? anthropicModel(client) : openaiModel(client);
}

function stream(chunks: RecordedReply['chunks'], instant: boolean, signal?: AbortSignal): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let next = 0;
  let now = 0;
  return new ReadableStream({
    async pull(controller) {
      const chunk = chunks[next++];
      if (!chunk) return controller.close();
      if (!instant && chunk.at > now) await sleep(chunk.at - now, undefined, { signal });
      now = Math.max(now, chunk.at);
      controller.enqueue(encoder.encode(chunk.text));
    },
  });
}
