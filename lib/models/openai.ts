import { bodyText, JSON_TYPE, Steps } from './body-text';
import type { Model } from './model';
import { prepareChat, toChatBody } from './openai-messages';
import { OpenAITurn } from './openai-turn';
import { openaiClient, type ProviderClientOptions } from './provider-clients';
import { HEADERS_MS, providerTurn } from './provider-turn';
import { secretValues } from './secrets';
import { streamFetch } from './stream-fetch';

interface OpenAIOptions extends ProviderClientOptions {
  /** The provider's name of the model. */
  name: string;
  /** Name of the field that limits a reply; OpenAI renamed it, most others did not. */
  limit?: 'max_tokens' | 'max_completion_tokens';
  /** How long a reply may be silent before it is given up, in milliseconds. */
  idleMs?: number;
}

/** The longest id of a call that OpenAI itself takes. */
const LONGEST_ID = 40;

/**
 * Chat Completions, streaming, through OpenAI's own SDK: OpenAI and all compatible servers. The SDK's retries are off: the
 * agent loop retries, and shows it. If the request's signal aborts, `turn` throws the signal's reason.
 */
export function openaiModel(options: OpenAIOptions): Model {
  const { name, limit = 'max_tokens', fetch, idleMs, ...where } = options;
  const client = openaiClient({ ...where, fetch: streamFetch(fetch, idleMs), timeout: HEADERS_MS });
  return {
    name,
    turn(request) {
      const asked = { by: name, longestId: limit === 'max_completion_tokens' ? LONGEST_ID : undefined };
      const reply = new OpenAITurn(name, request.tools);
      const open = async (signal: AbortSignal) => {
        const steps = new Steps(request);
        await prepareChat(request.messages, asked, steps);
        const body = {
          ...toChatBody(request, asked),
          model: name,
          [limit]: request.maxTokens,
          stream: true as const,
          stream_options: { include_usage: true },
        };
        const text = await bodyText(body, steps);
        return client.chat.completions.create(body, { signal, body: text, headers: JSON_TYPE }).asResponse();
      };
      return providerTurn(
        {
          open,
          events: (chunk) => reply.events(chunk),
          done: () => reply.done(),
          end: () => reply.end(),
          over: () => reply.over,
          secrets: secretValues(where),
        },
        request.signal,
      );
    },
  };
}
