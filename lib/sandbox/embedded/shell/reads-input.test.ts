import { Bash } from 'just-bash/browser';
import { describe, expect, it } from 'vitest';
import { readsInput } from './reads-input';
import { CWD_COMMAND, streamScript } from './stream-statements';

const parse = (script: string) => new Bash().transform(script).ast;

describe('readsInput', () => {
  it.each([
    ['cat', true],
    ['cat file', false],
    ['cat - file', true],
    ['cat < file', false],
    ['cat <<X\na\nX', false],
    ['echo a | cat', false],
    ['grep x', true],
    ['grep x file', false],
    ['grep -rn x', false],
    ['while read line; do echo $line; done', true],
    ['while read line; do echo $line; done < file', false],
    ['if true; then sort; fi', true],
    ['f() { cat; }', false],
    ['npm test && ls', false],
  ])('%s: %s', (script, expected) => {
    expect(readsInput(parse(script))).toBe(expected);
  });
});

describe('streamScript', () => {
  const shown = (script: string) => JSON.stringify(streamScript(parse(script)));
  const devices = (script: string) => shown(script).split('/dev/toolyard-out').length - 1;

  it.each([
    ['echo a', 1],
    ['echo a && echo b || echo c', 3],
    ['for i in 1 2; do echo a; echo b; done', 2],
    ['if a; then b; else c; fi', 3],
    ['(a; b)', 2],
    ['{ a; b; } > file', 1],
    ['a | b | c', 1],
    ['f() { a; b; }', 0],
  ])('gives each statement of %s that nobody redirects a way out', (script, expected) => {
    expect(devices(script)).toBe(expected);
  });

  it.each([
    ['cd a', true],
    ['(cd a)', false],
    ['echo cd', false],
  ])('notes where %s leads: %s', (script, expected) => {
    expect(shown(script).includes(CWD_COMMAND)).toBe(expected);
  });

  it.each([
    ['node a.js', '"single"'],
    ['echo a | node b.js', '"piped"'],
    ['node a.js | cat', undefined],
    ['node a.js > out', undefined],
    ['x=$(node a.js)', undefined],
  ])('lets node of %s stream: %s', (script, mark) => {
    expect(/"(?:single|piped)"/.exec(shown(script))?.[0]).toBe(mark);
  });
});
