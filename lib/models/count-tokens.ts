import type { CountTokensAnswer, CountTokensRequest } from '@/lib/protocol';
import { toMessagesBody } from './anthropic-messages';
import { boundedFetch } from './bounded';
import { PROVIDERS } from './declarations/providers';
import { fieldsIn, figureIn } from './odd-shapes';
import { anthropicClient, type ProviderClientOptions } from './provider-clients';
import { issue, providerError, refusing } from './provider-errors';
import { secretValues, withoutSecrets } from './secrets';

/** Most bytes and milliseconds of an answer. */
const MOST_BYTES = 100_000;
const MOST_MS = 30_000;
/** Placeholder for requests that need a message; its tokens are subtracted again. */
const NOTHING = '.';

/**
 * Exact token counts from the provider: the difference between a request with the text and tools, and one without. Throws
 * `ModelError`.
 */
export async function countTokens(
  { modelName, text, tools = [] }: CountTokensRequest,
  options: ProviderClientOptions,
): Promise<CountTokensAnswer> {
  const bound = boundedFetch(options.fetch, MOST_BYTES, AbortSignal.timeout(MOST_MS));
  const client = anthropicClient({ ...options, fetch: refusing(bound) });
  const model = modelName ?? PROVIDERS.anthropic.names[0];
  const count = async (content: string, counted: typeof tools): Promise<number> => {
    const { messages, tools: forms } = toMessagesBody({
      system: '',
      messages: [{ id: '1', role: 'user', content }],
      tools: counted,
      maxTokens: 1,
      signal: new AbortController().signal,
    });
    const answer = await client.messages.countTokens({ model, messages, ...(forms && { tools: forms }) });
    const tokens = figureIn(fieldsIn(answer).input_tokens);
    if (tokens === undefined) throw issue('BAD_ANSWER', 'The server answered something else than a count of tokens.');
    return tokens;
  };
  try {
    const [all, none] = await Promise.all([count(`${NOTHING}${text ?? ''}`, tools), count(NOTHING, [])]);
    return { tokens: Math.max(0, all - none), modelName: model };
  } catch (error) {
    throw withoutSecrets(providerError(error), secretValues(options));
  }
}
