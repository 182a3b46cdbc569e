import type { DialectName } from '@/lib/protocol';

/** US dollars per million tokens. */
export interface Price {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  /** What applies to the whole turn where its input is longer than `over` tokens. */
  long?: { over: number; price: Price };
}

/** A price; what is written to the cache lives five minutes. */
export const price = (input: number, output: number, cacheRead = input / 10): Price => ({
  input,
  output,
  cacheRead,
  cacheWrite: input * 1.25,
});

/** Standard list prices of one provider: where they stand, and when they were last compared with that page. */
interface Pricing {
  source: string;
  asOf: string;
  /** By the provider's name of the model, without the date of a snapshot. */
  prices: Readonly<Record<string, Price>>;
}

/** A company that runs models, with all that is its own. */
export interface Provider {
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
  pricing: Pricing;
}

/** A provider, with the very names it has. */
export const defineProvider = <const P extends Provider>(provider: P): P => provider;
