import { expect, it } from 'vitest';
import { normalize } from './divergence';

it.each([
  ['# duration_ms 12.4 ok (3 ms)', '# … ok (…)'],
  ['Next run: 2026-11-22 13:27 (UTC)', 'Next run: … (UTC)'],
  ['(node:4) Warning: old', '(node:…) Warning: old'],
  ['id e2c0de61-d4ef-4dc8-ad8c-d357feadc88b.', 'id ….'],
  ['[main 6fa99fd] The cart', '[main …] The cart'],
  [`commit ${'0a'.repeat(20)}`, 'commit …'],
])('is nothing but what stays: %s', (text, same) => expect(normalize(text)).toBe(same));

it.each(['1234567 lines', 'a facade, effaced', `sha256 ${'0a'.repeat(32)}`, 'src/cart.ts:9: total 12'])(
  'keeps %s',
  (text) => expect(normalize(text)).toBe(text),
);
