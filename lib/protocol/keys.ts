import type { AgentOptions } from './options';

/** Header with a key that was typed in the page, after the slot it belongs to: `openai@https://api.example sk-…`. */
export const KEY_HEADER = 'x-toolyard-key';

/** Providers that take a key. */
export const KEYED_PROVIDERS = ['anthropic', 'openai', 'gemini'] as const;
export type KeyedProvider = (typeof KEYED_PROVIDERS)[number];
/** Those whose API is also spoken by other servers: a person may set the address. */
export const ADDRESSABLE_PROVIDERS: readonly KeyedProvider[] = ['anthropic', 'openai'];

/** The provider with this model id; undefined for models that run without a provider. */
export const keyedProvider = (model: string | undefined): KeyedProvider | undefined =>
  KEYED_PROVIDERS.find((known) => known === model);

type Chosen = Pick<AgentOptions, 'model' | 'baseURL'>;

/** The address that a person set for the chosen model; undefined for the provider's own. */
export const namedAddress = ({ model, baseURL }: Chosen): string | undefined =>
  ADDRESSABLE_PROVIDERS.some((known) => known === model) && baseURL ? baseURL : undefined;

/**
 * The slot of the key that requests with these options may carry: the provider's, or that of the server a person named. The key
 * of one is never sent to another, whatever a link says. Undefined if the model takes no key.
 */
export function keySlot(chosen: Chosen): string | undefined {
  const provider = keyedProvider(chosen.model);
  const named = namedAddress(chosen);
  return provider === undefined || named === undefined
    ? provider
    : `${provider}@${URL.parse(named)?.origin ?? 'nowhere'}`;
}

export const writeKey = (slot: string, key: string): string => `${slot} ${key}`;

/** Parses the header; a key without a slot is Anthropic's. Undefined if it is empty. */
export function readKey(header: string): { slot: string; key: string } | undefined {
  const [first = '', second] = header.trim().split(/\s+/, 2);
  if (first === '') return undefined;
  return second === undefined ? { slot: 'anthropic', key: first } : { slot: first, key: second };
}
