import { EventType } from '@ag-ui/core';
import { afterEach, describe, expect, it } from 'vitest';
import { ModelError, type ModelEvent } from '@/lib/models/model';
import {
  call,
  inputOf,
  openBench,
  outcomeOf,
  resultsOf,
  says,
  stopEvent,
  typesOf,
  user,
  type Bench,
} from './agent.fixture';
import { ATTEMPTS, retryDelay } from './retry';

let bench: Bench | undefined;
afterEach(() => bench?.dispose());

const overloaded = (afterMs?: number): ModelError =>
  new ModelError('OVERLOADED', 'Overloaded', afterMs === undefined ? {} : { afterMs }, 529);

async function* breaking(events: readonly ModelEvent[], error: Error): AsyncGenerator<ModelEvent> {
  yield* events;
  throw error;
}

describe('retryDelay', () => {
  it.each([
    ['first', overloaded(), 1, 500],
    ['doubling', overloaded(), 3, 2_000],
    ['as the provider asks', overloaded(7_000), 1, 7_000],
    ['not for longer than a person waits', overloaded(31_000), 1, undefined],
    ['not for ever', overloaded(), ATTEMPTS, undefined],
    ['not where it is no use', new ModelError('KEY_REFUSED', 'no'), 1, undefined],
  ])('waits: %s', (_what, error, attempt, expected) => {
    expect(retryDelay(error, attempt)).toBe(expected);
  });
});

describe('a model that fails', () => {
  it('is asked again, visibly, and the thread goes on', async () => {
    bench = await openBench((_request, n) => (n < 2 ? breaking([], overloaded()) : says('at last')));
    const seen = await bench.run(inputOf('r1', [user('u1')]));
    expect(bench.slept).toEqual([500, 1_000]);
    expect(bench.requests.map((request) => ('attempt' in request ? request.attempt : undefined))).toEqual([1, 2, 3]);
    expect((await bench.thread()).notices.map((notice) => notice.message)).toEqual([
      'Attempt 1: Overloaded',
      'Attempt 2: Overloaded',
    ]);
    expect(outcomeOf(seen)).toMatchObject({ type: 'success' });
  });

  it('in mid reply takes back what was half said, and calls of one name get ids of their own', async () => {
    const half: ModelEvent[] = [{ type: 'reasoning', delta: 'hm' }, { type: 'text', delta: 'hal' }, ...call('c1')];
    bench = await openBench((_request, n) =>
      n === 0 ? breaking(half, new ModelError('STREAM_BROKEN', 'broke', {})) : [...call('c1'), stopEvent('tool_calls')],
    );
    const seen = await bench.run(inputOf('r1', [user('u1')]));
    expect(resultsOf(seen)).toEqual(['c1']);
    const { messages, callOrder } = await bench.thread();
    expect(messages.map((message) => message.role)).toEqual(['user', 'assistant']);
    expect(callOrder).toEqual(['c1~2']);
    expect(outcomeOf(seen)).toEqual({ type: 'success', pendingToolCallIds: ['c1~2'] });
  });

  it('takes a reply that ends without a stop for a broken one', async () => {
    bench = await openBench((_request, n) => (n === 0 ? [{ type: 'text', delta: 'hal' }] : says('half')));
    await bench.run(inputOf('r1', [user('u1')]));
    expect((await bench.thread()).messages.map((message) => message.content)).toEqual(['hello', 'half']);
  });

  it.each([
    ['a refused key', new ModelError('KEY_REFUSED', 'Wrong key', false, 401), 'KEY_REFUSED', 0],
    ['overload without end', overloaded(), 'OVERLOADED', ATTEMPTS - 1],
    ['a bug of the adapter', new TypeError('undefined is not'), 'SERVER_ERROR', 0],
  ])(
    'for %s ends the leg with an error, nothing half said, and an empty leg tries again',
    async (_what, error, code, waits) => {
      let broken = true;
      bench = await openBench(() => (broken ? breaking([{ type: 'text', delta: 'x' }], error) : says('fine')));
      const seen = await bench.run(inputOf('r1', [user('u1')]));
      expect(seen.at(-1)).toMatchObject({ type: EventType.RUN_ERROR, code, message: error.message });
      expect(bench.slept).toHaveLength(waits);
      expect((await bench.thread()).messages.map((message) => message.role)).toEqual(['user']);
      broken = false;
      await bench.run(inputOf('r2', [user('u1')]));
      expect((await bench.thread()).messages.map((message) => message.content)).toEqual(['hello', 'fine']);
    },
  );

  it('without a key ends the leg; the same message goes on once there is one', async () => {
    bench = await openBench(() => says('hi'));
    const { createModel } = bench.ports;
    bench.ports.createModel = (options, secrets) => {
      if (secrets.typed === undefined) throw new ModelError('KEY_REQUIRED', 'A key is needed');
      return createModel(options, secrets);
    };
    const seen = await bench.run(inputOf('r1', [user('u1')]));
    expect(typesOf(seen)).toEqual(['RUN_STARTED', 'RUN_ERROR']);
    expect((await bench.thread()).legs[0]?.error?.code).toBe('KEY_REQUIRED');
    const answer = await bench.post(inputOf('r2'));
    if (answer.ok) await answer.leg;
    expect((await bench.thread()).legs.map((leg) => leg.status)).toEqual(['error', 'error']);
  });

  it('while it waits to try again can be stopped', async () => {
    bench = await openBench(() => breaking([], overloaded()));
    const { ports } = bench;
    const { log } = ports;
    ports.sleep = async (_ms, signal) => {
      await log.requestStop('thread');
      if (!signal?.aborted) throw new Error('the stop did not arrive');
      signal.throwIfAborted();
    };
    expect(outcomeOf(await bench.run(inputOf('r1', [user('u1')])))).toEqual({ type: 'cancelled' });
    expect(bench.requests).toHaveLength(1);
  });
});
