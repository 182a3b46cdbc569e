import { EventType, type AGUIEvent } from '@ag-ui/core';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { beginRun } from './begin-run.fixture';
import {
  GONE_BYTES,
  InvalidEventError,
  LeaseLostError,
  type BegunRun,
  type EventLog,
  type Lease,
  type LogEntry,
  type RunStart,
} from './event-log';

/** Two connections to one store, as two server processes would have, and a clock that the test controls. */
export interface LogPair {
  one: EventLog;
  two: EventLog;
  advance(ms: number): void;
  dispose(): Promise<void> | void;
}

const TTL = 1_000;
const note = (value: unknown): AGUIEvent => ({ type: EventType.CUSTOM, name: 'note', value });
const values = (entries: readonly LogEntry[]): unknown[] =>
  entries.map(({ event }) => (event.type === EventType.CUSTOM ? event.value : event.type));

const lease = (log: EventLog, runId = 'r1', more: Partial<RunStart> = {}): Promise<Lease> =>
  beginRun(log, 't', { runId, ttlMs: TTL, ...more });

async function collected(lists: AsyncIterable<readonly LogEntry[]>): Promise<LogEntry[]> {
  const entries: LogEntry[] = [];
  for await (const list of lists) entries.push(...list);
  return entries;
}

/** Begins a run of a thread as it is now, if it may. */
async function tryToBegin(
  log: EventLog,
  threadId: string,
  more: Partial<RunStart> = {},
): Promise<BegunRun | undefined> {
  const seen = await log.find(threadId, 'me');
  return seen && log.begin(seen, { runId: 'late', ttlMs: TTL, events: [], ...more });
}

/** Entries of a tail until there are `count`, and what came in one list with the last of them. */
async function take(tail: AsyncIterable<readonly LogEntry[]>, count: number): Promise<LogEntry[]> {
  const taken: LogEntry[] = [];
  if (count === 0) return taken;
  for await (const entries of tail) {
    expect(entries).not.toHaveLength(0);
    taken.push(...entries);
    if (taken.length >= count) break;
  }
  return taken;
}

/** What every adapter of the event-log port must do. `open` returns a fresh, empty store. */
export function describeEventLog(name: string, open: () => Promise<LogPair>): void {
  describe(`${name}: event log contract`, () => {
    let pair: LogPair;
    let stop: AbortController;

    beforeEach(async () => {
      pair = await open();
      stop = new AbortController();
      await pair.one.create('t', 'me');
    });

    afterEach(async () => {
      stop.abort();
      await pair.dispose();
    });

    describe('threads', () => {
      it('belong to whoever created them first', async () => {
        expect(await pair.two.create('t', 'you')).toBeUndefined();
        expect(await pair.two.find('t', 'you')).toBeUndefined();
        expect(await pair.two.find('other', 'me')).toBeUndefined();
        expect(await pair.two.create('t', 'me')).toEqual(await pair.two.find('t', 'me'));
        expect(await pair.two.find('t', 'me')).toEqual({
          threadId: 't',
          owner: 'me',
          address: '',
          options: {},
          lastSeq: 0,
          bytes: 0,
          epoch: expect.any(Number),
          born: expect.any(Number),
          lease: null,
        });
      });

      it('keep the options of the last run that brought some, which count', async () => {
        const system = 'x'.repeat(1_000);
        await pair.one.finish(await lease(pair.one, 'r0', { options: { system } }), []);
        expect((await pair.two.find('t', 'me'))?.bytes).toBe(JSON.stringify({ system }).length - 2);
        const held = await lease(pair.one, 'r1', { options: { model: 'scripted', maxTurns: 3 } });
        expect((await pair.two.usage({ owner: 'me' })).bytes).toBeLessThan(100);
        expect((await pair.two.find('t', 'me'))?.options).toEqual({ model: 'scripted', maxTurns: 3 });
        expect(await tryToBegin(pair.two, 't', { options: {} })).toBeUndefined();
        await pair.one.finish(held, []);
        await lease(pair.two);
        expect((await pair.one.find('t', 'me'))?.options).toEqual({ model: 'scripted', maxTurns: 3 });
      });
    });

    describe('what is kept', () => {
      it('is counted by owner, by address and by thread', async () => {
        await pair.one.create('u', 'me', 'here');
        await pair.one.create('v', 'you', 'here');
        const empty = await pair.two.usage({ owner: 'me' });
        await pair.one.append(await lease(pair.one), [note('x'.repeat(1_000))]);
        const full = await pair.two.usage({ owner: 'me' });
        expect([empty, full.threads]).toEqual([{ threads: 2, bytes: 0 }, 2]);
        expect(full.bytes).toBeGreaterThan(1_000);
        expect((await pair.two.find('t', 'me'))?.bytes).toBe(full.bytes);
        expect(await pair.two.usage({ address: 'here' })).toEqual({ threads: 2, bytes: 0 });
        expect(await pair.two.usage({ address: 'elsewhere' })).toEqual({ threads: 0, bytes: 0 });
      });

      it('leaves when nothing was added for long, unless it runs, and is known to be gone', async () => {
        const held = await lease(pair.one);
        await pair.one.append(held, [note(1)]);
        await pair.one.create('u', 'me');
        const old = await pair.two.find('t', 'me');
        expect(await pair.two.prune(Number.MAX_SAFE_INTEGER, 10)).toBe(1);
        expect([await pair.one.find('u', 'me'), await pair.one.find('t', 'me')]).toEqual([undefined, old]);
        await pair.one.finish(held, []);
        const followed = collected(pair.one.tail('t', 0, stop.signal));
        expect(await pair.two.prune(Number.MAX_SAFE_INTEGER, 10)).toBe(1);
        await followed;
        expect(await pair.one.read('t', 0)).toEqual([]);
        expect([await pair.one.gone('t', 'me'), await pair.one.gone('t', 'you')]).toEqual(['pruned', undefined]);
        // Nor does its id become another owner's, whose events would reach whoever still follows it.
        expect([await pair.one.create('t', 'me'), await pair.one.create('t', 'you')]).toEqual([undefined, undefined]);
        expect(await pair.one.usage({ owner: 'me' })).toEqual({ threads: 0, bytes: 2 * GONE_BYTES });
      });

      it('leaves also with a lease that was taken before the clock was set back', async () => {
        await lease(pair.one);
        pair.advance(-3_600_000);
        expect(await pair.two.prune(Number.MAX_SAFE_INTEGER, 10)).toBe(1);
      });

      it('once gone is remembered until it is forgotten, and counts until then', async () => {
        const first = await pair.one.create('u', 'me', 'here');
        const held = await beginRun(pair.one, 'u', { events: [note(1)] });
        await pair.one.remove('u', 'me');
        pair.advance(1_000);
        await pair.one.remove('t', 'me');
        expect(await pair.two.usage({ owner: 'me' })).toEqual({ threads: 0, bytes: 2 * GONE_BYTES });
        expect(await pair.two.usage({ address: 'here' })).toEqual({ threads: 0, bytes: GONE_BYTES });
        await expect.poll(() => pair.one.forget(1_000_500, 10)).toBe(1);
        expect([await pair.two.gone('u', 'me'), await pair.two.gone('t', 'me')]).toEqual([undefined, 'removed']);
        expect(await pair.two.usage({ address: 'here' })).toEqual({ threads: 0, bytes: 0 });
        // Its id may come again, but nobody takes the one for the other.
        const next = await pair.two.create('u', 'you');
        expect(next).toMatchObject({ threadId: 'u', lastSeq: 0 });
        expect(next?.born).not.toBe(first?.born);
        await beginRun(pair.two, 'u', { owner: 'you' });
        await expect(pair.one.append(held, [note(2)])).rejects.toThrow(LeaseLostError);
        expect(await pair.two.create('t', 'you')).toBeUndefined();
      });

      it('leaves at once when its owner removes it, also while it runs, and everybody may know', async () => {
        const held = await lease(pair.one);
        await pair.one.append(held, [note(1)]);
        const following = new AbortController();
        const seen: number[] = [];
        const followed = (async () => {
          for await (const entries of pair.two.tail('t', 0, following.signal))
            seen.push(...entries.map(({ seq }) => seq));
        })();
        await expect.poll(() => seen).toEqual([1]);
        expect([await pair.two.remove('t', 'you'), await pair.two.gone('t', 'me')]).toEqual([false, undefined]);
        expect(await pair.one.remove('t', 'me')).toBe(true);
        await followed;
        await expect(pair.one.append(held, [note(2)])).rejects.toThrow(LeaseLostError);
        expect([await pair.two.find('t', 'me'), await pair.two.read('t', 0)]).toEqual([undefined, []]);
        expect([await pair.two.gone('t', 'me'), await pair.two.gone('t', 'you')]).toEqual(['removed', 'removed']);
        expect([await pair.two.create('t', 'me'), await pair.one.remove('t', 'me')]).toEqual([undefined, false]);
        expect(await pair.one.usage({ owner: 'me' })).toEqual({ threads: 0, bytes: GONE_BYTES });
      });

      it('stays where something was added since', async () => {
        pair.advance(1_000);
        await pair.one.append(await lease(pair.one), [note(1)]);
        pair.advance(TTL + 1);
        expect(await pair.one.prune(1_000_500, 10)).toBe(0);
        expect(await pair.one.prune(1_001_500, 10)).toBe(1);
      });
    });

    describe('append', () => {
      it('numbers from 1 without gaps and reads back what was written, in order', async () => {
        const held = await lease(pair.one);
        const first = await pair.one.append(held, [note('a'), note('b')]);
        const second = await pair.one.append(held, [note({ deep: ['ü', 1] })]);
        expect([...first, ...second].map((entry) => entry.seq)).toEqual([1, 2, 3]);
        expect(await pair.two.read('t', 0)).toEqual([...first, ...second]);
        expect(await pair.two.read('t', 2)).toEqual(second);
        expect(await pair.two.read('t', 1, 1)).toEqual([first[1]]);
        expect(await pair.two.read('t', 99)).toEqual([]);
      });

      it('refuses what could not be read again, before anything is written', async () => {
        const held = await lease(pair.one);
        // As an adapter might produce from malformed input.
        const odd: AGUIEvent[] = [note('a'), { ...note('b'), ...Object.fromEntries([['name', 7]]) }];
        await expect(pair.one.append(held, odd)).rejects.toThrow(InvalidEventError);
        expect(await pair.two.read('t', 0)).toEqual([]);
        expect(await pair.one.append(held, [note('c')])).toMatchObject([{ seq: 1 }]);
      });

      it('of nothing writes nothing', async () => {
        const held = await lease(pair.one);
        expect(await pair.one.append(held, [])).toEqual([]);
        expect((await pair.one.find('t', 'me'))?.lastSeq).toBe(0);
      });

      it('is refused after the end', async () => {
        const held = await lease(pair.one);
        await pair.one.finish(held, []);
        await expect(pair.one.append(held, [note(1)])).rejects.toThrow(LeaseLostError);
        expect(await pair.one.read('t', 0)).toEqual([]);
      });

      it('that is the last gives the lease back: who reads the end can begin the next run', async () => {
        const held = await lease(pair.one);
        const stop = new AbortController();
        const read = (async () => {
          for await (const entries of pair.one.tail('t', 0, stop.signal)) {
            if (values(entries).includes('end')) return tryToBegin(pair.two, 't');
          }
          return undefined;
        })();
        expect(await pair.one.finish(held, [note('word'), note('end')])).toMatchObject([{ seq: 1 }, { seq: 2 }]);
        expect(await read).toMatchObject({ lease: { epoch: held.epoch + 1 } });
        stop.abort();
        await expect(pair.one.finish(held, [note('late')])).rejects.toThrow(LeaseLostError);
        expect(values(await pair.two.read('t', 0))).toEqual(['word', 'end']);
      });

      it('keeps threads apart', async () => {
        const t = await lease(pair.one);
        const u = await beginRun(pair.one, 'u');
        await pair.one.append(t, [note('t')]);
        await pair.one.append(u, [note('u')]);
        expect(values(await pair.one.read('t', 0))).toEqual(['t']);
        expect(values(await pair.one.read('u', 0))).toEqual(['u']);
      });
    });

    describe('lease', () => {
      it('is held by one run at a time, in whichever process', async () => {
        await lease(pair.one, 'r1', { events: [note('mine')] });
        for (const log of [pair.one, pair.two]) {
          expect(await tryToBegin(log, 't', { events: [note('never')], options: { maxTurns: 1 } })).toBeUndefined();
        }
        expect(values(await pair.two.read('t', 0))).toEqual(['mine']);
        expect(await pair.two.find('t', 'me')).toMatchObject({ lease: { runId: 'r1' }, options: {} });
      });

      it('is free again once the run has ended', async () => {
        const first = await lease(pair.one, 'r1');
        await pair.one.finish(first, []);
        expect(await tryToBegin(pair.two, 't', { runId: 'r2' })).toEqual({
          lease: { threadId: 't', runId: 'r2', epoch: first.epoch + 1 },
          entries: [],
        });
      });

      it('is taken with the first events in one step', async () => {
        const begun = await tryToBegin(pair.one, 't', { events: [note('a'), note('b')] });
        expect(begun?.entries).toEqual(await pair.two.read('t', 0));
        const epoch = begun?.lease.epoch;
        expect(begun?.entries).toMatchObject([
          { seq: 1, epoch },
          { seq: 2, epoch },
        ]);
        const unsound = { ...note('c'), ...Object.fromEntries([['name', 7]]) };
        if (begun) await pair.one.finish(begun.lease, []);
        await expect(tryToBegin(pair.one, 't', { events: [unsound] })).rejects.toThrow(InvalidEventError);
        expect(await pair.two.find('t', 'me')).toMatchObject({ epoch, lastSeq: 2, lease: null });
      });

      it.each([
        ['another run began and ended', async () => pair.one.finish(await lease(pair.one), [])],
        ['it is gone', () => pair.one.remove('t', 'me')],
      ])('is not taken of a thread that was read before %s', async (_what, change) => {
        const seen = await pair.two.find('t', 'me');
        await change();
        expect(
          seen && (await pair.two.begin(seen, { runId: 'late', ttlMs: TTL, events: [note('late')] })),
        ).toBeUndefined();
        expect(await pair.two.read('t', 0)).toEqual([]);
      });

      it('is not taken of a thread to which its last holder has added something', async () => {
        const held = await lease(pair.one);
        pair.advance(TTL);
        const seen = await pair.two.find('t', 'me');
        await pair.one.append(held, [note('not dead')]);
        expect(seen && (await pair.two.begin(seen, { runId: 'late', ttlMs: TTL, events: [] }))).toBeUndefined();
        expect(await tryToBegin(pair.two, 't')).toMatchObject({ lease: { epoch: held.epoch + 1 } });
      });

      it('keeps nobody out when the clock is set back', async () => {
        const held = await lease(pair.one);
        pair.advance(-3_600_000);
        expect(await pair.two.requestStop('t')).toBe(false);
        expect(await tryToBegin(pair.two, 't')).toMatchObject({ lease: { epoch: held.epoch + 1 } });
      });

      it('lives on while it is renewed', async () => {
        const held = await lease(pair.one);
        for (let round = 0; round < 5; round += 1) {
          pair.advance(TTL - 1);
          await pair.one.renew(held, TTL);
        }
        expect(await tryToBegin(pair.two, 't')).toBeUndefined();
      });

      it('that was taken over leaves a stalled holder without a voice when it comes back', async () => {
        const stalled = await lease(pair.one, 'r1');
        pair.advance(TTL);
        const fresh = await lease(pair.two, 'r2');
        await expect(pair.one.append(stalled, [note('late')])).rejects.toThrow(LeaseLostError);
        await expect(pair.one.renew(stalled, TTL)).rejects.toThrow(LeaseLostError);
        await expect(pair.one.finish(stalled, [note('late')])).rejects.toThrow(LeaseLostError);
        expect(await pair.two.append(fresh, [note('mine')])).toHaveLength(1);
        expect(values(await pair.one.read('t', 0))).toEqual(['mine']);
        expect((await pair.one.find('t', 'me'))?.lease?.runId).toBe('r2');
      });
    });

    describe('stop', () => {
      it('has nothing to stop without a live run', async () => {
        expect(await pair.one.requestStop('t')).toBe(false);
        await lease(pair.one);
        pair.advance(TTL);
        expect(await pair.one.requestStop('t')).toBe(false);
      });

      it.each([
        ['the same process', (): EventLog => pair.one],
        ['another process', (): EventLog => pair.two],
      ])('asked in %s reaches the holder once', async (_where, from) => {
        const held = await lease(pair.one);
        let calls = 0;
        const stopped = new Promise<void>((resolve) => {
          pair.one.watchStop(held, () => {
            calls += 1;
            resolve();
          });
        });
        expect(await from().requestStop('t')).toBe(true);
        await stopped;
        await from().requestStop('t');
        await pair.one.append(held, [note('after')]);
        expect(calls).toBe(1);
      });

      it.each([
        ['the same process', (): EventLog => pair.one],
        ['another process', (): EventLog => pair.two],
      ])('comes when the thread is removed in %s', async (_where, from) => {
        const held = await lease(pair.one);
        const stopped = new Promise<void>((resolve) => pair.one.watchStop(held, resolve));
        expect(await from().remove('t', 'me')).toBe(true);
        await stopped;
        // And to those who watch only then.
        await new Promise<void>((resolve) => pair.one.watchStop(held, resolve));
      });

      it('asked before the holder watches is not lost, and the next run does not inherit it', async () => {
        const held = await lease(pair.one);
        await pair.two.requestStop('t');
        let calls = 0;
        pair.one.watchStop(held, () => (calls += 1));
        expect(calls).toBe(1);
        await pair.one.finish(held, []);
        pair.two.watchStop(await lease(pair.two, 'r2'), () => (calls += 1));
        expect(calls).toBe(1);
      });

      it('no longer calls back once unwatched', async () => {
        const held = await lease(pair.one);
        let calls = 0;
        pair.one.watchStop(held, () => (calls += 1))();
        await pair.one.requestStop('t');
        expect(calls).toBe(0);
      });
    });

    describe('tail', () => {
      it.each([
        ['the same process', (): EventLog => pair.one],
        ['another process', (): EventLog => pair.two],
      ])('in %s gives what was there and what comes, nothing lost, nothing twice', async (_where, reader) => {
        const held = await lease(pair.one);
        await pair.one.append(held, [note(1), note(2), note(3)]);
        const tail = take(reader().tail('t', 1, stop.signal), 5);
        for (const value of [4, 5, 6]) await pair.one.append(held, [note(value)]);
        expect(values(await tail)).toEqual([2, 3, 4, 5, 6]);
      });

      it('ends when its signal aborts, waiting or not', async () => {
        const waiting = pair.one.tail('t', 0, stop.signal)[Symbol.asyncIterator]();
        const next = waiting.next();
        stop.abort();
        expect(await next).toEqual({ done: true, value: undefined });
        const late = pair.one.tail('t', 0, stop.signal)[Symbol.asyncIterator]();
        expect(await late.next()).toEqual({ done: true, value: undefined });
      });

      it('follows many pages', async () => {
        const held = await lease(pair.one);
        await pair.one.append(
          held,
          Array.from({ length: 1_700 }, (_, index) => note(index)),
        );
        const entries = await take(pair.two.tail('t', 0, stop.signal), 1_700);
        expect(entries.map((entry) => entry.seq)).toEqual(entries.map((_, index) => index + 1));
      });
    });

    it('keeps one gapless log whatever the order of takers, writers and stalls', async () => {
      const step = fc.record({
        who: fc.constantFrom<'one' | 'two'>('one', 'two'),
        what: fc.constantFrom('begin', 'append', 'append', 'renew', 'finish', 'expire'),
      });
      let round = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
          round += 1;
          const threadId = `fuzz-${round}`;
          await pair.one.create(threadId, 'me');
          const held: { one?: Lease; two?: Lease } = {};
          const written: string[] = [];
          for (const [index, { who, what }] of steps.entries()) {
            const log = pair[who];
            const mine = held[who];
            const value = `${who}:${index}`;
            if (what === 'expire') pair.advance(TTL);
            if (what === 'begin') {
              const begun = await tryToBegin(log, threadId, { runId: value, events: [note(value)] });
              if (!begun) continue;
              held[who] = begun.lease;
              written.push(value);
            }
            if (!mine) continue;
            if (what === 'finish') await log.finish(mine, []).catch(ignoreLost);
            if (what === 'renew') await log.renew(mine, TTL).catch(ignoreLost);
            if (what === 'append') {
              const entries = await log.append(mine, [note(value)]).catch(ignoreLost);
              if (entries) {
                written.push(value);
                const epochs = [held.one?.epoch ?? 0, held.two?.epoch ?? 0];
                expect(mine.epoch).toBe(Math.max(...epochs));
              }
            }
          }
          const entries = await pair.two.read(threadId, 0);
          expect(values(entries)).toEqual(written);
          expect(entries.map((entry) => entry.seq)).toEqual(written.map((_, index) => index + 1));
          expect(values(await take(pair.one.tail(threadId, 0, stop.signal), written.length))).toEqual(written);
        }),
        { seed: 11, numRuns: 60 },
      );
    });
  });
}

function ignoreLost(error: unknown): undefined {
  if (!(error instanceof LeaseLostError)) throw error;
}
