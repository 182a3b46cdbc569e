import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ResolvedCall, ToolCall } from './dispatch';
import { MAX_TOGETHER, planBatches, schedule } from './schedule';
import { numRuns, patience } from './testing/cases';

const call = (kind: string, index: number): ToolCall => ({ id: `${kind}${index}`, name: kind, args: '' });
const isReadOnly = ({ name }: ToolCall): boolean => name === 'r';
/** `r` only reads, `a` may run beside others, `b` does both, `w` neither. */
const concurrencyClassOf = ({ name }: ToolCall) => ({
  reads: name === 'r' || name === 'b',
  beside: name === 'a' || name === 'b',
});
const resolved = ({ id }: ToolCall): ResolvedCall => ({
  callId: id,
  phase: 'succeeded',
  result: { success: true, text: '' },
  timings: { queuedAt: 0, startedAt: 0, endedAt: 0 },
});
const calls = (kinds: string): ToolCall[] => kinds.split('').map(call);
const shape = (kinds: string): string =>
  planBatches(calls(kinds), concurrencyClassOf)
    .map((batch) => batch.map(({ name }) => name).join(''))
    .join(' ');

describe('batches', () => {
  it.each([
    ['', ''],
    ['rrr', 'rrr'],
    ['ww', 'w w'],
    ['rrwrrw', 'rr w rr w'],
    ['aaa', 'aaa'],
    ['aba', 'aba'],
    ['rara', 'r a r a'],
    ['rbab', 'rb ab'],
    ['awa', 'a w a'],
    ['r'.repeat(MAX_TOGETHER + 2), `${'r'.repeat(MAX_TOGETHER)} rr`],
  ])('of %s are %s', (kinds, batches) => {
    expect(shape(kinds)).toBe(batches);
  });
});

describe('a schedule', () => {
  it('gives every call one result, in call order, and lets nothing pass a barrier', patience, async () => {
    const kinds = fc.array(fc.constantFrom<'r' | 'w'>('r', 'w'), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(kinds, fc.scheduler(), async (order, scheduler) => {
        const all = order.map(call);
        const running = new Set<ToolCall>();
        const run = async (one: ToolCall): Promise<ResolvedCall> => {
          running.add(one);
          expect(running.size === 1 || [...running].every(isReadOnly)).toBe(true);
          expect(running.size).toBeLessThanOrEqual(MAX_TOGETHER);
          await scheduler.schedule(Promise.resolve());
          running.delete(one);
          return resolved(one);
        };
        const results = await scheduler.waitFor(schedule(all, { concurrencyClassOf, run }));
        expect(results.map(({ callId }) => callId)).toEqual(all.map(({ id }) => id));
      }),
      { numRuns: numRuns(200), seed: 2 },
    );
  });

  it('gives a call whose runner fails a result too, and goes on', async () => {
    const run = async (one: ToolCall): Promise<ResolvedCall> => {
      if (one.id === 'w1') throw new Error('broken');
      return resolved(one);
    };
    const results = await schedule(calls('rwr'), { concurrencyClassOf, run });
    expect(results.map(({ callId, phase }) => [callId, phase])).toEqual([
      ['r0', 'succeeded'],
      ['w1', 'failed'],
      ['r2', 'succeeded'],
    ]);
  });

  it('numbers the batches', async () => {
    const seen: [string, number][] = [];
    await schedule(calls('rrwr'), {
      concurrencyClassOf,
      run: async (one, batch) => (seen.push([one.id, batch]), resolved(one)),
    });
    expect(seen).toEqual([
      ['r0', 0],
      ['r1', 0],
      ['w2', 1],
      ['r3', 2],
    ]);
  });
});
