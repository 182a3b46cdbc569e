import type { DialectName } from '@/lib/protocol';

/** US dollars per million tokens. */
export interface Price {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  /** The price of the whole turn if its input is longer than `over` tokens. */
  long?: { over: number; price: Price };
}

/** A price; `cacheWrite` is for a cache lifetime of five minutes. */
export const price = (input: number, output: number, cacheRead = input / 10): Price => ({
  input,
  output,
  cacheRead,
  cacheWrite: input * 1.25,
});

/** Standard list prices of one provider, their source page, and when they were last compared with it. */
interface Pricing {
  source: string;
  asOf: string;
  /** By the provider's name of the model, without the date of a snapshot. */
  prices: Readonly<Record<string, Price>>;
}

/** A company that runs models, and everything specific to it. */
export interface Provider {
  title: string;
  /** The API that it speaks. */
  wire: 'anthropic' | 'openai';
  url: string;
  /** Its models to choose from, the default first. */
  names: readonly [string, ...string[]];
  /** A model that is cheap enough to read web pages. */
  smallModel: string;
  /** The text syntax for calls that its models know best; `by-name` if it serves models of many makers. */
  dialect: DialectName | 'by-name';
  /** How its keys begin. */
  keyHint: string;
  /** The environment variable with the server's own key. */
  keyVariable: string;
  /** The field that limits a reply in OpenAI's API, if not `max_tokens`. */
  limit?: 'max_completion_tokens';
  pricing: Pricing;
}

/** Defines a provider and keeps its literal types. */
export const defineProvider = <const P extends Provider>(provider: P): P => provider;
