import type { AgentOptions } from '@/lib/protocol';
import { boundedFetch } from './bounded';
import { endpointOf, type ModelPorts } from './endpoints';
import { ModelError, type Secrets } from './model';
import { anthropicClient, openaiClient } from './provider-clients';
import { providerError, refusing } from './provider-errors';

/** Longest list that is still useful to choose from. */
const MOST = 500;
/** Most bytes of one page of the list. */
const MOST_BYTES = 5_000_000;
/** Time limit for the whole list, in milliseconds. */
const MOST_MS = 15_000;

/** The provider's own names of its models. Throws `ModelError`. */
export async function listModels(options: AgentOptions, secrets: Secrets, ports: ModelPorts = {}): Promise<string[]> {
  const endpoint = endpointOf(options, secrets, ports);
  if (!endpoint) throw new ModelError('BAD_REQUEST', 'This model has no list of names.');
  const { provider, ...client } = endpoint;
  const deadline = AbortSignal.timeout(MOST_MS);
  const bound = { ...client, timeout: MOST_MS, fetch: refusing(boundedFetch(client.fetch, MOST_BYTES, deadline)) };
  try {
    if (provider === 'anthropic') {
      return await names(anthropicClient(bound).models.list({ limit: 100 }));
    }
    return (await names(openaiClient(bound).models.list())).map((name) => name.replace(/^models\//, ''));
  } catch (error) {
    throw providerError(error);
  }
}

async function names(pages: AsyncIterable<{ id: string }>): Promise<string[]> {
  const found: string[] = [];
  for await (const { id } of pages) {
    found.push(id);
    if (found.length === MOST) break;
  }
  return found;
}
