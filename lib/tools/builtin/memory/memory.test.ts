import { createMemoryStore } from '@/lib/stores';
import { MOST_MEMORIES, openMemoryStore } from '@/lib/stores/memory';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AbortReason } from '../../result';
import { createBench, type Bench } from '../../testing/bench';
import { specialistTools } from '..';

const NOW = Date.UTC(2026, 4, 1);
let bench: Bench;
let table: ReturnType<typeof createMemoryStore>;
const open = async () => {
  const memory = await openMemoryStore({ table, now: () => NOW });
  return createBench(specialistTools, { memory });
};
beforeEach(async () => {
  table = createMemoryStore();
  bench = await open();
});
afterEach(() => bench.sandbox.dispose());

const store = async (text: string, tags?: string[]) => (await bench.call('MemoryStore', { text, tags })).result;
const recall = async (query: string, limit?: number) => (await bench.call('MemoryRecall', { query, limit })).result;

describe('MemoryStore and MemoryRecall', () => {
  it('bring back in a later thread what was stored in an earlier one', async () => {
    expect(await store('The person wants prices in cents.', ['money'])).toMatchObject({ summary: 'remembered' });
    await bench.sandbox.dispose();
    bench = await open();
    expect(await recall('which prices')).toMatchObject({
      text: '1. The person wants prices in cents. (2026-05-01, money)',
      summary: '1 memory',
    });
  });

  it('say that something was known already', async () => {
    await store('Half up.');
    expect(await store('Half up.')).toMatchObject({ success: true, summary: 'known already' });
  });

  it('say what to do when nothing is found', async () => {
    expect((await recall('anything')).text).toContain('Nothing is remembered yet');
    await store('Half up.');
    expect((await recall('deploys')).text).toContain('1 thing is remembered');
  });

  it('show the newest, and no more than asked for', async () => {
    for (const text of ['one', 'two', 'three']) await store(`fact ${text}`);
    expect((await recall('fact', 2)).text.split('\n')).toHaveLength(2);
    expect((await recall('', 20)).text.split('\n')).toHaveLength(3);
  });

  it.each([
    ['an empty text', 'MemoryStore', { text: '  ' }],
    ['a text that is no single fact', 'MemoryStore', { text: 'x'.repeat(2001) }],
    ['too many tags', 'MemoryStore', { text: 'x', tags: Array.from({ length: 11 }, String) }],
    ['more than it shows', 'MemoryRecall', { query: 'x', limit: 21 }],
    ['a field it does not know', 'MemoryRecall', { query: 'x', tag: 'y' }],
  ])('refuse %s', async (_what, name, input) => {
    expect((await bench.call(name, input)).result.error).toBe('INVALID_ARGS');
  });

  it('say when the memory is full, and what to do', async () => {
    for (let at = 0; at < MOST_MEMORIES; at++) {
      await table.put(`memory:${at}`, { id: String(at), text: `n ${at}`, tags: [], storedAt: at });
    }
    await bench.sandbox.dispose();
    bench = await open();
    expect(await store('one more')).toMatchObject({
      error: 'WRITE_ERROR',
      text: expect.stringContaining('Memory pane'),
    });
  });

  it('shorten what is too long for one result', async () => {
    for (let at = 0; at < 10; at++) await store(`${at} ${'long '.repeat(390)}`);
    const result = await recall('long', 20);
    expect(result.text.length).toBeLessThan(10_100);
    expect(bench.blobs.get(result.truncated?.hash ?? '')?.length).toBeGreaterThan(19_000);
  });

  it('keep nothing when a person says no, or stops', async () => {
    bench.mode = 'default';
    bench.answer = async () => ({ behavior: 'deny', reason: 'not that' });
    expect(await store('A secret.')).toMatchObject({ error: 'GATE_DENIED' });
    expect(bench.asked).toHaveLength(1);
    const stopped = AbortSignal.abort(new AbortReason('stopped', 'A person stopped the call.'));
    expect((await bench.call('MemoryStore', { text: 'x' }, stopped)).phase).toBe('aborted');
    expect((await recall('', 20)).summary).toBe('nothing');
    expect(bench.asked).toHaveLength(1);
  });
});
