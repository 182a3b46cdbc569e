import { defineProvider, price } from './provider';

/** Gemini, by Google. */
export const gemini = defineProvider({
  title: 'Gemini (Google)',
  wire: 'openai',
  url: 'https://generativelanguage.googleapis.com/v1beta/openai/',
  names: ['gemini-3.8-flash', 'gemini-3.5-flash', 'gemini-3.1-pro-preview'],
  smallModel: 'gemini-3.8-flash',
  dialect: 'json',
  keyHint: 'AIza…',
  keyVariable: 'GEMINI_API_KEY',
  pricing: {
    source: 'https://ai.google.dev/gemini-api/docs/pricing',
    asOf: '2026-11-22',
    prices: {
      // The price doubles on 2027-01-01.
      'gemini-3.8-flash': price(0.75, 3.75),
      'gemini-3.5-flash': price(1.5, 9),
      'gemini-3.1-pro-preview': { ...price(2, 12), long: { over: 200_000, price: price(4, 18) } },
    },
  },
});
