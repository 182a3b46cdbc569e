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
    of.foundTools(['Read', 'Grep']),
    of.places(1, 2),
    of.diagnostics([
      [1, 'error'],
      [2, 'hint'],
    ]),
    of.diagnostics([]),
    of.setting({ key: 'language', value: undefined }),
    of.leftWorktree('fix', false),
    of.stepsOf(1, 2),
    of.resources(2, 1, 3),
    of.version('Count', 2),
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
    'Found Read, Grep',
    '1 place in 2 files',
    '1 error, 2 hints',
    'nothing wrong',
    'language is not set',
    'fix removed',
    '1 of 2 steps',
    '2 resources, 1 of 3 servers failed',
    'Count, version 2',
  ]);
});

it('says all of it in Chinese where the call does', () => {
  for (const said of samples('zh')) expect(said).toMatch(/\p{Script=Han}/u);
});
