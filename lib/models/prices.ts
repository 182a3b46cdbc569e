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

/**
 * List prices as of 2026-11-22: Anthropic's from platform.claude.com/docs/en/models, where cache writes live five minutes;
 * OpenAI's from developers.openai.com/api/docs/pricing; Google's from ai.google.dev/gemini-api/docs/pricing.
 */
const PRICES: Readonly<Record<string, Price>> = {
  'claude-fable-5-2': price(8, 40),
  'claude-opus-5-5': price(4, 20),
  'claude-sonnet-5-5': price(2, 10, 0.1),
  'claude-haiku-5-5': { ...price(0.1, 0.5), long: { over: 100_000, price: price(0.5, 2.5) } },
  'claude-fable-5-1': price(10, 50),
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
  'gpt-6-sol': { ...price(2, 10), long: { over: 272_000, price: price(4, 15) } },
  'gpt-6-luna': { ...price(0.1, 0.5), long: { over: 272_000, price: price(0.2, 0.75) } },
  'gpt-5.6-sol': { ...price(5, 30), long: { over: 272_000, price: price(10, 45) } },
  'gpt-5.6-terra': { ...price(2, 12), long: { over: 272_000, price: price(4, 18) } },
  'gpt-5.6-luna': { ...price(0.2, 1.2), long: { over: 272_000, price: price(0.4, 1.8) } },
  'gemini-3.8-flash': price(0.75, 3.75),
  'gemini-3.5-flash': price(1.5, 9),
  'gemini-3.1-pro-preview': { ...price(2, 12), long: { over: 200_000, price: price(4, 18) } },
};

/** What one turn cost, US dollars; 0 where the price is unknown or nothing is paid. */
export function costOf(modelName: string, usage: Usage): number {
  const alias = modelName.replace(/-\d{8}$/, '');
  const listed = Object.hasOwn(PRICES, alias) ? PRICES[alias] : undefined;
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
