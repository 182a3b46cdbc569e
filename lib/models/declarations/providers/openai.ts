import { defineProvider, price } from './provider';

/** OpenAI, and compatible servers. */
export const openai = defineProvider({
  title: 'OpenAI-compatible',
  wire: 'openai',
  url: 'https://api.openai.com/v1',
  names: ['gpt-6-sol', 'gpt-6-luna', 'gpt-5.6-terra'],
  smallModel: 'gpt-6-luna',
  dialect: 'by-name',
  keyHint: 'sk-…',
  keyVariable: 'OPENAI_API_KEY',
  limit: 'max_completion_tokens',
  pricing: {
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
});
