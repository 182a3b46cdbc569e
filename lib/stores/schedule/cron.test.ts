import type { CronDraft } from '@/lib/ports';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createMemoryStore, type KeyValue } from '../database';
import { openCronStore, type CronOptions } from './cron';
import { nextRun } from './next-run';

const START = Date.UTC(2026, 4, 1, 12, 0, 30);
const MINUTE = 60_000;
const EVERY_MINUTE: CronDraft = { name: 'Tick', schedule: '* * * * *', command: 'date', does: 'shell' };

/** A clock that a test turns. */
function createClock() {
  let time = START;
  const waiting = new Set<{ at: number; done: () => void }>();
  const settle = async () => {
    for (let turn = 0; turn < 50; turn++) await Promise.resolve();
  };
  return {
    now: () => time,
    wait: (ms: number, signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        const one = { at: time + ms, done: () => (waiting.delete(one), resolve()) };
        waiting.add(one);
        signal.addEventListener('abort', one.done, { once: true });
        if (signal.aborted) one.done();
      }),
    settle,
    async turn(ms: number) {
      const end = time + ms;
      await settle();
      for (;;) {
        const first = [...waiting].toSorted((a, b) => a.at - b.at)[0];
        if (!first || first.at > end) break;
        time = Math.max(time, first.at);
        first.done();
        await settle();
      }
      time = end;
      await settle();
    },
  };
}

let clock: ReturnType<typeof createClock>;
let table: KeyValue;
const ran: string[] = [];
beforeEach(() => {
  clock = createClock();
  table = createMemoryStore();
  ran.length = 0;
});

const tab = (name = 'tab', more: Partial<CronOptions> = {}) =>
  openCronStore({
    table,
    threadId: 't',
    now: clock.now,
    wait: clock.wait,
    signal: new AbortController().signal,
    async perform(job) {
      ran.push(`${name}: ${job.command}`);
      return { ok: true, text: 'done' };
    },
    ...more,
  });

describe('the next run', () => {
  it.each([
    ['*/15 * * * *', undefined, '2026-05-01T12:15:00Z'],
    ['0 9 * * MON', 'Europe/Berlin', '2026-05-04T07:00:00Z'],
    ['@daily', 'UTC', '2026-05-02T00:00:00Z'],
    ['30 2 29 2 *', 'UTC', '2028-02-29T02:30:00Z'],
  ])('of %s in %s is %s', (schedule, zone, at) => {
    expect(nextRun(schedule, zone, START)).toEqual({ ok: true, at: Date.parse(at) });
  });

  it('keeps to the wall clock when daylight saving begins', () => {
    const saturday = Date.parse('2026-03-28T12:00:00Z');
    expect(nextRun('0 9 * * *', 'Europe/Berlin', saturday)).toEqual({
      ok: true,
      at: Date.parse('2026-03-29T07:00:00Z'),
    });
  });

  it.each([
    ['whenever', undefined, 'schedule'],
    ['2026-05-01T12:00:00', undefined, 'schedule'],
    ['* * * * * *', undefined, 'schedule'],
    ['61 * * * *', undefined, 'schedule'],
    ['0 0 31 2 *', undefined, 'schedule'],
    ['* * * * *', 'Mars/Olympus', 'time_zone'],
  ])('is refused for %s in %s', (schedule, zone, field) => {
    expect(nextRun(schedule, zone, START)).toMatchObject({ ok: false, field });
  });
});

describe('the schedule', () => {
  it('runs a job whenever its time comes, and tells how it went and when it comes next', async () => {
    const cron = await tab();
    await cron.create(EVERY_MINUTE);
    await clock.turn(29_000);
    expect(ran).toEqual([]);
    await clock.turn(2 * MINUTE + 1000);
    expect(ran).toHaveLength(3);
    expect(cron.value).toMatchObject([
      { nextRun: START + 30_000 + 3 * MINUTE, lastRun: { state: 'succeeded', text: 'done' } },
    ]);
  });

  it('is there again after a reload, and does not make up for what was missed', async () => {
    const closed = new AbortController();
    await (await tab('one', { signal: closed.signal })).create(EVERY_MINUTE);
    closed.abort();
    await clock.turn(10 * MINUTE);
    const again = await tab('two');
    expect(again.value[0]?.nextRun).toBe(START + 30_000 + 10 * MINUTE);
    await clock.turn(MINUTE);
    expect(ran).toEqual(['two: date']);
  });

  it('is worked off while its thread is open, in the tab that runs the thread', async () => {
    const left = new AbortController();
    await (await tab('one', { signal: left.signal })).create(EVERY_MINUTE);
    const other = await tab('two', { threadId: 'another' });
    const watcher = await tab('three', { table: { ...table, watching: true } });
    left.abort();
    await clock.turn(3 * MINUTE);
    expect([ran, other.value, watcher.value]).toEqual([[], [], [expect.objectContaining({ name: 'Tick' })]]);
    const [job] = watcher.value;
    expect([await watcher.run(job?.id ?? ''), await watcher.remove(job?.id ?? '')]).toEqual([false, false]);
  });

  it('runs a job that took longer than its time once, not twice at once', async () => {
    let finish: () => void = () => undefined;
    const perform = vi.fn<CronOptions['perform']>(
      () => new Promise((resolve) => (finish = () => resolve({ ok: false, text: 'late' }))),
    );
    const cron = await tab('one', { perform });
    await cron.create(EVERY_MINUTE);
    await clock.turn(3 * MINUTE);
    expect(perform).toHaveBeenCalledTimes(1);
    expect(cron.value[0]?.lastRun).toMatchObject({ state: 'running' });
    finish();
    await clock.settle();
    expect(cron.value[0]?.lastRun).toMatchObject({ state: 'failed', text: 'late' });
    await clock.turn(MINUTE);
    expect(perform).toHaveBeenCalledTimes(2);
  });

  it('tells what a job waits for, and runs one at once for a person', async () => {
    const states: unknown[] = [];
    const cron = await tab('one', {
      async perform(_job, onState) {
        onState('waiting', 'until the agent is idle');
        await clock.settle();
        onState('running', '');
        return { ok: true, text: 'said' };
      },
    });
    cron.subscribe(() => states.push(cron.value[0]?.lastRun?.state));
    const created = await cron.create(EVERY_MINUTE);
    expect(created.ok && (await cron.run(created.job.id))).toBe(true);
    expect(states).toEqual(expect.arrayContaining(['waiting', 'running', 'succeeded']));
    expect(await cron.run('nothing')).toBe(false);
    expect(cron.value[0]?.nextRun).toBe(START + 30_000);
  });

  it('stops what is removed while it runs', async () => {
    let stopped = false;
    const cron = await tab('one', {
      perform: (_job, _onState, signal) =>
        new Promise((resolve) =>
          signal.addEventListener('abort', () => {
            stopped = true;
            resolve({ ok: false, text: 'stopped' });
          }),
        ),
    });
    const created = await cron.create(EVERY_MINUTE);
    await clock.turn(MINUTE);
    expect(created.ok && (await cron.remove(created.job.id))).toBe(true);
    await clock.turn(2 * MINUTE);
    expect(stopped).toBe(true);
    expect(cron.value).toEqual([]);
    expect((await tab()).value).toEqual([]);
  });

  it('says of a run that nobody is at any more that it was cut off', async () => {
    const row = { id: 'a', createdAt: 0, ...EVERY_MINUTE };
    await table.put('cron:t', [{ ...row, lastRun: { at: 0, state: 'running', text: '' } }]);
    const cron = await tab();
    await clock.settle();
    expect(cron.value[0]?.lastRun).toMatchObject({ state: 'failed', text: expect.stringContaining('left') });
  });

  it.each([
    ['a name that is taken', { name: ' tick ' }, 'name'],
    ['a schedule that is none', { name: 'other', schedule: 'soon' }, 'schedule'],
    ['a time zone that is none', { name: 'other', timeZone: 'Mars' }, 'time_zone'],
  ])('refuses %s', async (_what, change, field) => {
    const cron = await tab();
    await cron.create(EVERY_MINUTE);
    expect(await cron.create({ ...EVERY_MINUTE, ...change })).toMatchObject({ ok: false, field });
    expect(cron.value).toHaveLength(1);
  });
});
