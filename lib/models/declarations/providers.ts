import type { DialectName } from '@/lib/protocol';
import { KEYED_PROVIDERS, type KeyedProvider } from '@/lib/protocol/keys';

/** A company that runs models, with all that is its own. */
interface Provider {
  title: string;
  /** Whose API it speaks. */
  wire: 'anthropic' | 'openai';
  url: string;
  /** Its models to choose from, the default first. */
  names: readonly [string, ...string[]];
  /** The one that is cheap enough to read a web page. */
  smallModel: string;
  /** The text syntax for calls that its models know best; `by-name` where it serves models of many makers. */
  dialect: DialectName | 'by-name';
  /** How its keys begin. */
  keyHint: string;
  /** The environment variable of the server's own key. */
  keyVariable: string;
  /** The field of OpenAI's API that limits an answer, where it is not `max_tokens`. */
  limit?: 'max_completion_tokens';
}

export const PROVIDERS = {
  anthropic: {
    title: 'Claude (Anthropic)',
    wire: 'anthropic',
    url: 'https://api.anthropic.com',
    names: ['claude-sonnet-5-5', 'claude-opus-5-5', 'claude-haiku-5-5', 'claude-fable-5-2'],
    smallModel: 'claude-haiku-5-5',
    dialect: 'generic',
    keyHint: 'sk-ant-…',
    keyVariable: 'ANTHROPIC_API_KEY',
  },
  openai: {
    title: 'OpenAI-compatible',
    wire: 'openai',
    url: 'https://api.openai.com/v1',
    names: ['gpt-6-sol', 'gpt-6-luna', 'gpt-5.6-terra'],
    smallModel: 'gpt-5.4-mini',
    dialect: 'by-name',
    keyHint: 'sk-…',
    keyVariable: 'OPENAI_API_KEY',
    limit: 'max_completion_tokens',
  },
  gemini: {
    title: 'Gemini (Google)',
    wire: 'openai',
    url: 'https://generativelanguage.googleapis.com/v1beta/openai/',
    names: ['gemini-3.8-flash', 'gemini-3.5-flash', 'gemini-3.1-pro-preview'],
    smallModel: 'gemini-3.8-flash',
    dialect: 'json',
    keyHint: 'AIza…',
    keyVariable: 'GEMINI_API_KEY',
  },
} as const satisfies Readonly<Record<KeyedProvider, Provider>>;

/** The environment variables of the server's own keys. */
export type KeyVariable = (typeof PROVIDERS)[KeyedProvider]['keyVariable'];

/** The same with the types of the interface, where a provider is looked up. */
export const providerOf = (id: KeyedProvider): Provider => PROVIDERS[id];

/** Whose server an address is; undefined for others'. */
export const providerAt = (hostname: string): Provider | undefined =>
  KEYED_PROVIDERS.map(providerOf).find(({ url }) => new URL(url).hostname === hostname);
