import { createMemoryStore } from '@/lib/stores';
import { openCronStore } from '@/lib/stores/schedule/cron';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AbortReason } from '../../result';
import { createBench, type Bench } from '../../testing/bench';
import { specialistTools } from '..';

const NOW = Date.UTC(2026, 4, 1, 12, 0);
const DAILY = { name: 'Report', schedule: '0 9 * * *', command: 'Say how the tests are.', time_zone: 'Europe/Berlin' };

let bench: Bench;
let closed: AbortController;
beforeEach(async () => {
  closed = new AbortController();
  const cron = await openCronStore({
    table: createMemoryStore(),
    threadId: 't',
    now: () => NOW,
    wait: (_ms, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
    signal: closed.signal,
    perform: async ({ command }) => ({ ok: true, text: `did ${command}` }),
  });
  bench = await createBench(specialistTools, { cron });
});
afterEach(async () => {
  closed.abort();
  await bench.sandbox.dispose();
});

const result = async (name: string, input: object = {}) => (await bench.call(name, input)).result;

describe('CronCreate, CronList and CronDelete', () => {
  it('make, list and delete a job, and say when it runs next and that the conversation has to be open', async () => {
    const made = await result('CronCreate', DAILY);
    expect(made).toMatchObject({ success: true, summary: 'next run 2026-05-02 09:00 (Europe/Berlin)' });
    expect(made.text).toContain('only while it is open');
    const { text, summary } = await result('CronList');
    expect(summary).toBe('1 job');
    expect(text).toContain(
      'prompt: Say how the tests are.\n   next run: 2026-05-02 09:00 (Europe/Berlin)\n   last run: none yet',
    );
    expect(await result('CronDelete', { job: 'report' })).toMatchObject({ success: true, summary: 'Report' });
    expect((await result('CronList')).text).toContain('There is no job');
  });

  it('delete a job by its id', async () => {
    const { details } = await result('CronCreate', { ...DAILY, does: 'shell', command: 'date' });
    expect((await result('CronDelete', { job: String(details?.id) })).success).toBe(true);
  });

  it.each([
    ['schedule', { schedule: 'tomorrow' }],
    ['schedule', { schedule: '0 0 31 2 *' }],
    ['time_zone', { time_zone: 'Mars/Olympus' }],
  ])('say what is wrong with the %s', async (field, change) => {
    const { error, issues, text } = await result('CronCreate', { ...DAILY, ...change });
    expect(error).toBe('INVALID_ARGS');
    expect(issues?.[0]?.path).toBe(`$.${field}`);
    expect(text).toContain(Object.values(change)[0]);
  });

  it('refuse a name that is taken, a job that is not there, and a field they do not know', async () => {
    await result('CronCreate', DAILY);
    expect(await result('CronCreate', DAILY)).toMatchObject({ error: 'INVALID_ARGS', issues: [{ path: '$.name' }] });
    expect(await result('CronDelete', { job: 'x' })).toMatchObject({
      error: 'NOT_FOUND',
      text: expect.stringContaining('Report'),
    });
    expect((await result('CronList', { all: true })).error).toBe('INVALID_ARGS');
    expect((await result('CronCreate', { ...DAILY, command: 'x'.repeat(4001) })).error).toBe('INVALID_ARGS');
  });

  it('make nothing when a person says no, or stops', async () => {
    bench.mode = 'default';
    bench.answer = async () => ({ behavior: 'deny', reason: 'not now' });
    expect((await result('CronCreate', DAILY)).error).toBe('GATE_DENIED');
    const stopped = AbortSignal.abort(new AbortReason('stopped', 'A person stopped the call.'));
    expect((await bench.call('CronCreate', DAILY, stopped)).phase).toBe('aborted');
    expect((await result('CronList')).summary).toBe('no jobs');
  });

  it('keep a long list short', async () => {
    for (let at = 0; at < 50; at++) {
      await result('CronCreate', { ...DAILY, name: `Job ${at}`, command: 'long '.repeat(800) });
    }
    const list = await result('CronList');
    expect(list.text.length).toBeLessThan(10_100);
    expect(list.truncated?.omitted).toBeGreaterThan(0);
    expect(await result('CronCreate', { ...DAILY, name: 'One more' })).toMatchObject({ error: 'INVALID_ARGS' });
  });
});
