import { EventType } from '@ag-ui/core';
import { afterEach, describe, expect, it } from 'vitest';
import { ModelError, type ModelEvent } from '@/lib/models/model';
import {
  call,
  inputOf,
  openTestThread,
  outcomeOf,
  resultsOf,
  says,
  stopEvent,
  typesOf,
  user,
  type TestThread,
} from './agent.fixture';
import { ATTEMPTS, retryDelay } from './retry';

let test: TestThread | undefined;
afterEach(() => test?.dispose());

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
    test = await openTestThread((_request, n) => (n < 2 ? breaking([], overloaded()) : says('at last')));
    const seen = await test.run(inputOf('r1', [user('u1')]));
    expect(test.slept).toEqual([500, 1_000]);
    expect(test.requests.map((request) => ('attempt' in request ? request.attempt : undefined))).toEqual([1, 2, 3]);
    expect((await test.thread()).notices.map((notice) => notice.message)).toEqual([
      'Attempt 1: Overloaded',
      'Attempt 2: Overloaded',
    ]);
    expect(outcomeOf(seen)).toMatchObject({ type: 'success' });
  });

  it('in mid reply takes back what was half said, and calls of one name get ids of their own', async () => {
    const half: ModelEvent[] = [{ type: 'reasoning', delta: 'hm' }, { type: 'text', delta: 'hal' }, ...call('c1')];
    test = await openTestThread((_request, n) =>
      n === 0 ? breaking(half, new ModelError('STREAM_BROKEN', 'broke', {})) : [...call('c1'), stopEvent('tool_calls')],
    );
    const seen = await test.run(inputOf('r1', [user('u1')]));
    expect(resultsOf(seen)).toEqual(['c1']);
    const { messages, callOrder } = await test.thread();
    expect(messages.map((message) => message.role)).toEqual(['user', 'assistant']);
    expect(callOrder).toEqual(['c1~2']);
    expect(outcomeOf(seen)).toEqual({ type: 'success', pendingToolCallIds: ['c1~2'] });
  });

  it('takes a reply that ends without a stop for a broken one', async () => {
    test = await openTestThread((_request, n) => (n === 0 ? [{ type: 'text', delta: 'hal' }] : says('half')));
    await test.run(inputOf('r1', [user('u1')]));
    expect((await test.thread()).messages.map((message) => message.content)).toEqual(['hello', 'half']);
  });

  it("refuses a person's words under the id of what was taken back: nobody would answer them", async () => {
    test = await openTestThread((_request, n) => (n === 0 ? [{ type: 'text', delta: 'hal' }] : says('half')));
    const seen = await test.run(inputOf('r1', [user('u1')]));
    const [id] = seen.flatMap((event) =>
      event.type === EventType.TEXT_MESSAGE_START && event.role === 'assistant' ? event.messageId : [],
    );
    for (const after of [[], [user('u2')]]) {
      expect(await test.post(inputOf('r2', [user(id ?? '', 'And now?'), ...after]))).toMatchObject({
        status: 400,
        problem: { issues: [{ path: 'messages.0.id' }] },
      });
    }
  });

  it.each([
    ['a refused key', new ModelError('KEY_REFUSED', 'Wrong key', false, 401), 'KEY_REFUSED', 0],
    ['overload without end', overloaded(), 'OVERLOADED', ATTEMPTS - 1],
    ['a bug of the adapter', new TypeError('undefined is not'), 'SERVER_ERROR', 0],
  ])(
    'for %s ends the run with an error, nothing half said, and an empty run tries again',
    async (_what, error, code, waits) => {
      let broken = true;
      test = await openTestThread(() => (broken ? breaking([{ type: 'text', delta: 'x' }], error) : says('fine')));
      const seen = await test.run(inputOf('r1', [user('u1')]));
      expect(seen.at(-1)).toMatchObject({ type: EventType.RUN_ERROR, code, message: error.message });
      expect(test.slept).toHaveLength(waits);
      expect((await test.thread()).messages.map((message) => message.role)).toEqual(['user']);
      broken = false;
      await test.run(inputOf('r2', [user('u1')]));
      expect((await test.thread()).messages.map((message) => message.content)).toEqual(['hello', 'fine']);
    },
  );

  it('without a key ends the run; the same message goes on once there is one', async () => {
    test = await openTestThread(() => says('hi'));
    const { createModel } = test.ports;
    test.ports.createModel = (options, secrets) => {
      if (secrets.typed === undefined) throw new ModelError('KEY_REQUIRED', 'A key is needed');
      return createModel(options, secrets);
    };
    const seen = await test.run(inputOf('r1', [user('u1')]));
    expect(typesOf(seen)).toEqual(['RUN_STARTED', 'RUN_ERROR']);
    expect((await test.thread()).runs[0]?.error?.code).toBe('KEY_REQUIRED');
    const answer = await test.post(inputOf('r2'));
    if (answer.ok) await answer.run;
    expect((await test.thread()).runs.map((run) => run.status)).toEqual(['error', 'error']);
  });

  it('while it waits to try again can be stopped', async () => {
    test = await openTestThread(() => breaking([], overloaded()));
    const { ports } = test;
    const { log } = ports;
    ports.sleep = async (_ms, signal) => {
      await log.requestStop('thread');
      if (!signal?.aborted) throw new Error('the stop did not arrive');
      signal.throwIfAborted();
    };
    expect(outcomeOf(await test.run(inputOf('r1', [user('u1')])))).toEqual({ type: 'cancelled' });
    expect(test.requests).toHaveLength(1);
  });
});
