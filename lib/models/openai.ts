import OpenAI from 'openai';
import type { Model } from './model';
import { toModelError } from './openai-errors';
import { toChatBody } from './openai-messages';
import { OpenAITurn } from './openai-turn';
import { HEADERS_MS, providerTurn } from './provider-turn';
import { streamFetch } from './stream-fetch';

export interface OpenAIOptions {
  apiKey: string;
  /** The provider's name of the model. */
  name: string;
  /** Where the API is, with its version: `https://api.deepseek.com/v1`. Default: OpenAI's own. */
  baseURL?: string;
  /** What the limit of a turn is called; OpenAI renamed it, most others did not. */
  limit?: 'max_tokens' | 'max_completion_tokens';
  fetch?: typeof fetch;
  /** How long a reply may be silent before it is given up, milliseconds. */
  idleMs?: number;
}

/**
 * Chat Completions, streaming, through OpenAI's own SDK: OpenAI and every server that speaks like it. It retries nothing
 * itself: the brain does, and shows it. When the request's signal aborts, `turn` throws the signal's reason.
 */
export function openaiModel(options: OpenAIOptions): Model {
  const { apiKey, name, baseURL, limit = 'max_tokens', fetch, idleMs } = options;
  const client = new OpenAI({
    apiKey,
    baseURL,
    fetch: streamFetch(fetch, idleMs),
    timeout: HEADERS_MS,
    maxRetries: 0,
    logLevel: 'off',
  });
  return {
    name,
    turn(request) {
      const reply = new OpenAITurn(name);
      const open = () =>
        client.chat.completions.create(
          {
            ...toChatBody(request, name),
            model: name,
            [limit]: request.maxTokens,
            stream: true,
            stream_options: { include_usage: true },
          },
          { signal: request.signal },
        );
      return providerTurn(
        {
          open,
          events: (chunk) => reply.events(chunk),
          end: () => reply.end(),
          over: () => reply.over,
          toError: toModelError,
        },
        request.signal,
      );
    },
  };
}
