import { expect, it } from 'vitest';
import { expandHistory, HistoryError } from './history-expansion';

const HISTORY = ['git add -A', 'echo one "two three"', 'cat src/a.test.ts'];

it.each([
  ['!!', 'cat src/a.test.ts'],
  ['sudo !!', 'sudo cat src/a.test.ts'],
  ['ls !$', 'ls src/a.test.ts'],
  ['ls !$:h', 'ls src'],
  ['ls !$:t:r', 'ls a.test'],
  ['!1', 'git add -A'],
  ['!-2', 'echo one "two three"'],
  ['!ec:2', '"two three"'],
  ['!ec:*', 'one "two three"'],
  ['!?add?:1-2', 'add -A'],
  ['!git:s/-A/./', 'git add .'],
  ['!git:gs/d/D/', 'git aDD -A'],
  ['^cat^less', 'less src/a.test.ts'],
  ["echo '!!'", "echo '!!'"],
  ['echo "!$"', 'echo "src/a.test.ts"'],
  ['echo "done!"', 'echo "done!"'],
  ['[ ! -f x ] && ! true; a != b; !(x)', '[ ! -f x ] && ! true; a != b; !(x)'],
  [String.raw`echo \!! $! "${'$'}{!x}" $'!!'`, String.raw`echo \!! $! "${'$'}{!x}" $'!!'`],
])('%s is %s', (line, expected) => {
  expect(expandHistory(line, HISTORY)).toEqual({ line: expected, onlyShown: false });
});

it.each([
  ['echo !! # !!', '', 'echo cat src/a.test.ts # !!'],
  [
    "cat > x.sh <<'EOF'\n#!/bin/sh\nit's !x\nEOF\necho !$ '!x'",
    '',
    "cat > x.sh <<'EOF'\n#!/bin/sh\nit's !x\nEOF\necho src/a.test.ts '!x'",
  ],
  ['#!/bin/sh', 'cat <<X\n', '#!/bin/sh'],
  ["!x' !$", "echo 'a\n", "!x' src/a.test.ts"],
])('%s after %j is %s', (line, before, expected) => {
  expect(expandHistory(line, HISTORY, before).line).toBe(expected);
});

it('shows a line without running it', () => {
  expect(expandHistory('!git:p', HISTORY)).toEqual({ line: 'git add -A', onlyShown: true });
});

it.each(['!nosuch', '!99', '^dog^cat'])('%s is an error', (line) => {
  expect(() => expandHistory(line, HISTORY)).toThrow(HistoryError);
});
