import { expect, it } from 'vitest';
import { pool, toolOf } from './discovery.fixture';
import { indexLine, toolIndex } from './tool-index';

it('lists what is not shown anyway by category, in the order of the pool', () => {
  expect(toolIndex(pool).split('\n')).toEqual([
    '[files]',
    'Read: Reads a text file with line numbers…',
    'Write: Creates a file or replaces it',
    'NotebookEdit: Changes one cell',
    '[search]',
    'Grep: Searches the contents of files with a…',
    'Glob: Finds files by their names',
    '[shell]',
    'Bash: Runs a command in the sandbox',
    '[other]',
    'weather: A foreign tool',
  ]);
});

it.each([
  ['', ''],
  ['One. Two.', 'One'],
  ['First line\nsecond', 'First line'],
  ['x'.repeat(80), `${'x'.repeat(40)}…`],
  [`${'word '.repeat(7)}word, more and more`, `${'word '.repeat(7)}word…`],
])('%j in one line', (description, line) => {
  expect(indexLine(toolOf('T', description))).toBe(line);
});
