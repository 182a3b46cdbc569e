import { expect, it } from 'vitest';
import { fitting } from './entries';

const room = { most: 100, bytes: 1_000, tooLong: 500 };

it.each<[string, number[], number]>([
  ['none', [], 0],
  ['all of a few', [1, 2, 3], 3],
  ['no more than asked for', Array.from({ length: 200 }, () => 1), 100],
  ['as many as there is room for', Array.from({ length: 50 }, () => 100), 10],
  ['those before a long one', [1, 2, 3, 500, 1], 3],
  ['none if the first is long', [500, 1], 0],
])('%s', (_, sizes, count) => {
  expect(fitting((from, most) => sizes.slice(from, from + most), room)).toBe(count);
});

it('passes few entries beyond those that fit', () => {
  for (let short = 0; short < 90; short += 1) {
    const sizes = Array.from({ length: 100 }, (_, at) => (at < short ? 1 : 500));
    let passed = 0;
    fitting((from, most) => {
      const batch = sizes.slice(from, from + most);
      passed += batch.length;
      return batch;
    }, room);
    expect(passed).toBeLessThanOrEqual(4 * short + 2);
  }
});
