import type Anthropic from '@anthropic-ai/sdk';
import { prepareBlocks, toMessagesBody } from './anthropic-messages';
import { AnthropicTurn } from './anthropic-turn';
import { bodyText, JSON_TYPE, Steps } from './body-text';
import { ModelError, type Model, type ModelEvent, type ModelReply } from './model';
import { anthropicClient, type ProviderClientOptions } from './provider-clients';
import { HEADERS_MS, providerTurn } from './provider-turn';
import { secretValues } from './secrets';
import { streamFetch } from './stream-fetch';

interface AnthropicOptions extends ProviderClientOptions {
  /** The provider's name of the model. */
  name: string;
  /** How long a reply may be silent before it is given up, in milliseconds. */
  idleMs?: number;
}

/**
 * Anthropic's Messages API, streaming, through its own SDK. The SDK's retries are off: the agent loop retries, and shows it.
 * If the request's signal aborts, `turn` throws the signal's reason.
 */
export function anthropicModel(options: AnthropicOptions): Model {
  const { name, fetch, idleMs, ...where } = options;
  const client = anthropicClient({ ...where, fetch: streamFetch(fetch, idleMs), timeout: HEADERS_MS });
  return {
    name,
    turn(request) {
      const ask = (by?: string) => {
        const reply = new AnthropicTurn(name);
        const open = async (signal: AbortSignal) => {
          const steps = new Steps(request);
          await prepareBlocks(request.messages, by, steps);
          const body: Anthropic.MessageCreateParamsStreaming = {
            ...toMessagesBody(request, by),
            ...thinkingOf(name),
            model: name,
            max_tokens: request.maxTokens,
            stream: true,
          };
          const text = await bodyText(body, steps);
          return client.messages.create(body, { signal, body: text, headers: JSON_TYPE }).asResponse();
        };
        return providerTurn(
          {
            open,
            events: (event) => reply.events(event),
            end: () => reply.end(),
            over: () => reply.over,
            secrets: secretValues(where),
          },
          request.signal,
        );
      };
      const thoughtful = request.messages.some(({ role }) => role === 'reasoning');
      return thoughtful ? orWithoutThoughts(ask(name), () => ask()) : ask(name);
    },
  };
}

/** Models that decide themselves when to think, and are asked to show it; older ones think only if told to. */
const ADAPTIVE = /^claude-(?:[a-z]+-)(?:[5-9]|\d\d|4-[6-9])(?:-|$)/;

const thinkingOf = (name: string): Pick<Anthropic.MessageCreateParams, 'thinking'> =>
  ADAPTIVE.test(name) ? { thinking: { type: 'adaptive', display: 'summarized' } } : {};

/** Words in the API's error if it refuses blocks of an earlier turn. */
const REFUSED = /thinking|server_tool_use|tool_search|tool.reference/i;

/**
 * Thoughts are bound to what precedes them, which may have changed since: other tools, another permission mode. If the
 * provider refuses them for that reason, the turn is requested again without them.
 */
async function* orWithoutThoughts(turn: ModelReply, again: () => ModelReply): AsyncGenerator<readonly ModelEvent[]> {
  try {
    yield* turn;
    return;
  } catch (error) {
    const refused = error instanceof ModelError && error.code === 'BAD_REQUEST' && REFUSED.test(error.message);
    if (!refused) throw error;
  }
  const message = 'The provider did not take the model’s earlier thoughts back, so it was asked without them.';
  yield [{ type: 'notice', code: 'thoughts-dropped', message }];
  yield* again();
}
