import { KEYED_PROVIDERS, type KeyedProvider } from '@/lib/protocol/keys';
import { anthropic } from './anthropic';
import { gemini } from './gemini';
import { openai } from './openai';
import type { Provider } from './provider';

/** All providers that take a key. */
export const PROVIDERS = {
  anthropic,
  openai,
  gemini,
} as const satisfies Readonly<Record<KeyedProvider, Provider>>;

/** Names of the environment variables with the server's own keys. */
export type KeyVariable = (typeof PROVIDERS)[KeyedProvider]['keyVariable'];

/** Looks up a provider, typed as the `Provider` interface. */
export const providerOf = (id: KeyedProvider): Provider => PROVIDERS[id];

/** The provider at a host name; undefined for other servers. */
export const providerAt = (hostname: string): Provider | undefined =>
  KEYED_PROVIDERS.map(providerOf).find(({ url }) => new URL(url).hostname === hostname);
