import { currentRun } from '@/lib/protocol';
import { afterEach, describe, expect, it } from 'vitest';
import {
  calls,
  inputOf,
  openTestThread,
  outcomeOf,
  result,
  says,
  stopEvent,
  typesOf,
  user,
  type TestThread,
} from './agent.fixture';
import { DEFAULT_LIMITS, mergeOptions, turnOutput } from './budget';
import { ThreadHistory } from './history';

let test: TestThread;
afterEach(() => test?.dispose());

const toolyard = (options: object) => ({ forwardedProps: { toolyard: options } });

/** Answers every call until the run asks for none. Returns the events of the last run. */
async function answerAll(runId: string): Promise<unknown> {
  for (let run = 0; ; run += 1) {
    const open = (await test.thread()).callOrder.at(-1);
    const seen = await test.run(inputOf(`${runId}-${run}`, open === undefined ? [] : [result(open)]));
    const outcome = outcomeOf(seen);
    if (!JSON.stringify(outcome).includes('"pendingToolCallIds":["')) return outcome;
  }
}

describe('the turn limit', () => {
  it('interrupts after that many turns since the last user message, and a resume or a message lets it go on', async () => {
    test = await openTestThread((_request, n) => calls(`c${n}`));
    await test.run(inputOf('r1', [user('u1')], toolyard({ maxTurns: 3 })));
    expect(await answerAll('a')).toMatchObject({ type: 'interrupt', interrupts: [{ reason: 'toolyard:turns' }] });
    expect(test.requests).toHaveLength(3);
    expect((await test.thread()).notices).toMatchObject([{ kind: 'guard', level: 'stop' }]);

    expect(typesOf(await test.run(inputOf('empty')))).toEqual(['RUN_STARTED', 'RUN_FINISHED']);
    expect(test.requests).toHaveLength(3);

    await test.run(inputOf('again', [user('u2')]));
    expect(await answerAll('b')).toMatchObject({ type: 'interrupt' });
    expect(test.requests).toHaveLength(6);

    const [asked] = currentRun(await test.thread())?.interrupts ?? [];
    const resume = [{ interruptId: asked?.id ?? '', status: 'resolved' as const }];
    await test.run(inputOf('resumed', [], { resume }));
    expect(test.requests).toHaveLength(7);
  });

  it('counts turns that a provider paused within one run', async () => {
    test = await openTestThread(() => [{ type: 'text', delta: '.' }, stopEvent('pause')]);
    const seen = await test.run(inputOf('r1', [user('u1')], toolyard({ maxTurns: 4 })));
    expect(outcomeOf(seen)).toMatchObject({ type: 'interrupt' });
    expect(test.requests).toHaveLength(4);
  });
});

describe('the token budget', () => {
  it('stops the thread until it is raised', async () => {
    test = await openTestThread(() => says('hi'));
    await test.run(inputOf('r1', [user('u1')], toolyard({ maxTokens: 15 })));
    expect(outcomeOf(await test.run(inputOf('r2', [user('u2')])))).toMatchObject({
      interrupts: [{ reason: 'toolyard:tokens' }],
    });
    expect(test.requests.map((request) => request.maxTokens)).toEqual([15]);
    await test.run(inputOf('r3', [user('u3')], toolyard({ maxTokens: 100 })));
    expect(test.requests.map((request) => request.maxTokens)).toEqual([15, 85]);
  });
});

describe('the tokens of other agents', () => {
  it('count against the budget, leave the less to say, and are told apart; they count for one run', async () => {
    test = await openTestThread(() => says('hi'));
    const beside = (tokensBeside: number) => toolyard({ maxTokens: 100, tokensBeside });
    await test.run(inputOf('r1', [user('u1')], beside(40)));
    expect(test.requests.map((request) => request.maxTokens)).toEqual([60]);
    const stopped = outcomeOf(await test.run(inputOf('r2', [user('u2')], beside(85))));
    expect(stopped).toMatchObject({
      interrupts: [
        {
          reason: 'toolyard:tokens',
          message: expect.stringContaining('used 15 tokens and the other agents of the conversation 85, together 100'),
        },
      ],
    });
    await test.run(inputOf('r3', [user('u3')]));
    expect(test.requests.map((request) => request.maxTokens)).toEqual([60, 85]);
    expect((await test.ports.log.find('thread', 'owner'))?.options).toEqual({ maxTokens: 100 });
  });

  it.each([-1, 0.5, '9'])('are a number of tokens, not %j', async (tokensBeside) => {
    test = await openTestThread(() => says('hi'));
    expect(await test.post(inputOf('r1', [user('u1')], toolyard({ tokensBeside })))).toMatchObject({ status: 400 });
  });
});

describe('options', () => {
  it('are merged run by run and stored', async () => {
    test = await openTestThread(() => says('hi'));
    await test.run(inputOf('r1', [user('u1')], toolyard({ model: 'scripted', maxTurns: 9 })));
    await test.run(inputOf('r2', [user('u2')], toolyard({ mode: 'plan', maxTurns: 5 })));
    await test.run(inputOf('r3', [user('u3')]));
    expect((await test.ports.log.find('thread', 'owner'))?.options).toEqual({
      model: 'scripted',
      mode: 'plan',
      maxTurns: 5,
    });
    expect(test.requests.map((request) => request.system.includes('You are planning'))).toEqual([false, true, true]);
  });

  it('never exceed the server’s limits', () => {
    const limits = { maxTurns: 10, maxTokens: 1_000 };
    expect(mergeOptions({}, { maxTurns: 50, maxTokens: 9_999 }, limits)).toEqual({ maxTurns: 10, maxTokens: 1_000 });
    expect(mergeOptions({ model: 'a' }, {}, limits)).toEqual({ model: 'a' });
    expect(turnOutput(new ThreadHistory(), {}, DEFAULT_LIMITS, 0)).toBe(16_000);
  });
});
