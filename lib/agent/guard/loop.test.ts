import { afterEach, describe, expect, it } from 'vitest';
import {
  call,
  inputOf,
  openBench,
  outcomeOf,
  result,
  resultsOf,
  says,
  stopEvent,
  user,
  type Bench,
} from '../agent.fixture';

let bench: Bench;
afterEach(() => bench?.dispose());

/** Answers whatever is pending until nothing is. Returns the last outcome. */
async function answerAll(run: string): Promise<unknown> {
  for (let leg = 0; ; leg += 1) {
    const { callOrder, calls } = await bench.thread();
    const open = callOrder.filter((id) => !calls[id]?.result).map((id) => result(id, 'the same'));
    const outcome = outcomeOf(await bench.run(inputOf(`${run}-${leg}`, open)));
    if (!JSON.stringify(outcome).includes('"pendingToolCallIds":["')) return outcome;
  }
}

describe('an agent that repeats itself', () => {
  it('is warned in the words it reads next, stopped, and let go on by a person', async () => {
    bench = await openBench((_request, n) => [...call(`c${n}`), stopEvent('tool_calls')]);
    await bench.run(inputOf('r1', [user('u1')]));
    const outcome = await answerAll('a');
    expect(outcome).toMatchObject({
      type: 'interrupt',
      interrupts: [{ reason: 'toolyard:loop', message: expect.stringContaining('LOOP_DETECTED') }],
    });
    expect(bench.requests).toHaveLength(4);
    const told = bench.requests.map(({ messages }) => JSON.stringify(messages.at(-1)?.content));
    expect(told.map((text) => text.includes('[Loop guard: You called Read 3 times'))).toEqual([
      false,
      false,
      false,
      true,
    ]);
    expect((await bench.thread()).notices.map(({ level, guard }) => [level, guard])).toEqual([
      ['warning', 'loop:repeated-call'],
      ['stop', 'loop:repeated-call'],
    ]);
    expect(resultsOf(await bench.events())).toEqual(['c0', 'c1', 'c2', 'c3']);

    await bench.run(inputOf('on', [], { resume: [{ interruptId: 'any', status: 'resolved' }] }));
    expect(await answerAll('b')).toMatchObject({ type: 'interrupt' });
    expect(bench.requests).toHaveLength(8);
  });

  it('keeps the warning where it was in every later turn, for the cache and for the model', async () => {
    bench = await openBench((_request, n) => (n < 3 ? [...call(`c${n}`), stopEvent('tool_calls')] : says('I see')));
    await bench.run(inputOf('r1', [user('u1')]));
    await answerAll('a');
    await bench.run(inputOf('r2', [user('u2')]));
    const warned = bench.requests.map(({ messages }) =>
      messages.findIndex(({ content }) => JSON.stringify(content ?? '').includes('[Loop guard')),
    );
    expect(warned).toEqual([-1, -1, -1, 6, 6]);
  });
});
