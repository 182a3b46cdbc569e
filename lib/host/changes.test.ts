import { describe, expect, it } from 'vitest';
import type { FileDiff } from '@/lib/protocol';
import { threadChanges } from './changes';

const diff = (path: string, before: string | undefined, after: string | undefined): FileDiff => ({
  path,
  change: before === undefined ? 'create' : after === undefined ? 'delete' : 'modify',
  patch: `${before}>${after}`,
  added: 1,
  removed: 2,
  ...(before !== undefined && { beforeHash: before }),
  ...(after !== undefined && { afterHash: after }),
});
const changes = (...diffs: FileDiff[]) =>
  threadChanges(diffs.map((each, index) => ({ callId: `c${index}`, diff: each }))).map(
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
    [
      'an edited file, deleted',
      [diff('a', '1', '2'), diff('a', '2', undefined)],
      [['a', 'delete', '1', undefined, 2, 2]],
    ],
    ['an edit taken back', [diff('a', '1', '2'), diff('a', '2', '1')], []],
    ['a new file, deleted', [diff('a', undefined, '1'), diff('a', '1', undefined)], []],
  ])('sums up %s', (_name, diffs, expected) => {
    expect(changes(...diffs)).toEqual(expected);
  });
});
