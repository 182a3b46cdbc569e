import { DEFAULT_RATE, type RateLimits } from '@/lib/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numRuns, patience } from '../testing/cases';
import { createRateLimiter } from './limits';

function setUp(limits: RateLimits = { calls: DEFAULT_RATE.calls, tools: {} }) {
  const clock = { at: 1_000_000, limits };
  const limiter = createRateLimiter({ limits: () => clock.limits, now: () => clock.at });
  const take = (tool = 'Read', thread = 'a') => limiter.take(thread, { name: tool });
  const many = (count: number, tool?: string) =>
    Array.from({ length: count }, () => take(tool)).filter(({ ok }) => ok).length;
  return { clock, limiter, take, many };
}

describe('a rate limiter', () => {
  it('lets 30 calls a minute through, and says when the next one may be made', () => {
    const { take, many } = setUp();
    expect(many(30)).toBe(30);
    expect(take()).toEqual({ ok: false, calls: 30, windowSeconds: 60, retryAfterMs: 2000 });
  });

  it('fills up again, one token at a time', () => {
    const { clock, take, many } = setUp();
    many(30);
    clock.at += 1999;
    expect(take()).toEqual({ ok: false, calls: 30, windowSeconds: 60, retryAfterMs: 1 });
    clock.at += 1;
    expect(many(2)).toBe(1);
    clock.at += 60_000;
    expect(many(40)).toBe(30);
  });

  it.each<[RateLimits['tools'], number]>([
    [{ Bash: 2 }, 2],
    [{ Bash: 2, ShellExec: 3 }, 3],
    [{ Read: 2 }, 30],
  ])('knows a preset’s tool by its own name, or by that of its executor: %j', (tools, calls) => {
    const { limiter } = setUp({ calls: DEFAULT_RATE.calls, tools });
    const verdicts = Array.from({ length: 31 }, () => limiter.take('a', { name: 'ShellExec', executor: 'Bash' }));
    expect(verdicts.filter(({ ok }) => ok)).toHaveLength(calls);
  });

  it('counts each tool of each thread by itself', () => {
    const { take, many } = setUp();
    many(30);
    expect(take('Edit').ok).toBe(true);
    expect(take('Read', 'b').ok).toBe(true);
  });

  it('takes figures of single tools, and new ones at once', () => {
    const { clock, many } = setUp({ calls: 30, tools: { Bash: 2 } });
    expect(many(5, 'Bash')).toBe(2);
    expect(many(5, 'toString')).toBe(5);
    clock.limits = { calls: 30, tools: { Bash: 4 } };
    expect(many(5, 'Bash')).toBe(2);
  });

  it('counts in the window that is set', () => {
    const { clock, take, many } = setUp({ calls: 5, windowSeconds: 10, tools: { Bash: 2 } });
    expect([many(9), many(9, 'Bash')]).toEqual([5, 2]);
    expect(take()).toEqual({ ok: false, calls: 5, windowSeconds: 10, retryAfterMs: 2000 });
    clock.at += 10_000;
    expect([many(9), many(9, 'Bash')]).toEqual([5, 2]);
    clock.limits = { calls: 5, windowSeconds: 3600, tools: {} };
    clock.at += 10_000;
    expect(many(9)).toBe(0);
  });

  it('is not held up by a clock that goes back', () => {
    const { clock, many } = setUp();
    many(10);
    clock.at -= 1_000_000;
    expect(many(30)).toBe(20);
    clock.at += 60_000;
    expect(many(40)).toBe(30);
  });

  it('forgets what says nothing any more', () => {
    const { clock, take, many } = setUp({ calls: 1, tools: {} });
    for (let thread = 0; thread < 3000; thread++) {
      clock.at += 100;
      expect(take('Read', `t${thread}`).ok).toBe(true);
    }
    expect(many(1)).toBe(1);
    expect(many(1)).toBe(0);
  });

  it('never lets more through than a full bucket and what flows in, and says truly how long to wait', patience, () => {
    const gaps = fc.array(fc.nat(20_000), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), gaps, (calls, waits) => {
        const { clock, take } = setUp({ calls, tools: {} });
        const start = clock.at;
        let passed = 0;
        for (const wait of waits) {
          clock.at += wait;
          const verdict = take();
          if (verdict.ok) passed++;
          else {
            expect(verdict.retryAfterMs).toBeGreaterThan(0);
            clock.at += verdict.retryAfterMs;
            expect(take().ok).toBe(true);
            passed++;
          }
          expect(passed).toBeLessThanOrEqual(calls + ((clock.at - start) * calls) / 60_000 + 1e-6);
        }
      }),
      { numRuns: numRuns(500), seed: 3 },
    );
  });
});
