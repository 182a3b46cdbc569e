import type { Usage } from './model';

/** US dollars per million tokens. */
interface Price {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  /** What applies to the whole turn where its input is longer than `over` tokens. */
  long?: { over: number; price: Price };
}

const price = (input: number, output: number, cacheRead = input / 10): Price => ({
  input,
  output,
  cacheRead,
  cacheWrite: input * 1.25,
});

/** Prices of one provider: where they stand, and when they were last compared with that page. */
interface PriceList {
  source: string;
  asOf: string;
  /** By the provider's name of the model, without the date of a snapshot. */
  prices: Readonly<Record<string, Price>>;
}

/** Standard list prices. Cache writes are those that live five minutes. */
export const PRICE_LISTS: readonly PriceList[] = [
  {
    source: 'https://platform.claude.com/docs/en/about-claude/pricing',
    asOf: '2026-11-22',
    prices: {
      'claude-fable-5-2': price(8, 40, 0.2),
      'claude-opus-5-5': price(4, 20, 0.2),
      'claude-sonnet-5-5': price(2, 10, 0.1),
      'claude-haiku-5-5': { ...price(0.1, 0.5), long: { over: 100_000, price: price(0.5, 2.5) } },
      'claude-fable-5-1': price(10, 50, 0.25),
      'claude-fable-5': price(10, 50),
      'claude-opus-5': price(5, 25),
      'claude-sonnet-5': price(2, 10),
      'claude-opus-4-8': price(5, 25),
      'claude-opus-4-7': price(5, 25),
      'claude-opus-4-6': price(5, 25),
      'claude-opus-4-5': price(5, 25),
      'claude-sonnet-4-6': price(3, 15),
      'claude-sonnet-4-5': price(3, 15),
      'claude-haiku-4-5': price(1, 5),
    },
  },
  {
    source: 'https://developers.openai.com/api/docs/pricing',
    asOf: '2026-11-22',
    prices: {
      'gpt-6.1-sol': { ...price(2, 10, 0.1), long: { over: 272_000, price: price(4, 15, 0.2) } },
      'gpt-6-sol': { ...price(2, 10), long: { over: 272_000, price: price(4, 15) } },
      'gpt-6-luna': { ...price(0.1, 0.5), long: { over: 272_000, price: price(0.2, 0.75) } },
      'gpt-5.6-sol': { ...price(4, 20), long: { over: 272_000, price: price(8, 30) } },
      'gpt-5.6-terra': { ...price(2, 12), long: { over: 272_000, price: price(4, 18) } },
      'gpt-5.6-luna': { ...price(0.2, 1.2), long: { over: 272_000, price: price(0.4, 1.8) } },
    },
  },
  {
    source: 'https://ai.google.dev/gemini-api/docs/pricing',
    asOf: '2026-11-22',
    prices: {
      // Twice that from 2027-01-01.
      'gemini-3.8-flash': price(0.75, 3.75),
      'gemini-3.5-flash': price(1.5, 9),
      'gemini-3.1-pro-preview': { ...price(2, 12), long: { over: 200_000, price: price(4, 18) } },
    },
  },
];

const PRICES: ReadonlyMap<string, Price> = new Map(PRICE_LISTS.flatMap(({ prices }) => Object.entries(prices)));

/** What one turn cost, US dollars; 0 where the price is unknown or nothing is paid. */
export function costOf(modelName: string, usage: Usage): number {
  const listed = PRICES.get(modelName.replace(/-\d{8}$/, ''));
  if (!listed) return 0;
  const { inputTokens, outputTokens, cachedInputTokens, cacheWriteTokens = 0 } = usage;
  const rates = listed.long && inputTokens > listed.long.over ? listed.long.price : listed;
  const plain = Math.max(0, inputTokens - cachedInputTokens - cacheWriteTokens);
  const dollars =
    plain * rates.input +
    cachedInputTokens * rates.cacheRead +
    cacheWriteTokens * rates.cacheWrite +
    outputTokens * rates.output;
  return dollars / 1_000_000;
}
