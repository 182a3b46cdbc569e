import { listened } from './listened';
import type { Model } from './model';
import { openaiModelError } from './openai-errors';
import { toChatBody } from './openai-messages';
import { OpenAITurn } from './openai-turn';
import { openaiClient, type ProviderClientOptions } from './provider-clients';
import { HEADERS_MS, providerTurn } from './provider-turn';
import { streamFetch } from './stream-fetch';

export interface OpenAIOptions extends ProviderClientOptions {
  /** The provider's name of the model. */
  name: string;
  /** What the limit of a turn is called; OpenAI renamed it, most others did not. */
  limit?: 'max_tokens' | 'max_completion_tokens';
  /** How long a reply may be silent before it is given up, milliseconds. */
  idleMs?: number;
}

/**
 * Chat Completions, streaming, through OpenAI's own SDK: OpenAI and every server that speaks like it. It retries nothing
 * itself: the agent loop does, and shows it. When the request's signal aborts, `turn` throws the signal's reason.
 */
export function openaiModel(options: OpenAIOptions): Model {
  const { name, limit = 'max_tokens', fetch, idleMs, ...where } = options;
  const ask = streamFetch(fetch, idleMs);
  return {
    name,
    turn(request) {
      const reply = new OpenAITurn(name);
      const client = openaiClient({ ...where, fetch: noticeDone(ask, () => reply.done()), timeout: HEADERS_MS });
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
          toError: openaiModelError,
        },
        request.signal,
      );
    },
  };
}

/** How much of the end of a reply is kept to find the last event in. */
const TAIL = 64;

const DONE = /(?:^|\n)data: ?\[DONE\]/;

/** The same `fetch`; `onDone` is called where the stream ends with the event that says it is done, which the SDK keeps to itself. */
const noticeDone = (fetch: typeof globalThis.fetch, onDone: () => void): typeof globalThis.fetch =>
  listened(() => {
    let ok = false;
    let tail = '';
    return {
      answered: (response) => {
        ok = response.ok;
      },
      text: (piece) => {
        tail = (tail + piece).slice(-TAIL);
      },
      ended: () => {
        if (ok && DONE.test(tail)) onDone();
      },
    };
  }, fetch);
