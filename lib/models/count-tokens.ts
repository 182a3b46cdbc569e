import type { CountTokensAnswer, CountTokensRequest } from '@/lib/protocol';
import { toMessagesBody } from './anthropic-messages';
import { PROVIDERS } from './declarations/providers';
import { anthropicClient, type ProviderClientOptions } from './provider-clients';
import { providerError, refusing } from './provider-errors';

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
  const client = anthropicClient({ ...options, fetch: refusing(options.fetch) });
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
    return answer.input_tokens;
  };
  try {
    const [all, none] = await Promise.all([count(`${NOTHING}${text ?? ''}`, tools), count(NOTHING, [])]);
    return { tokens: Math.max(0, all - none), modelName: model };
  } catch (error) {
    throw providerError(error);
  }
}
