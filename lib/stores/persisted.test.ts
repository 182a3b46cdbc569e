import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { openPersisted } from './persisted';
import { createMemoryStore } from './database';
import { createLatestWrite } from './latest-write';

const Numbers = z.array(z.number());

describe('a kept value', () => {
  it('holds at once, tells those who listen, and is there for the next page', async () => {
    const table = createMemoryStore();
    const kept = await openPersisted(table, 'k', Numbers, []);
    const heard = vi.fn();
    const unsubscribe = kept.subscribe(heard);
    const stored = kept.set([1]);
    expect([kept.value, heard.mock.calls.length]).toEqual([[1], 1]);
    await stored;
    expect((await openPersisted(table, 'k', Numbers, [])).value).toEqual([1]);
    unsubscribe();
    await kept.set([2]);
    expect(heard).toHaveBeenCalledTimes(1);
  });

  it('keeps its identity until it changes', async () => {
    const kept = await openPersisted(createMemoryStore(), 'k', Numbers, [7]);
    expect(kept.value).toBe(kept.value);
  });

  it('starts anew over a damaged entry', async () => {
    const table = createMemoryStore();
    await table.put('k', 'not numbers');
    expect((await openPersisted(table, 'k', Numbers, [7])).value).toEqual([7]);
  });
});

describe('writes of what is newest', () => {
  it('go one at a time, and what changed during one is written once', async () => {
    let newest = 0;
    const written: number[] = [];
    let finish: () => void = () => undefined;
    const { request } = createLatestWrite(async () => {
      written.push(newest);
      await new Promise<void>((resolve) => (finish = resolve));
    });
    const first = request();
    newest = 1;
    const second = request();
    newest = 2;
    expect(request()).toBe(second);
    expect(written).toEqual([0]);
    finish();
    await first;
    await expect.poll(() => written).toEqual([0, 2]);
    finish();
    await second;
  });

  it('go on after one that failed', async () => {
    const write = vi.fn(async () => {
      if (write.mock.calls.length === 1) throw new Error('full');
    });
    const { request } = createLatestWrite(write);
    const [first, second] = await Promise.allSettled([request(), request()]);
    expect([first?.status, second?.status]).toEqual(['rejected', 'fulfilled']);
  });
});
