import Anthropic from '@anthropic-ai/sdk';
import { toModelError } from './anthropic-errors';
import { toMessagesBody } from './anthropic-messages';
import { AnthropicTurn } from './anthropic-turn';
import type { Model } from './model';
import { providerTurn } from './provider-turn';

export interface AnthropicOptions {
  apiKey: string;
  /** The provider's name of the model. */
  name: string;
  baseURL?: string;
  fetch?: typeof fetch;
  /** The key is the person's own, in their own page: the SDK refuses to run in a browser without this. */
  inBrowser?: boolean;
}

/**
 * Anthropic's Messages API, streaming, through its own SDK. It retries nothing itself: the brain does, and shows it.
 * When the request's signal aborts, `turn` throws the signal's reason.
 */
export function anthropicModel({ apiKey, name, baseURL, fetch, inBrowser = false }: AnthropicOptions): Model {
  const client = new Anthropic({
    apiKey,
    authToken: null,
    maxRetries: 0,
    logLevel: 'off',
    baseURL,
    fetch,
    dangerouslyAllowBrowser: inBrowser,
  });
  return {
    name,
    turn(request) {
      const reply = new AnthropicTurn();
      const open = () =>
        client.messages.create(
          { ...toMessagesBody(request), model: name, max_tokens: request.maxTokens, stream: true },
          { signal: request.signal },
        );
      return providerTurn(
        { open, events: (event) => reply.events(event), over: () => reply.over, toError: toModelError },
        request.signal,
      );
    },
  };
}
