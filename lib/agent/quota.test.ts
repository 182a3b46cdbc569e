import { afterEach, describe, expect, it } from 'vitest';
import { inputOf, openTestThread, OWNER, outcomeOf, says, typesOf, user, type TestThread } from './agent.fixture';
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
    expect([allowance.exhausted('a'), allowance.left('a')]).toEqual(['session', 0]);
    expect([allowance.exhausted('b'), allowance.left('b')]).toEqual([undefined, 10]);
    allowance.spend('b', 20);
    expect([allowance.exhausted('b'), there.exhausted('b'), there.left('b')]).toEqual(['address', undefined, 30]);
    there.spend('b', 40);
    expect(there.exhausted('c')).toBe('total');
    now += 12 * 60 * 60 * 1000;
    expect([allowance.exhausted('a'), allowance.left('a')]).toEqual([undefined, 100]);
  });
});

describe("the server's own key", () => {
  const post = async (runId: string, model: string, ownKey: boolean) => {
    const input = inputOf(runId, [user(runId)], { forwardedProps: { toolyard: { model } } });
    const secrets = { [ownKey ? 'own' : 'typed']: { anthropic: 'sk' } };
    const answer = await startRun(test.ports, { owner: OWNER, input, secrets });
    if (!answer.ok) throw new Error('refused');
    const events = [];
    for await (const lines of followRun(test.ports.log, answer.follow, AbortSignal.timeout(5_000)))
      events.push(...lines.map(({ event }) => event));
    return events;
  };

  it('stops where its budget is used up, clamps what a turn may say, and a key of one’s own goes on', async () => {
    test = await openTestThread(() => says('hi'));
    test.ports.allowance = new Allowance({ session: 20, address: 1_000, total: 1_000 }, () => 0).from('here');
    await post('r1', 'anthropic', true);
    await post('r2', 'anthropic', true);
    expect(test.requests.map(({ maxTokens }) => maxTokens)).toEqual([20, 5]);
    const refused = await post('r3', 'anthropic', true);
    expect(typesOf(refused)).toContain('RUN_ERROR');
    expect(outcomeOf(refused)).toMatchObject({
      code: 'BUDGET_EXCEEDED',
      message: expect.stringContaining('This session'),
    });
    expect(outcomeOf(await post('r4', 'anthropic', false))).toMatchObject({ type: 'success' });
    expect(outcomeOf(await post('r5', 'scripted', true))).toMatchObject({ type: 'success' });
  });
});
