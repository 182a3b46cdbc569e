import { expect, it } from 'vitest';
import { summaries } from './summaries';

const usage = { turns: 1, calls: 2, inputTokens: 3, outputTokens: 4, cachedInputTokens: 0, cost: 0 };
const samples = (language: 'en' | 'zh' | undefined) => {
  const of = summaries({ language });
  return [
    of.doneOf(1, 3),
    of.task({ status: 'pending' }, ['task-1']),
    of.task({ status: 'failed', exitCode: 2 }, []),
    of.newLines(1),
    of.report({ status: 'done', usage }),
    of.page('', 2, true),
    of.results(1, true),
    of.changesAsked('fewer'),
    of.memories(2),
    of.passages(1, true),
    of.nextRun(undefined),
    of.jobs(0),
  ];
};

it('says in English what there is, one or many', () => {
  expect(samples(undefined)).toEqual(samples('en'));
  expect(samples('en')).toEqual([
    '1 of 3 done',
    'pending, waits for task-1',
    'failed with exit code 2',
    '1 new line',
    'done: 1 turn, 2 calls, 7 tokens',
    'Page · 2 KB · cached',
    '1 result (bundled documents)',
    'Changes asked: fewer',
    '2 memories',
    '1 passage, replaced',
    'next run never',
    'no jobs',
  ]);
});

it('says all of it in Chinese where the call does', () => {
  for (const said of samples('zh')) expect(said).toMatch(/\p{Script=Han}/u);
});
