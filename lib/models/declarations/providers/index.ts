import { KEYED_PROVIDERS, type KeyedProvider } from '@/lib/protocol/keys';
import { anthropic } from './anthropic';
import { gemini } from './gemini';
import { openai } from './openai';
import type { Provider } from './provider';

/** Every provider that takes a key. */
export const PROVIDERS = {
  anthropic,
  openai,
  gemini,
} as const satisfies Readonly<Record<KeyedProvider, Provider>>;

/** The environment variables of the server's own keys. */
export type KeyVariable = (typeof PROVIDERS)[KeyedProvider]['keyVariable'];

/** The same with the types of the interface, where a provider is looked up. */
export const providerOf = (id: KeyedProvider): Provider => PROVIDERS[id];

/** Whose server an address is; undefined for others'. */
export const providerAt = (hostname: string): Provider | undefined =>
  KEYED_PROVIDERS.map(providerOf).find(({ url }) => new URL(url).hostname === hostname);
