import { afterEach, describe, expect, it } from 'vitest';
import type { Message } from '@ag-ui/core';
import { calls, inputOf, openTestThread, outcomeOf, result, says, user, type TestThread } from './agent.fixture';

let test: TestThread;
afterEach(() => test.dispose());

const done = { type: 'success', pendingToolCallIds: [] };
const last = (id: string): Message => ({ ...result(id), metadata: { toolyard: { success: true, endsRun: true } } });

describe('a result that ends the run', () => {
  it.each([
    ['alone', ['c1'], [last('c1')]],
    ['among others', ['c1', 'c2'], [last('c1'), result('c2')]],
  ])('%s ends it without a turn of the model', async (_, ids, results) => {
    test = await openTestThread((_request, n) => (n === 0 ? calls(...ids) : says('more')));
    await test.run(inputOf('r1', [user('u1')]));
    expect(outcomeOf(await test.run(inputOf('r2', results)))).toEqual(done);
    expect(outcomeOf(await test.run(inputOf('r3')))).toEqual(done);
    expect(test.requests).toHaveLength(1);
  });

  it('lets a person go on, also where the model fails then', async () => {
    test = await openTestThread((_request, n) => {
      if (n === 1) throw new Error('no answer');
      return n === 0 ? calls('c1') : says('more');
    });
    await test.run(inputOf('r1', [user('u1')]));
    await test.run(inputOf('r2', [last('c1')]));
    await test.run(inputOf('r3', [user('u2')]));
    expect(test.requests).toHaveLength(2);
    expect(outcomeOf(await test.run(inputOf('r4')))).toEqual(done);
    expect(test.requests).toHaveLength(3);
  });

  it('comes with the person’s next words: the model answers those', async () => {
    test = await openTestThread((_request, n) => (n === 0 ? calls('c1') : says('more')));
    await test.run(inputOf('r1', [user('u1')]));
    await test.run(inputOf('r2', [last('c1'), user('u2')]));
    expect(test.requests).toHaveLength(2);
  });
});
