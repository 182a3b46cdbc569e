import { KEYED_PROVIDERS } from '@/lib/protocol/keys';
import { providerOf } from './declarations/providers';
import type { Price } from './declarations/providers/provider';
import type { Usage } from './model';

const PRICES: ReadonlyMap<string, Price> = new Map(
  KEYED_PROVIDERS.flatMap((id) => Object.entries(providerOf(id).pricing.prices)),
);

/** Cost of one turn in US dollars; 0 if the price is unknown or nothing is charged. */
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
