import { afterEach, expect, it } from 'vitest';
import type { ModelEvent } from '@/lib/models/model';
import { inputOf, openTestThread, OWNER, says, THREAD, user, type TestThread, type Script } from './agent.fixture';
import { stopThread } from './stop';

let test: TestThread;
afterEach(() => test?.dispose());

const usage: ModelEvent = {
  type: 'usage',
  usage: { inputTokens: 100, outputTokens: 1, cachedInputTokens: 40 },
};
const words: ModelEvent = { type: 'text', delta: 'x'.repeat(80) };

it('tells what a stopped turn has used, as far as it is known', async () => {
  let begun = (): void => undefined;
  const beginning = new Promise<void>((resolve) => (begun = resolve));
  const script: Script = async function* () {
    yield usage;
    yield words;
    begun();
    await new Promise(() => undefined);
  };
  test = await openTestThread(script);
  const answer = await test.post(inputOf('r1', [user('u1')]));
  await beginning;
  await stopThread(test.ports, THREAD, OWNER);
  if (answer.ok) await answer.run;
  expect((await test.thread()).turns).toMatchObject([
    { stop: 'stopped', inputTokens: 100, outputTokens: 20, cachedInputTokens: 40, cost: 0.25 },
  ]);
});

it('counts the tokens of a broken turn, but no turn', async () => {
  test = await openTestThread((_request, n) => (n === 0 ? [usage, words] : says('hi')));
  await test.run(inputOf('r1', [user('u1')]));
  expect((await test.thread()).turns.map(({ stop }) => stop)).toEqual(['failed', 'end']);
  const { turns, tokens } = await test.history();
  expect([turns, tokens]).toEqual([1, 135]);
});

it('tells nothing of a turn that never began', async () => {
  test = await openTestThread((_request, n) => (n === 0 ? [] : says('hi')));
  await test.run(inputOf('r1', [user('u1')]));
  expect((await test.thread()).turns.map(({ stop }) => stop)).toEqual(['end']);
});
