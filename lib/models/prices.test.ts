import { describe, expect, it } from 'vitest';
import { MODELS } from './declarations/catalogue';
import { KEYED_PROVIDERS } from '@/lib/protocol/keys';
import { PROVIDERS, providerOf } from './declarations/providers';
import { costOf } from './prices';

const usage = (inputTokens: number, outputTokens: number, cachedInputTokens = 0, cacheWriteTokens = 0) => ({
  inputTokens,
  outputTokens,
  cachedInputTokens,
  cacheWriteTokens,
});

describe('costOf', () => {
  it.each([
    ['claude-sonnet-5-5', usage(1_000_000, 0), 2],
    ['claude-sonnet-5-5', usage(0, 1_000_000), 10],
    ['claude-sonnet-5-5', usage(1_000_000, 0, 1_000_000), 0.1],
    ['claude-sonnet-5-5', usage(1_000_000, 0, 0, 1_000_000), 2.5],
    ['claude-opus-5-5', usage(1_000_000, 0, 1_000_000), 0.2],
    ['claude-fable-5-2', usage(1_000_000, 0, 1_000_000), 0.2],
    ['claude-fable-5-1', usage(1_000_000, 0, 1_000_000), 0.25],
    ['claude-opus-5', usage(1_000_000, 0, 1_000_000), 0.5],
    ['gpt-6.1-sol', usage(1_000_000, 0, 1_000_000), 0.2],
    ['claude-haiku-5-5', usage(100_000, 0), 0.01],
    ['claude-haiku-5-5', usage(200_000, 0), 0.1],
    ['claude-haiku-4-5-20251001', usage(1_000_000, 0), 1],
    ['scripted', usage(1_000_000, 1_000_000), 0],
    ['constructor', usage(1_000_000, 1_000_000), 0],
  ])('%s with %j costs %d', (name, used, dollars) => {
    expect(costOf(name, used)).toBeCloseTo(dollars, 9);
  });

  it('says of each price where it stands and from when it is', () => {
    const lists = KEYED_PROVIDERS.map((id) => providerOf(id).pricing);
    const names = lists.flatMap(({ prices }) => Object.keys(prices));
    expect(new Set(names).size).toBe(names.length);
    for (const { source, asOf } of lists) {
      expect(URL.canParse(source)).toBe(true);
      expect(new Date(`${asOf}T00:00:00Z`).toISOString().slice(0, 10)).toBe(asOf);
    }
  });

  it('knows the price of every model that can be chosen', () => {
    const small = Object.values(PROVIDERS).map(({ smallModel }) => smallModel);
    for (const name of [...small, ...MODELS.flatMap((model) => [...model.names])])
      expect(costOf(name, usage(1000, 1000)), `the price of ${name}`).toBeGreaterThan(0);
  });
});
