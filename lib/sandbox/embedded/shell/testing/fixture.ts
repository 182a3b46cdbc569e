const lines = (...all: string[]): string => `${all.join('\n')}\n`;

/** The files that each case starts with, by path relative to its folder. */
export const FIXTURE: Readonly<Record<string, string>> = {
  'README.md': lines(
    '# Sample project',
    '',
    'A small project with a few files, so that the commands of the cases have something to work on.',
    '',
    '## Usage',
    '',
    'Run `npm test` to test it. The code is in src, the notes are in notes, and the data is in data.csv.',
    '',
    '',
    'See also: the log.',
  ),
  'package.json': lines(
    '{',
    '  "name": "sample",',
    '  "version": "1.2.3",',
    '  "scripts": {',
    '    "build": "tsc -p .",',
    '    "test": "node --test",',
    '    "lint": "eslint ."',
    '  },',
    '  "dependencies": { "left-pad": "^1.3.0", "zod": "^4.0.0" }',
    '}',
  ),
  'config.json': lines(
    '{"name":"demo","debug":true,"ratio":0.5,"items":[{"n":"one","v":1},{"n":"two","v":2}],"nested":{"k":null}}',
  ),
  'people.json': lines(
    '[{"name":"alice","age":34,"city":"Oslo"},{"name":"bob","age":25,"city":"Rome"},',
    ' {"name":"carol","age":41,"city":"Oslo"}]',
  ),
  'data.csv': lines('name,city,age', 'alice,Oslo,34', 'bob,Rome,25', 'carol,Oslo,41', 'dave,Lima,30'),
  'people.tsv': lines('bob\t25\tRome', 'alice\t34\tOslo', 'dave\t30\tLima', 'carol\t41\tOslo'),
  'app.log': lines(
    '2024-03-01 10:00:01 INFO start user=alice id=100',
    '2024-03-01 10:00:05 WARN slow user=bob id=205',
    '2024-03-01 10:01:00 ERROR failed user=bob id=310',
    '2024-03-02 09:12:44 INFO done user=carol id=42',
    '2024-03-02 09:13:00 ERROR timeout user=alice id=77',
    '2024-03-03 00:00:00 INFO error recovered user=bob id=8',
  ),
  'nums.txt': lines('10', '9', '2', '33', '1', '9', '100', '5', '7', '21'),
  'words.txt': lines('apple', 'Banana', 'cherry pie', 'an', 'date', 'abab', 'fig', 'concat', 'cat', 'grape'),
  'empty.txt': '',
  'with space.txt': lines('spaced name'),
  '.env': lines('# database', 'DB_HOST=localhost', 'DB_PORT=5432', '', '#DB_OLD=1', 'APP_NAME=demo'),
  '.hidden': lines('secret'),
  'prog.awk': lines('BEGIN { n = 0 }', '/a/ { n++ }', 'END { print n " lines with a" }'),
  Makefile: lines('.PHONY: build hello', 'build:', '\techo building', 'hello:', '\t@echo hello'),
  'src/index.js': lines(
    "import { add } from './lib/math.js';",
    "import { greet } from './util.js';",
    '',
    '// TODO: read the name from the arguments',
    "console.log(greet('world'), add(1, 2));",
  ),
  'src/util.js': lines('export function greet(name) {', '  return `Hello, ${name}!`;', '}'),
  'src/lib/math.js': lines('export const add = (a, b) => a + b;', 'export const math = { add };'),
  'notes/a.txt': lines('alpha beta', 'gamma', 'delta epsilon'),
  'notes/b.txt': lines('alpha beta', 'user@host', 'delta', 'zeta'),
  'notes/block.txt': lines('before', 'start', 'inside one', 'inside two', 'end', 'after'),
  'notes/dups.txt': lines('alpha', 'alpha', 'beta', 'alpha', 'gamma', 'gamma', 'gamma'),
  'notes/tabs.txt': lines('a\tb\tc', '\tindented', 'trail \té'),
  'notes/indent.txt': lines('  two', ' one', 'zero'),
  'notes/cmds.sh': lines('x=5', 'echo "from file $x"', 'exit 0'),
};

/** Modification time of each file, in seconds since 1970; fixed, so that times can be compared. */
export const FIXTURE_TIME = 1_700_000_000;
