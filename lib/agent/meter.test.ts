import { afterEach, expect, it } from 'vitest';
import type { ModelEvent } from '@/lib/models/model';
import { inputOf, openBench, OWNER, says, THREAD, user, type Bench, type Script } from './agent.fixture';
import { stopThread } from './stop';

let bench: Bench;
afterEach(() => bench?.dispose());

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
  bench = await openBench(script);
  const answer = await bench.post(inputOf('r1', [user('u1')]));
  await beginning;
  await stopThread(bench.ports, THREAD, OWNER);
  if (answer.ok) await answer.leg;
  expect((await bench.thread()).turns).toMatchObject([
    { stop: 'stopped', inputTokens: 100, outputTokens: 20, cachedInputTokens: 40, cost: 0.25 },
  ]);
});

it('counts the tokens of a broken turn, but no turn', async () => {
  bench = await openBench((_request, n) => (n === 0 ? [usage, words] : says('hi')));
  await bench.run(inputOf('r1', [user('u1')]));
  expect((await bench.thread()).turns.map(({ stop }) => stop)).toEqual(['failed', 'end']);
  const { turns, tokens } = await bench.ports.histories.load(bench.ports.log, THREAD);
  expect([turns, tokens]).toEqual([1, 135]);
});

it('tells nothing of a turn that never began', async () => {
  bench = await openBench((_request, n) => (n === 0 ? [] : says('hi')));
  await bench.run(inputOf('r1', [user('u1')]));
  expect((await bench.thread()).turns.map(({ stop }) => stop)).toEqual(['end']);
});
