import { describe, expect, it } from 'vitest';
import { foldRetries } from './notice-lines';

const notice = (kind: 'retry' | 'guard', after?: string) => ({
  after,
  notice: { kind, level: 'warning', message: kind, runId: 'r' } as const,
});

describe('foldRetries', () => {
  it.each([
    ['none', [], []],
    ['retries in a row', [notice('retry', 'a'), notice('retry', 'a')], [2]],
    ['retries of two turns', [notice('retry', 'a'), notice('retry', 'b')], [1, 1]],
    ['a warning between retries', [notice('retry', 'a'), notice('guard', 'a'), notice('retry', 'a')], [1, 1, 1]],
    ['warnings', [notice('guard'), notice('guard')], [1, 1]],
  ])('%s', (_, notices, counts) => {
    expect(foldRetries(notices).map((line) => line.notices.length)).toEqual(counts);
  });
});
