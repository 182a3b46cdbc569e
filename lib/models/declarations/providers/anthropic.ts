import { defineProvider, price } from './provider';

/** Claude, by Anthropic. */
export const anthropic = defineProvider({
  title: 'Claude (Anthropic)',
  wire: 'anthropic',
  url: 'https://api.anthropic.com',
  names: ['claude-sonnet-5-5', 'claude-opus-5-5', 'claude-haiku-5-5', 'claude-fable-5-2'],
  smallModel: 'claude-haiku-5-5',
  dialect: 'generic',
  keyHint: 'sk-ant-…',
  keyVariable: 'ANTHROPIC_API_KEY',
  pricing: {
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
});
