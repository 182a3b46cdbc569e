import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { PROVIDERS } from './declarations/providers';

/** Where a provider is asked, and with what. */
export interface ProviderClientOptions {
  /** Not sent where it is empty. */
  apiKey: string;
  baseURL?: string;
  /** Headers that a person set besides; they go before our own. */
  headers?: Readonly<Record<string, string>>;
  fetch?: typeof fetch;
  /** How long the head of an answer may take, milliseconds. */
  timeout?: number;
  /** The key is the person's own, in their own page: the SDK refuses to run in a browser without this. */
  inBrowser?: boolean;
}

/** The version of the Messages API that the SDK is written for. */
export const ANTHROPIC_VERSION = '2026-10-21';
/** Stands where an SDK insists on a key. */
const NO_KEY = 'none';

/** The SDKs take what they are not given from environment variables. All is given here, but for what `onlyOurs` takes away again. */
export function anthropicClient({
  apiKey,
  baseURL,
  inBrowser = false,
  timeout,
  ...options
}: ProviderClientOptions): Anthropic {
  return new Anthropic({
    apiKey: apiKey || NO_KEY,
    baseURL: baseURL || PROVIDERS.anthropic.url,
    webhookKey: null,
    openTelemetry: false,
    maxRetries: 0,
    logLevel: 'off',
    timeout,
    dangerouslyAllowBrowser: inBrowser,
    fetch: onlyOurs(options, {
      'anthropic-version': ANTHROPIC_VERSION,
      ...(apiKey && { authorization: `Bearer ${apiKey}` }),
      ...(inBrowser && { 'anthropic-dangerous-direct-browser-access': 'true' }),
    }),
  });
}

export function openaiClient({ apiKey, baseURL, timeout, ...options }: ProviderClientOptions): OpenAI {
  return new OpenAI({
    apiKey: apiKey || NO_KEY,
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    baseURL: baseURL || PROVIDERS.openai.url,
    maxRetries: 0,
    logLevel: 'off',
    timeout,
    fetch: onlyOurs(options, apiKey ? { authorization: `Bearer ${apiKey}` } : {}),
  });
}

/**
 * A fetch that sends these headers and no others: what the environment of this process says of headers (`*_CUSTOM_HEADERS`, which no
 * option of the SDKs turns off) is the operator's, and no concern of a person or the address a person named.
 */
const onlyOurs =
  (
    { fetch = globalThis.fetch, headers = {} }: ProviderClientOptions | Omit<ProviderClientOptions, 'apiKey'>,
    own: Record<string, string>,
  ): typeof globalThis.fetch =>
  (input, init) => {
    const sent = new Headers({ accept: 'application/json', ...own });
    if (init?.body != null) sent.set('content-type', 'application/json');
    for (const [name, value] of Object.entries(headers)) sent.set(name, value);
    return fetch(input, { ...init, headers: sent });
  };
