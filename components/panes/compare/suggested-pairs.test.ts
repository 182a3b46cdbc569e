import { expect, it } from 'vitest';
import { suggestedPairs } from './suggested-pairs';

const thread = (id: string, title: string, at: number) => ({ id, title, at });
const ids = (pairs: ReturnType<typeof suggestedPairs>) => pairs.map(({ left, right }) => `${left.id} ${right.id}`);

it('pairs threads that began with the same words, the newest first and the older one on the left', () => {
  const threads = [
    thread('a', 'Fix it', 1),
    thread('b', 'Plan it', 2),
    thread('c', 'Fix it', 3),
    thread('d', 'Fix it', 4),
  ];
  expect(ids(suggestedPairs(threads))).toEqual(['c d', 'a c']);
});

it('suggests the two newest where no two began alike, and nothing where there are no two', () => {
  expect(ids(suggestedPairs([thread('a', 'x', 3), thread('b', 'y', 2), thread('c', 'z', 1)]))).toEqual(['b a']);
  expect(suggestedPairs([thread('a', 'x', 1)])).toEqual([]);
  expect(suggestedPairs([])).toEqual([]);
});

it('keeps the side that is chosen in every pair, with its like where there are any', () => {
  const threads = [thread('a', 'Fix it', 1), thread('b', 'Plan it', 2), thread('c', 'Fix it', 3)];
  expect(ids(suggestedPairs(threads, 'a'))).toEqual(['a c']);
  expect(ids(suggestedPairs(threads, 'b'))).toEqual(['b c', 'a b']);
  expect(ids(suggestedPairs(threads, 'unknown'))).toEqual(['a c']);
});
