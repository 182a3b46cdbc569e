import type { AgentOptions } from '@/lib/protocol';
import { boundedFetch } from './bounded';
import { endpointOf, type ModelPorts } from './endpoints';
import { ModelError, type Secrets } from './model';
import { fieldsIn, textInside } from './odd-shapes';
import { anthropicClient, openaiClient } from './provider-clients';
import { issue, providerError, refusing } from './provider-errors';
import { secretValues, withoutSecrets } from './secrets';

/** Longest list that is still useful to choose from. */
const MOST = 500;
/** Most characters of a name; an option has room for no more. */
const LONGEST = 200;
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
  const bound = {
    ...client,
    timeout: MOST_MS,
    fetch: saidToBeJson(refusing(boundedFetch(client.fetch, MOST_BYTES, deadline))),
  };
  try {
    if (provider === 'anthropic') {
      return await names(await anthropicClient(bound).models.list({ limit: 100 }));
    }
    return (await names(await openaiClient(bound).models.list())).map((name) => name.replace(/^models\//, ''));
  } catch (error) {
    if (isUnreadable(error)) throw noList();
    throw withoutSecrets(providerError(error), secretValues(client));
  }
}

/** The SDKs read an answer as text unless its server says that it is JSON, which small servers forget. */
const saidToBeJson =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  async (input, init) => {
    const response = await fetch(input, init);
    if (!response.ok) return response;
    const headers = new Headers(response.headers);
    headers.set('content-type', 'application/json');
    return new Response(response.body, { status: response.status, headers });
  };

const noList = (): ModelError => issue('BAD_ANSWER', 'The server answered something else than a list of models.');

/** The names in a list. Throws where nothing is named, unless that is what the server says: it lists them in another way. */
async function names(pages: AsyncIterable<unknown>): Promise<string[]> {
  const found: string[] = [];
  for await (const model of pages) {
    const name = textInside(fieldsIn(model).id);
    if (name !== '' && name.length <= LONGEST) found.push(name);
    if (found.length === MOST) break;
  }
  const { data } = fieldsIn(fieldsIn(pages).body);
  if (found.length === 0 && !(Array.isArray(data) && data.length === 0)) throw noList();
  return found;
}

/** Whether an SDK, which reads an answer without checking its shape, stumbled over it. A broken connection has a cause. */
const isUnreadable = (error: unknown): boolean =>
  error instanceof SyntaxError || (error instanceof TypeError && error.cause === undefined);
