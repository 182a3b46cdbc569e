import type { Tool as ApiTool } from '@ag-ui/core';
import { CountTokensAnswerSchema, KEY_HEADER, parseJson } from '@/lib/protocol';
import type { TokenCount } from '../tool-state';

interface CountOptions {
  fetch: typeof fetch;
  /** The typed key, if any. */
  key: string | undefined;
  /** The provider's name for the model. */
  modelName: string | undefined;
}

/**
 * What tools cost in each request: counted by the provider if there is a key, otherwise by the page. Undefined if neither can.
 */
export async function countTools(tools: readonly ApiTool[], options: CountOptions): Promise<TokenCount | undefined> {
  const exact = options.key === undefined ? undefined : await ask(tools, options.key, options);
  if (exact !== undefined) return { tokens: exact, exact: true };
  try {
    const { loadTokenCounter } = await import('@/lib/discovery');
    return { tokens: (await loadTokenCounter(options.modelName)).countTools(tools), exact: false };
  } catch {
    return undefined;
  }
}

/** The provider's own count; undefined if it refuses or cannot be reached. */
async function ask(
  tools: readonly ApiTool[],
  key: string,
  { fetch, modelName }: CountOptions,
): Promise<number | undefined> {
  try {
    const response = await fetch('/api/services/count-tokens', {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'content-type': 'application/json', [KEY_HEADER]: key },
      body: JSON.stringify({
        ...(modelName !== undefined && { modelName }),
        tools: tools.map(({ name, description, parameters }) => ({
          name,
          description,
          ...(parameters !== undefined && { parameters }),
        })),
      }),
    });
    const answer = response.ok ? parseJson(CountTokensAnswerSchema, await response.text()) : undefined;
    return answer?.ok ? answer.value.tokens : undefined;
  } catch {
    return undefined;
  }
}
