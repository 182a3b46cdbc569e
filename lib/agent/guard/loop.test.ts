import { currentRun } from '@/lib/protocol';
import { afterEach, describe, expect, it } from 'vitest';
import {
  call,
  inputOf,
  openTestThread,
  outcomeOf,
  result,
  resultsOf,
  says,
  stopEvent,
  user,
  type TestThread,
} from '../agent.fixture';

let test: TestThread;
afterEach(() => test?.dispose());

/** Answers whatever is pending until nothing is. Returns the last outcome. */
async function answerAll(run: string): Promise<unknown> {
  for (let round = 0; ; round += 1) {
    const { callOrder, calls } = await test.thread();
    const open = callOrder.filter((id) => !calls[id]?.result).map((id) => result(id, 'the same'));
    const outcome = outcomeOf(await test.run(inputOf(`${run}-${round}`, open)));
    if (!JSON.stringify(outcome).includes('"pendingToolCallIds":["')) return outcome;
  }
}

describe('an agent that repeats itself', () => {
  it('is warned in the words it reads next, stopped, and let go on by a person', async () => {
    test = await openTestThread((_request, n) => [...call(`c${n}`), stopEvent('tool_calls')]);
    await test.run(inputOf('r1', [user('u1')]));
    const outcome = await answerAll('a');
    expect(outcome).toMatchObject({
      type: 'interrupt',
      interrupts: [{ reason: 'toolyard:loop', message: expect.stringContaining('LOOP_DETECTED') }],
    });
    expect(test.requests).toHaveLength(4);
    const told = test.requests.map(({ messages }) => JSON.stringify(messages.at(-1)?.content));
    expect(told.map((text) => text.includes('[Loop guard: You called Read 3 times'))).toEqual([
      false,
      false,
      false,
      true,
    ]);
    expect((await test.thread()).notices.map(({ level, guard }) => [level, guard])).toEqual([
      ['warning', 'loop:repeated-call'],
      ['stop', 'loop:repeated-call'],
    ]);
    expect(resultsOf(await test.events())).toEqual(['c0', 'c1', 'c2', 'c3']);

    const [asked] = currentRun(await test.thread())?.interrupts ?? [];
    await test.run(inputOf('on', [], { resume: [{ interruptId: asked?.id ?? '', status: 'resolved' }] }));
    expect(await answerAll('b')).toMatchObject({ type: 'interrupt' });
    expect(test.requests).toHaveLength(8);
  });

  it('keeps the warning where it was in every later turn, for the cache and for the model', async () => {
    test = await openTestThread((_request, n) => (n < 3 ? [...call(`c${n}`), stopEvent('tool_calls')] : says('I see')));
    await test.run(inputOf('r1', [user('u1')]));
    await answerAll('a');
    await test.run(inputOf('r2', [user('u2')]));
    const warned = test.requests.map(({ messages }) =>
      messages.findIndex(({ content }) => JSON.stringify(content ?? '').includes('[Loop guard')),
    );
    expect(warned).toEqual([-1, -1, -1, 6, 6]);
  });
});
