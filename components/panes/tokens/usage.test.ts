import { describe, expect, it } from 'vitest';
import { totalUsage } from './usage';

describe('totalUsage', () => {
  const turn = {
    runId: 'r',
    stop: 'end',
    model: 'm',
    inputTokens: 10,
    outputTokens: 2,
    cachedInputTokens: 4,
    cost: 0.5,
    startedAt: 0,
    endedAt: 1,
  };
  it.each([
    ['nothing', [], { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, cost: 0 }],
    ['two turns', [turn, turn], { inputTokens: 20, outputTokens: 4, cachedInputTokens: 8, cost: 1 }],
  ])('%s', (_, turns, total) => expect(totalUsage(turns)).toEqual(total));
});
