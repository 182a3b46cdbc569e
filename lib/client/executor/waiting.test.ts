import { describe, expect, it } from 'vitest';
import { createWaiting } from '../person';

const open = () => {
  const shown: string[][] = [];
  const waiting = createWaiting<{ callId: string }, string>(() => shown.push(waiting.list.map(({ callId }) => callId)));
  return { waiting, shown };
};

describe('calls that wait for a person', () => {
  it('are shown, and each gets its own answer', async () => {
    const { waiting, shown } = open();
    const { signal } = new AbortController();
    const first = waiting.ask({ callId: 'c1' }, signal);
    const second = waiting.ask({ callId: 'c2' }, signal);
    waiting.resolve('c2', 'no');
    waiting.resolve('nobody', 'yes');
    waiting.resolve('c1', 'yes');
    expect([await first, await second]).toEqual(['yes', 'no']);
    expect(shown).toEqual([['c1'], ['c1', 'c2'], ['c1'], []]);
    expect(waiting.list).toBe(waiting.list);
  });

  it.each([
    ['before it is asked', true],
    ['while it waits', false],
  ])('reject with the reason when the call is aborted %s', async (_when, before) => {
    const { waiting } = open();
    const abort = new AbortController();
    if (before) abort.abort(new Error('stopped'));
    const asked = waiting.ask({ callId: 'c1' }, abort.signal);
    if (!before) abort.abort(new Error('stopped'));
    await expect(asked).rejects.toThrow('stopped');
    expect(waiting.list).toEqual([]);
  });
});
