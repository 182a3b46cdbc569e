import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readCommandLine } from './command-line';
import { rulesTable } from './formats';

describe('a command line', () => {
  it.each<[string[], object]>([
    [['lint', 'a.json'], { target: ['a.json'], format: 'text', headers: {} }],
    [['lint', 'a.json', '--format', 'sarif'], { target: ['a.json'], format: 'sarif' }],
    [['lint', '--format=json', 'npx', '-y', 'server'], { target: ['npx', '-y', 'server'], format: 'json' }],
    [['lint', '--', 'server', '--format', 'x'], { target: ['server', '--format', 'x'], format: 'text' }],
    [
      ['lint', 'https://a.b/mcp', '--header', 'Authorization: Bearer x:y'],
      { headers: { Authorization: 'Bearer x:y' } },
    ],
    [['lint', 'a.json', '--format', 'xml'], { fault: expect.stringContaining('no format "xml"') }],
    [['lint', 'a.json', '--header', 'x'], { fault: expect.stringContaining('Name: value') }],
    [['lint'], { fault: 'Say what to lint.' }],
    [['fix'], { fault: 'There is no command "fix".' }],
    [['lint', '--help'], { help: true }],
    [['rules'], { rules: true }],
    [[], { help: true }],
  ])('%j', (words, read) => expect(readCommandLine(words)).toMatchObject(read));
});

it('has its rules in docs/linting.md, as `toolyard rules` prints them', () => {
  const cells = (text: string): string[] =>
    text
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) => line.replace(/ +/g, ' '));
  const text = readFileSync(new URL('../../docs/linting.md', import.meta.url), 'utf8');
  const docs = text.slice(text.indexOf('## The rules'));
  expect(cells(docs)).toEqual(cells(rulesTable()));
});
