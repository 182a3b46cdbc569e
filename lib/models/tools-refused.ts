import type { DialectName } from '@/lib/protocol';
import { ModelError, type Model, type ModelEvent, type ModelReply, type ModelRequest } from './model';

const TOOLS = /\btools?\b|tool[_-]|functions?\b/i;
const REFUSED =
  /not support|unsupported|no endpoints|requires? --|not permitted|not allowed|unrecognized|unknown (field|param)/i;

/** Whether a server said that it or its model does not support tools, as worded by Ollama, vLLM, OpenRouter and others. */
export const refusesTools = (error: unknown): boolean =>
  error instanceof ModelError &&
  error.code === 'BAD_REQUEST' &&
  TOOLS.test(error.message) &&
  REFUSED.test(error.message);

/** A model that switches to a text dialect if its server turns out not to support tools; the same turn is retried at once. */
export const withoutRefusal = (native: Model, told: Model, dialect: DialectName): Model => ({
  name: native.name,
  turn: (request) => turn(native, told, dialect, request),
});

function turn(native: Model, told: Model, dialect: DialectName, request: ModelRequest): ModelReply {
  const inTold = async function* (): AsyncGenerator<readonly ModelEvent[]> {
    const message = `The server takes no tools for this model, so it was asked in the dialect ${dialect}. Choose "In the prompt" in Settings to begin so.`;
    yield [{ type: 'notice', code: 'tools-refused', message }];
    yield* told.turn(request);
  };
  if (request.tools.length === 0) return native.turn(request);
  return {
    [Symbol.asyncIterator]() {
      let reply = native.turn(request)[Symbol.asyncIterator]();
      let next = (): Promise<IteratorResult<readonly ModelEvent[]>> =>
        reply.next().catch((error: unknown) => {
          // A refused request has not said anything yet.
          if (!refusesTools(error)) throw error;
          reply = inTold();
          return reply.next();
        });
      return {
        next() {
          const asked = next();
          next = () => reply.next();
          return asked;
        },
        return: async () => ({ done: true, value: await reply.return?.() }),
      };
    },
  };
}
