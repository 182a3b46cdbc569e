import { describe, expect, it } from 'vitest';
import type { FileDiff } from '@/lib/protocol';
import { allDiffs, threadChanges } from './call-views';

const diff = (path: string, before: string | undefined, after: string | undefined): FileDiff => ({
  path,
  change: before === undefined ? 'create' : after === undefined ? 'delete' : 'modify',
  patch: `${before}>${after}`,
  added: 1,
  removed: 2,
  ...(before !== undefined && { beforeHash: before }),
  ...(after !== undefined && { afterHash: after }),
});
const moved = (from: string, path: string, hash: string): FileDiff => ({
  ...diff(path, hash, hash),
  from,
  change: 'move',
  added: 0,
});
const changes = (...diffs: FileDiff[]) =>
  threadChanges(diffs.map((each, index) => ({ callIds: [`c${index}`], diff: each }))).map(
    ({ path, change, beforeHash, afterHash, callIds, added }) => [
      path,
      change,
      beforeHash,
      afterHash,
      callIds.length,
      added,
    ],
  );

describe('what a thread did to its files', () => {
  it.each<[string, FileDiff[], unknown[]]>([
    ['nothing', [], []],
    ['two edits of one file', [diff('a', '1', '2'), diff('a', '2', '3')], [['a', 'modify', '1', '3', 2, 2]]],
    [
      'edits of two files',
      [diff('b', '1', '2'), diff('a', '1', '2')],
      [
        ['b', 'modify', '1', '2', 1, 1],
        ['a', 'modify', '1', '2', 1, 1],
      ],
    ],
    ['a new file, edited', [diff('a', undefined, '1'), diff('a', '1', '2')], [['a', 'create', undefined, '2', 2, 2]]],
    ['a file, moved', [moved('a', 'b', '1')], [['b', 'move', '1', '1', 1, 0]]],
    [
      'a file, edited, moved and edited',
      [diff('a', '1', '2'), moved('a', 'b', '2'), diff('b', '2', '3')],
      [['b', 'move', '1', '3', 3, 2]],
    ],
    ['a file, moved away and back', [moved('a', 'b', '1'), moved('b', 'a', '1')], []],
    ['a new file, moved', [diff('a', undefined, '1'), moved('a', 'b', '1')], [['b', 'create', undefined, '1', 2, 1]]],
    [
      'a file, moved and deleted',
      [moved('a', 'b', '1'), diff('b', '1', undefined)],
      [['a', 'delete', '1', undefined, 2, 1]],
    ],
    [
      'a file, moved, deleted and put back',
      [moved('a', 'b', '1'), diff('b', '1', undefined), diff('b', undefined, '1')],
      [['b', 'move', '1', '1', 3, 2]],
    ],
    [
      'a file, moved and deleted, and another one in its first place',
      [moved('a', 'b', '1'), diff('b', '1', undefined), diff('a', undefined, '2'), diff('b', undefined, '3')],
      [
        ['a', 'modify', '1', '2', 3, 2],
        ['b', 'create', undefined, '3', 1, 1],
      ],
    ],
    [
      'files of a folder that was moved',
      [diff('a/x', '1', '2'), diff('a/y', undefined, '1'), diff('ab', '1', '2'), moved('a', 'b', '9')],
      [
        ['ab', 'modify', '1', '2', 1, 1],
        ['b', 'move', '9', '9', 1, 0],
        ['b/x', 'move', '1', '2', 1, 1],
        ['b/y', 'create', undefined, '1', 1, 1],
      ],
    ],
    [
      'a changed file of a folder that was moved there and back',
      [diff('a/x', '1', '2'), moved('a', 'b', '9'), moved('b', 'a', '9')],
      [['a/x', 'modify', '1', '2', 1, 1]],
    ],
    [
      'an edited file, deleted',
      [diff('a', '1', '2'), diff('a', '2', undefined)],
      [['a', 'delete', '1', undefined, 2, 2]],
    ],
    ['a change that is noted twice', [diff('a', '1', '2'), diff('a', '1', '2')], [['a', 'modify', '1', '2', 1, 1]]],
    ['an edit taken back', [diff('a', '1', '2'), diff('a', '2', '1')], []],
    ['a new file, deleted', [diff('a', undefined, '1'), diff('a', '1', undefined)], []],
  ])('sums up %s', (_name, diffs, expected) => {
    expect(changes(...diffs)).toEqual(expected);
  });
});

describe("a person's changes among those of calls", () => {
  const made = ['c1', 'c2'].map((callId) => ({ callIds: [callId], diff: diff(callId, '1', '2') }));
  const own = (after: number, path: string) => ({ after, diff: diff(path, '1', '2') });
  it.each([
    ['none', [], ['c1', 'c2']],
    ['before, between and behind', [own(0, 'x'), own(1, 'y'), own(2, 'z')], ['x', 'c1', 'y', 'c2', 'z']],
    ['two in one place', [own(1, 'x'), own(1, 'y')], ['c1', 'x', 'y', 'c2']],
    ['all files put back', [own(0, 'x'), { after: 1 }, own(1, 'y')], ['y', 'c2']],
    ['put back twice', [{ after: 1 }, own(2, 'x'), { after: 2 }, own(2, 'z')], ['z']],
  ])('%s', (_name, changed, paths) => {
    expect(allDiffs(made, changed).map((each) => each.diff.path)).toEqual(paths);
  });

  it('says how often a person saved a file that calls changed too', () => {
    const [file] = threadChanges([
      { callIds: ['c1'], diff: diff('a', '1', '2') },
      { diff: diff('a', '2', '3') },
      { diff: diff('a', '3', '4') },
    ]);
    expect(file).toMatchObject({ callIds: ['c1'], saves: 2, beforeHash: '1', afterHash: '4' });
  });
});
