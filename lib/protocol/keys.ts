import type { AgentOptions } from './options';

/** Header in which a key typed in the page travels, with whose it is before it: `openai@https://api.example sk-…`. */
export const KEY_HEADER = 'x-toolyard-key';

/** Providers that take a key. */
export const KEYED_PROVIDERS = ['anthropic', 'openai', 'gemini'] as const;
export type KeyedProvider = (typeof KEYED_PROVIDERS)[number];
/** Those whose API others' servers speak, too: a person may say where it is asked. */
export const ADDRESSABLE_PROVIDERS: readonly KeyedProvider[] = ['anthropic', 'openai'];

/** The provider that a model's id names; undefined for models that no provider runs. */
export const keyedProvider = (model: string | undefined): KeyedProvider | undefined =>
  KEYED_PROVIDERS.find((known) => known === model);

type Chosen = Pick<AgentOptions, 'model' | 'baseURL'>;

/** The address that a person named for the chosen model; undefined where the provider itself is asked. */
export const namedAddress = ({ model, baseURL }: Chosen): string | undefined =>
  ADDRESSABLE_PROVIDERS.some((known) => known === model) && baseURL ? baseURL : undefined;

/**
 * Whose key requests under these options may carry: the provider's, or that of the server which a person named. A key of one
 * is never sent to another, whatever a link says. Undefined where the model takes no key.
 */
export function keySlot(chosen: Chosen): string | undefined {
  const provider = keyedProvider(chosen.model);
  const named = namedAddress(chosen);
  return provider === undefined || named === undefined
    ? provider
    : `${provider}@${URL.parse(named)?.origin ?? 'nowhere'}`;
}

export const writeKey = (slot: string, key: string): string => `${slot} ${key}`;

/** A key without a word of whose it is, is Anthropic's. Undefined where there is none. */
export function readKey(header: string | null): { slot: string; key: string } | undefined {
  const [first = '', second] = (header ?? '').trim().split(/\s+/, 2);
  if (first === '') return undefined;
  return second === undefined ? { slot: 'anthropic', key: first } : { slot: first, key: second };
}
