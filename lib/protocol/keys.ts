import type { AgentOptions } from './options';

/** Header in which a key typed in the page travels, with whose it is before it: `openai@https://api.example sk-…`. */
export const KEY_HEADER = 'x-toolyard-key';

/** Providers that take a key. */
export const KEYED_PROVIDERS = ['anthropic', 'openai', 'gemini'] as const;
export type KeyedProvider = (typeof KEYED_PROVIDERS)[number];

/**
 * Whose key requests under these options may carry: the provider's, or that of the server which a person named. A key of one
 * is never sent to another, whatever a link says. Undefined where the model takes no key.
 */
export function keySlot({ model, baseURL }: Pick<AgentOptions, 'model' | 'baseURL'>): string | undefined {
  const provider = KEYED_PROVIDERS.find((known) => known === model);
  return provider === 'openai' && baseURL ? `openai@${URL.parse(baseURL)?.origin ?? 'nowhere'}` : provider;
}

export const writeKey = (slot: string, key: string): string => `${slot} ${key}`;

/** A key without a word of whose it is, is Anthropic's. Undefined where there is none. */
export function readKey(header: string | null): { slot: string; key: string } | undefined {
  const [first = '', second] = (header ?? '').trim().split(/\s+/, 2);
  if (first === '') return undefined;
  return second === undefined ? { slot: 'anthropic', key: first } : { slot: first, key: second };
}
