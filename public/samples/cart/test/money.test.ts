import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatAmount } from '../src/format.ts';
import { round, shareOf, sum } from '../src/money.ts';

test('round goes half up', () => {
  assert.equal(round(35.31), 35);
  assert.equal(round(35.5), 36);
});

test('sum of nothing is nothing', () => {
  assert.equal(sum([]), 0);
});

test('a share is whole cents, and between 0 and 1', () => {
  assert.equal(shareOf(999, 0.1), 100);
  assert.throws(() => shareOf(999, 1.5), RangeError);
});

test('amounts read as people write them', () => {
  assert.equal(formatAmount(1250), '12.50');
  assert.equal(formatAmount(-5), '-0.05');
});
