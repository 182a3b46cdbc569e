import { KEYED_PROVIDERS, keyedProvider, namedAddress, type AgentOptions, type KeyedProvider } from '@/lib/protocol';
import { DEFAULT_MODEL, findModel } from './declarations/catalogue';
import { PROVIDERS } from './declarations/providers';
import { ModelError } from './model';
import { headersFor, keyFor, type Secrets } from './secrets';

/** What models are made with, whatever the options. */
export interface ModelPorts {
  /** Refuses what is private and not listed. Without it no address is asked that a person named. */
  fetch?: typeof fetch;
}

/** Where a provider is asked, and as whom. */
export interface Endpoint {
  provider: KeyedProvider;
  /** Empty where none is sent. */
  apiKey: string;
  baseURL: string;
  /** What a person set besides. */
  headers: Readonly<Record<string, string>>;
  fetch?: typeof fetch;
}

/** The names of the hosts that providers are on. */
export const PROVIDER_HOSTS: readonly string[] = KEYED_PROVIDERS.map((id) => new URL(PROVIDERS[id].url).hostname);

/** Where the chosen model is asked; undefined for models that no provider runs. Throws `ModelError`. */
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
