import { KEYED_PROVIDERS, keyedProvider, namedAddress, type AgentOptions, type KeyedProvider } from '@/lib/protocol';
import { DEFAULT_MODEL, findModel } from './declarations/catalogue';
import { PROVIDERS } from './declarations/providers';
import { ModelError, headersFor, keyFor, type Secrets } from './model';

/** What creating a model requires besides its options. */
export interface ModelPorts {
  /** Refuses private addresses that are not listed. If unset, no address that a person named is contacted. */
  fetch?: typeof fetch;
}

/** Where to reach a provider, and with which credentials. */
interface Endpoint {
  provider: KeyedProvider;
  /** Empty if none is sent. */
  apiKey: string;
  baseURL: string;
  /** Extra headers that a person set. */
  headers: Readonly<Record<string, string>>;
  fetch?: typeof fetch;
}

/** The host names of the providers. */
export const PROVIDER_HOSTS: readonly string[] = KEYED_PROVIDERS.map((id) => new URL(PROVIDERS[id].url).hostname);

/** The endpoint of the chosen model; undefined for models that no provider runs. Throws `ModelError`. */
export function endpointOf(options: AgentOptions, secrets: Secrets, { fetch }: ModelPorts): Endpoint | undefined {
  const provider = keyedProvider(options.model);
  if (provider === undefined) return undefined;
  const key = keyFor(options, secrets)?.key;
  const headers = headersFor(options, secrets);
  const named = namedAddress(options);
  if (named !== undefined) {
    if (!fetch) throw new ModelError('ADDRESS_REFUSED', 'This server asks no model at an address of your own.');
    return { provider, apiKey: key ?? '', baseURL: named, headers, fetch };
  }
  return {
    provider,
    apiKey: key ?? missing(options),
    baseURL: PROVIDERS[provider].url,
    headers,
    ...(fetch && { fetch }),
  };
}

function missing({ model }: AgentOptions): never {
  const title = findModel(model ?? DEFAULT_MODEL)?.title ?? 'This model';
  throw new ModelError('KEY_REQUIRED', `${title} needs an API key.`);
}
