import { afterEach, describe, expect, it } from 'vitest';
import type { Message } from '@ag-ui/core';
import { calls, inputOf, openBench, outcomeOf, result, says, user, type Bench } from './agent.fixture';

let bench: Bench;
afterEach(() => bench.dispose());

const done = { type: 'success', pendingToolCallIds: [] };
const last = (id: string): Message => ({ ...result(id), metadata: { toolyard: { success: true, endsRun: true } } });

describe('a result that ends the run', () => {
  it.each([
    ['alone', ['c1'], [last('c1')]],
    ['among others', ['c1', 'c2'], [last('c1'), result('c2')]],
  ])('%s ends it without a turn of the model', async (_, ids, results) => {
    bench = await openBench((_request, n) => (n === 0 ? calls(...ids) : says('more')));
    await bench.run(inputOf('r1', [user('u1')]));
    expect(outcomeOf(await bench.run(inputOf('r2', results)))).toEqual(done);
    expect(outcomeOf(await bench.run(inputOf('r3')))).toEqual(done);
    expect(bench.requests).toHaveLength(1);
  });

  it('lets a person go on, also where the model fails then', async () => {
    bench = await openBench((_request, n) => {
      if (n === 1) throw new Error('no answer');
      return n === 0 ? calls('c1') : says('more');
    });
    await bench.run(inputOf('r1', [user('u1')]));
    await bench.run(inputOf('r2', [last('c1')]));
    await bench.run(inputOf('r3', [user('u2')]));
    expect(bench.requests).toHaveLength(2);
    expect(outcomeOf(await bench.run(inputOf('r4')))).toEqual(done);
    expect(bench.requests).toHaveLength(3);
  });

  it('comes with the person’s next words: the model answers those', async () => {
    bench = await openBench((_request, n) => (n === 0 ? calls('c1') : says('more')));
    await bench.run(inputOf('r1', [user('u1')]));
    await bench.run(inputOf('r2', [last('c1'), user('u2')]));
    expect(bench.requests).toHaveLength(2);
  });
});
