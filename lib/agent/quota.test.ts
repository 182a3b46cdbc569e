import { afterEach, describe, expect, it } from 'vitest';
import {
  calls,
  inputOf,
  openTestThread,
  OWNER,
  outcomeOf,
  result,
  resultsOf,
  says,
  stopEvent,
  user,
  type TestThread,
} from './agent.fixture';
import { Allowance } from './budget';
import { followRun, startRun } from '.';

let test: TestThread;
afterEach(() => test?.dispose());

describe('an allowance', () => {
  it('is one for a session, one for an address and one for all, and new each day', () => {
    let now = Date.UTC(2026, 0, 1, 12);
    const all = new Allowance({ session: 100, address: 110, total: 150 }, () => now);
    const allowance = all.from('here');
    const there = all.from('there');
    allowance.spend('a', 100);
    expect([allowance.exhausted('a'), allowance.left('a')]).toEqual([{ budget: 'session', retryAfter: 43_200 }, 0]);
    expect([allowance.exhausted('b'), allowance.left('b')]).toEqual([undefined, 10]);
    allowance.spend('b', 20);
    expect([allowance.exhausted('b')?.budget, there.exhausted('b'), there.left('b')]).toEqual([
      'address',
      undefined,
      30,
    ]);
    there.spend('b', 40);
    now += 12 * 60 * 60 * 1000 - 1;
    expect(there.exhausted('c')).toEqual({ budget: 'total', retryAfter: 1 });
    now += 1;
    expect([allowance.exhausted('a'), allowance.left('a')]).toEqual([undefined, 100]);
  });
});

describe("the server's own key", () => {
  const start = (runId: string, model: string, ownKey: boolean) => {
    const input = inputOf(runId, [user(runId)], { forwardedProps: { toolyard: { model } } });
    return startRun(test.ports, { owner: OWNER, input, secrets: { [ownKey ? 'own' : 'typed']: { anthropic: 'sk' } } });
  };
  const post = async (runId: string, model: string, ownKey: boolean) => {
    const begin = () => start(runId, model, ownKey);
    const answer = await begin();
    if (!answer.ok) throw new Error('refused');
    const events = [];
    for await (const lines of followRun(test.ports, answer.follow, AbortSignal.timeout(5_000), begin))
      events.push(...lines.map(({ event }) => event));
    return events;
  };

  it('stops where its budget is used up, clamps what a turn may say, and a key of one’s own goes on', async () => {
    test = await openTestThread(() => says('hi'));
    test.ports.allowance = new Allowance({ session: 20, address: 1_000, total: 1_000 }, () => 0).from('here');
    await post('r1', 'anthropic', true);
    await post('r2', 'anthropic', true);
    expect(test.requests.map(({ maxTokens }) => maxTokens)).toEqual([20, 5]);
    expect(await start('r3', 'anthropic', true)).toEqual({
      ok: false,
      status: 429,
      problem: { code: 'BUDGET_EXCEEDED', message: expect.stringContaining('This session') },
      retryAfter: 86_400,
    });
    expect(outcomeOf(await post('r4', 'anthropic', false))).toMatchObject({ type: 'success' });
    expect(outcomeOf(await post('r5', 'scripted', true))).toMatchObject({ type: 'success' });
  });

  it('ends a run that uses its budget up, and says when there is a new one', async () => {
    test = await openTestThread(() => [{ type: 'text', delta: 'hi' }, stopEvent('pause')]);
    test.ports.allowance = new Allowance({ session: 20, address: 1_000, total: 1_000 }, () => 0).from('here');
    const events = await post('r1', 'anthropic', true);
    expect(test.requests).toHaveLength(2);
    expect(outcomeOf(events)).toMatchObject({
      type: 'RUN_ERROR',
      code: 'BUDGET_EXCEEDED',
      message: expect.stringMatching(/^This session .* come again in 86400 s\.$/),
    });
  });

  it('is no reason to lose what calls came to', async () => {
    test = await openTestThread(() => calls('a'));
    test.ports.allowance = new Allowance({ session: 15, address: 1_000, total: 1_000 }, () => 0).from('here');
    await post('r1', 'anthropic', true);
    const input = inputOf('r2', [result('a')], { forwardedProps: { toolyard: { model: 'anthropic' } } });
    const answer = await startRun(test.ports, { owner: OWNER, input, secrets: { own: { anthropic: 'sk' } } });
    if (!answer.ok) throw new Error('refused');
    await answer.run;
    const events = await test.events();
    expect(resultsOf(events)).toHaveLength(1);
    expect(outcomeOf(events)).toMatchObject({ type: 'RUN_ERROR', code: 'BUDGET_EXCEEDED' });
  });

  it('is not needed for a run that only waits for results', async () => {
    test = await openTestThread(() => calls('a', 'b'));
    test.ports.allowance = new Allowance({ session: 15, address: 1_000, total: 1_000 }, () => 0).from('here');
    await post('r1', 'anthropic', true);
    const input = inputOf('r2', [result('a')], { forwardedProps: { toolyard: { model: 'anthropic' } } });
    expect(await startRun(test.ports, { owner: OWNER, input, secrets: { own: { anthropic: 'sk' } } })).toMatchObject({
      ok: true,
    });
  });
});
