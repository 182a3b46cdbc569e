import { KEYED_PROVIDERS, namedAddress, type AgentOptions, type KeyedProvider } from '@/lib/protocol';
import { DEFAULT_MODEL, findModel } from './declarations/catalogue';
import { ModelError } from './model';
import { ANTHROPIC_URL, OPENAI_URL } from './provider-clients';
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

const GEMINI = 'https://generativelanguage.googleapis.com/v1beta/openai/';

/** Where each provider itself is asked. */
const OWN: Readonly<Record<KeyedProvider, string>> = { anthropic: ANTHROPIC_URL, openai: OPENAI_URL, gemini: GEMINI };

/** The names of the hosts they are on. */
export const PROVIDER_HOSTS: readonly string[] = Object.values(OWN).map((url) => new URL(url).hostname);

/** Where the chosen model is asked; undefined for models that no provider runs. Throws `ModelError`. */
export function endpointOf(options: AgentOptions, secrets: Secrets, { fetch }: ModelPorts): Endpoint | undefined {
  const provider = KEYED_PROVIDERS.find((known) => known === options.model);
  if (provider === undefined) return undefined;
  const key = keyFor(options, secrets)?.key;
  const headers = headersFor(options, secrets);
  const named = namedAddress(options);
  if (named !== undefined) {
    if (!fetch) throw new ModelError('ADDRESS_REFUSED', 'This server asks no model at an address of your own.');
    return { provider, apiKey: key ?? '', baseURL: named, headers, fetch };
  }
  return { provider, apiKey: key ?? missing(options), baseURL: OWN[provider], headers, ...(fetch && { fetch }) };
}

function missing({ model }: AgentOptions): never {
  const title = findModel(model ?? DEFAULT_MODEL)?.title ?? 'This model';
  throw new ModelError('KEY_REQUIRED', `${title} needs an API key.`);
}
