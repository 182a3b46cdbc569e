import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CallView } from '../executor/call-view';
import { pairCalls } from './pair-calls';

/** Calls from their titles; the first word is the tool's name. */
const calls = (...titles: string[]): CallView[] =>
  titles.map((title, at) => ({
    id: `${at}`,
    name: title.split(' ')[0] ?? '',
    title,
    kind: 'read',
    readOnly: true,
    messageId: 'm',
    args: '{}',
    phase: 'succeeded',
    output: '',
    issues: [],
  }));
const pairs = (left: string[], right: string[]) =>
  pairCalls(calls(...left), calls(...right)).map((pair) => `${pair.left?.title ?? ''} | ${pair.right?.title ?? ''}`);

describe('the calls of two threads', () => {
  it.each<[string, string[], string[], string[]]>([
    ['none', [], [], []],
    ['one side only', ['Read a'], [], ['Read a | ']],
    ['of one name', ['Read a', 'Edit a'], ['Read b', 'Edit a'], ['Read a | Read b', 'Edit a | Edit a']],
    [
      'of one subject',
      ['Read a', 'Bash ls'],
      ['FileRead a', 'ShellExec ls'],
      ['Read a | FileRead a', 'Bash ls | ShellExec ls'],
    ],
    [
      'one more in between',
      ['Read a', 'Edit a'],
      ['Read a', 'Glob *', 'Edit a'],
      ['Read a | Read a', ' | Glob *', 'Edit a | Edit a'],
    ],
    [
      'another in its place',
      ['Read a', 'Grep x', 'Edit a'],
      ['Read a', 'Bash y', 'Edit a'],
      ['Read a | Read a', 'Grep x | Bash y', 'Edit a | Edit a'],
    ],
    [
      'fewer in their place',
      ['Read a', 'Grep x', 'Grep z'],
      ['Read a', 'Bash y'],
      ['Read a | Read a', 'Grep x | Bash y', 'Grep z | '],
    ],
  ])('%s', (_, left, right, expected) => {
    expect(pairs(left, right)).toEqual(expected);
  });

  it('all stand there once, in their order', () => {
    const some = fc.array(fc.constantFrom('Read a', 'FileRead a', 'Bash ls', 'Edit a', 'Glob *'), { maxLength: 30 });
    fc.assert(
      fc.property(some, some, (left, right) => {
        const made = pairCalls(calls(...left), calls(...right));
        expect(made.flatMap((pair) => pair.left?.title ?? [])).toEqual(left);
        expect(made.flatMap((pair) => pair.right?.title ?? [])).toEqual(right);
      }),
    );
  });
});
