import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { PROVIDERS } from './declarations/providers';

/** Where to reach a provider, and with which key and headers. */
export interface ProviderClientOptions {
  /** Not sent if empty. */
  apiKey: string;
  baseURL?: string;
  /** Extra headers that a person set; they override the client's own. */
  headers?: Readonly<Record<string, string>>;
  fetch?: typeof fetch;
  /** How long the response headers may take, in milliseconds. */
  timeout?: number;
  /** Set if the person's own key is used in their own page: the SDK refuses to run in a browser without this. */
  inBrowser?: boolean;
}

/** The version of the Messages API that the SDK is written for. */
export const ANTHROPIC_VERSION = '2026-10-21';
/** Placeholder, because an SDK insists on a key. */
const NO_KEY = 'none';

/** The SDKs read options that are not given from environment variables, so all are given here; `onlyOurs` removes the rest. */
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
 * A `fetch` that sends only these headers. The SDKs also add headers from the environment (`*_CUSTOM_HEADERS`), which no
 * option turns off; those are the operator's, and must not reach an address that a person named.
 */
const onlyOurs = (
  { fetch = globalThis.fetch, headers = {} }: ProviderClientOptions | Omit<ProviderClientOptions, 'apiKey'>,
  own: Record<string, string>,
): typeof globalThis.fetch => {
  // Two spellings of one name would be sent as one header with both values.
  const given = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return (input, init) => {
    const type = init?.body == null ? undefined : { 'content-type': 'application/json' };
    return fetch(input, { ...init, headers: { accept: 'application/json', ...own, ...type, ...given } });
  };
};
