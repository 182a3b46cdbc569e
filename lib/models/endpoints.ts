import type { AgentOptions, KeyedProvider } from '@/lib/protocol';
import { DEFAULT_MODEL, findModel } from './forms/catalogue';
import { ModelError } from './model';
import { keyFor, type Secrets } from './secrets';

/** What models are made with, whatever the options. */
export interface ModelPorts {
  /** For addresses that a person named: refuses what is private and not listed. Without it no such address is asked. */
  fetch?: typeof fetch;
}

/** Where a provider is asked, and as whom. */
export interface Endpoint {
  provider: KeyedProvider;
  apiKey: string;
  baseURL?: string;
  fetch?: typeof fetch;
}

const GEMINI = 'https://generativelanguage.googleapis.com/v1beta/openai/';
const OPENAI = 'https://api.openai.com/v1';
/** Servers on a person's own machine want none, and the client wants some. */
const NO_KEY = 'none';

/** Where the chosen model is asked; undefined for models that no provider runs. Throws `ModelError`. */
export function endpointOf(options: AgentOptions, secrets: Secrets, { fetch }: ModelPorts): Endpoint | undefined {
  const key = keyFor(options, secrets)?.key;
  if (options.model === 'openai' && options.baseURL) {
    if (!fetch) throw new ModelError('ADDRESS_REFUSED', 'This server asks no model at an address of your own.');
    return { provider: 'openai', apiKey: key ?? NO_KEY, baseURL: options.baseURL, fetch };
  }
  switch (options.model) {
    case 'anthropic':
      return { provider: 'anthropic', apiKey: key ?? missing(options) };
    case 'openai':
      return { provider: 'openai', apiKey: key ?? missing(options), baseURL: OPENAI };
    case 'gemini':
      return { provider: 'gemini', apiKey: key ?? missing(options), baseURL: GEMINI };
    default:
      return undefined;
  }
}

function missing({ model }: AgentOptions): never {
  const title = findModel(model ?? DEFAULT_MODEL)?.title ?? 'This model';
  throw new ModelError('KEY_REQUIRED', `${title} needs an API key.`);
}
