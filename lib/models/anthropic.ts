import type Anthropic from '@anthropic-ai/sdk';
import { toMessagesBody } from './anthropic-messages';
import { AnthropicTurn } from './anthropic-turn';
import { ModelError, type Model, type ModelEvent } from './model';
import { anthropicClient, type ProviderClientOptions } from './provider-clients';
import { HEADERS_MS, providerTurn } from './provider-turn';
import { streamFetch } from './stream-fetch';

export interface AnthropicOptions extends ProviderClientOptions {
  /** The provider's name of the model. */
  name: string;
  /** How long a reply may be silent before it is given up, milliseconds. */
  idleMs?: number;
}

/**
 * Anthropic's Messages API, streaming, through its own SDK. It retries nothing itself: the agent loop does, and shows it.
 * When the request's signal aborts, `turn` throws the signal's reason.
 */
export function anthropicModel(options: AnthropicOptions): Model {
  const { name, fetch, idleMs, ...where } = options;
  const client = anthropicClient({ ...where, fetch: streamFetch(fetch, idleMs), timeout: HEADERS_MS });
  return {
    name,
    turn(request) {
      const ask = (by?: string) => {
        const reply = new AnthropicTurn(name);
        const open = (signal: AbortSignal) =>
          client.messages
            .create(
              {
                ...toMessagesBody(request, by),
                ...thinkingOf(name),
                model: name,
                max_tokens: request.maxTokens,
                stream: true,
              },
              { signal },
            )
            .asResponse();
        return providerTurn(
          {
            open,
            events: (event) => reply.events(event),
            end: () => reply.end(),
            over: () => reply.over,
          },
          request.signal,
        );
      };
      const thoughtful = request.messages.some(({ role }) => role === 'reasoning');
      return thoughtful ? orWithoutThoughts(ask(name), () => ask()) : ask(name);
    },
  };
}

/** Models that decide themselves when to think, and are asked to show it; older ones do not think unless they are told to. */
const ADAPTIVE = /^claude-(?:[a-z]+-)(?:[5-9]|\d\d|4-[6-9])(?:-|$)/;

const thinkingOf = (name: string): Pick<Anthropic.MessageCreateParams, 'thinking'> =>
  ADAPTIVE.test(name) ? { thinking: { type: 'adaptive', display: 'summarized' } } : {};

/** What the API names where it refuses something of an earlier turn. */
const REFUSED = /thinking|server_tool_use|tool_search|tool.reference/i;

/**
 * Thoughts are bound to what stood before them, and what stands there may change: other tools, another permission mode. Where the
 * provider refuses them for that, the turn is asked for without them.
 */
async function* orWithoutThoughts(
  turn: AsyncIterable<ModelEvent>,
  again: () => AsyncIterable<ModelEvent>,
): AsyncGenerator<ModelEvent> {
  try {
    yield* turn;
    return;
  } catch (error) {
    const refused = error instanceof ModelError && error.code === 'BAD_REQUEST' && REFUSED.test(error.message);
    if (!refused) throw error;
  }
  yield {
    type: 'notice',
    code: 'thoughts-dropped',
    message: 'The provider did not take the model’s earlier thoughts back, so it was asked without them.',
  };
  yield* again();
}
