import Anthropic from '@anthropic-ai/sdk';
import { toModelError } from './anthropic-errors';
import { toMessagesBody } from './anthropic-messages';
import { AnthropicTurn } from './anthropic-turn';
import type { Model, ModelEvent, ModelRequest } from './model';
import { fault } from './provider-errors';

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
  return { name, turn: (request) => turn(client, name, request) };
}

async function* turn(client: Anthropic, model: string, request: ModelRequest): AsyncGenerator<ModelEvent> {
  const reply = new AnthropicTurn();
  let streaming = false;
  try {
    const stream = await client.messages.create(
      { ...toMessagesBody(request), model, max_tokens: request.maxTokens, stream: true },
      { signal: request.signal },
    );
    streaming = true;
    for await (const event of stream) yield* reply.events(event);
  } catch (error) {
    request.signal.throwIfAborted();
    throw toModelError(error, streaming);
  }
  request.signal.throwIfAborted();
  if (!reply.over) throw fault('STREAM_BROKEN', 'The reply broke off before its end.');
}
