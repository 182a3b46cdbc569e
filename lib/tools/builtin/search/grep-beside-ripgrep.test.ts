import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { rgPath } from '@vscode/ripgrep';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { globsOfType, knownTypes } from '@/lib/sandbox/search/file-types';
import { createBench, type Bench } from '../../testing/bench';

let bench: Bench;

/** A project with everything in it that a flag could trip over. */
const TREE: Readonly<Record<string, string | Uint8Array>> = {
  '.gitignore': 'dist/\n*.log\n!keep.log\n/only-here.ts\n# comment\n\nbuild\n',
  '.ignore': 'ignored-by-ignore.ts\n',
  '.env': 'TOKEN=alpha\n',
  '.github/flow.yml': 'name: alpha\n',
  'README.md': '# Alpha\n\nalpha beta, *gamma*.\n\n\nThe end: alpha\n',
  'app.log': 'alpha in a log\n',
  'keep.log': 'alpha kept\n',
  'only-here.ts': 'alpha hidden by an anchored rule\n',
  'ignored-by-ignore.ts': 'alpha\n',
  'build/out.js': 'alpha\n',
  'dist/bundle.js': 'var alpha=1\n',
  'empty.txt': '',
  'no-end.txt': 'first\nalpha at the end',
  'blank.txt': '\n\n\n',
  'crlf.txt': 'alpha one\r\nbeta two\r\n\r\nalpha three\r\n',
  'bom.txt': '\ufeffalpha behind a mark\nbeta\n',
  'utf16.txt': new Uint8Array([0xff, 0xfe, ...Buffer.from('alpha wide\n', 'utf16le')]),
  'unicode.txt': 'naïve café ALPHA\nпривет мир\nÄÖÜ ß ſ K\n👍 emoji alpha 👩‍👩‍👧\n١٢٣ digits\n',
  'binary.bin': new Uint8Array([97, 108, 112, 104, 97, 0, 1, 2, 10]),
  'src/cart.ts': [
    "import { Alpha } from './alpha';",
    '',
    'export interface Cart {',
    '  items: Item[];',
    '  total(): number;',
    '}',
    '',
    'export function makeCart(items: Item[]): Cart {',
    '  // TODO: alpha',
    '  const total = () => items.reduce((sum, item) => sum + item.price * item.count, 0);',
    '  return { items, total };',
    '}',
    '',
  ].join('\n'),
  'src/alpha.ts': 'export class Alpha {\n  alpha = 1;\n  beta = "alpha";\n}\nalpha();\nalpha();\n\nbeta();\nalpha();\n',
  'src/alpha.test.ts': "test('alpha', () => {});\n",
  'src/[id]/page.tsx': 'export const Page = () => <Alpha alpha={1} />;\n',
  'src/deep/er/est.js': 'function alpha() {\n  return `alpha\n  beta\n  gamma`;\n}\n',
  'src/deep/.gitignore': 'er/ignored.js\n!*.log\n',
  'src/deep/er/ignored.js': 'alpha\n',
  'src/deep/deep.log': 'alpha deep\n',
  'style.css': '.alpha { color: red }\n.alpha-beta { color: blue }\n',
  'script.py': 'def alpha(x):\n\treturn x ** 2\n',
  Makefile: 'alpha:\n\techo $(ALPHA)\n',
  'data.json': '{ "alpha": [1, 2, 3], "path": "C:\\\\temp" }\n',
};

beforeAll(async () => {
  bench = await createBench();
  for (const [path, content] of Object.entries(TREE)) await bench.write(path, content);
});
afterAll(() => bench.sandbox.dispose());

interface Search {
  pattern: string;
  path?: string;
  glob?: string;
  type?: string;
  output_mode?: 'content' | 'files_with_matches' | 'count';
  '-A'?: number;
  '-B'?: number;
  '-C'?: number;
  '-n'?: boolean;
  '-i'?: boolean;
  multiline?: boolean;
  head_limit?: number;
}

const run = promisify(execFile);

const COMMON =
  '--no-config --no-require-git --no-ignore-global --no-heading --with-filename --color=never --sort=path'.split(' ');

/** The same search by ripgrep itself, run in the folder that is searched; its lines without their carriage returns. */
async function ripgrep(search: Search): Promise<string[]> {
  const { pattern, path, glob, type, output_mode = 'files_with_matches', head_limit } = search;
  const file = path !== undefined && /\.\w+$/.test(path);
  const flags = [
    ...COMMON,
    ...(glob === undefined ? [] : [`--glob=${glob}`]),
    ...(type === undefined ? [] : [`--type=${type}`]),
    ...(output_mode === 'count' ? ['--count'] : output_mode === 'files_with_matches' ? ['--files-with-matches'] : []),
    ...(['-A', '-B', '-C'] as const).flatMap((flag) => (search[flag] === undefined ? [] : [`${flag}${search[flag]}`])),
    ...(output_mode === 'content' ? [search['-n'] === false ? '--no-line-number' : '--line-number'] : []),
    ...(search['-i'] ? ['--ignore-case'] : []),
    ...(search.multiline ? ['--multiline', '--multiline-dotall'] : []),
  ];
  const cwd = file || path === undefined ? bench.sandbox.workdir : `${bench.sandbox.workdir}/${path}`;
  const target = file ? path : '.';
  try {
    const { stdout } = await run(rgPath, [...flags, '-e', pattern, target], { cwd, encoding: 'utf8' });
    const lines = stdout.replace(/\n$/, '').split('\n');
    return lines.slice(0, head_limit ?? lines.length).map((line) => {
      const text = line.replace(/\r$/, '').replace(/^\.\//, '');
      return file || path === undefined || text === '--' ? text : `${path}/${text}`;
    });
  } catch (error) {
    if (Object(error).code === 1) return [];
    throw error;
  }
}

async function ours(search: Search): Promise<string[]> {
  const { result } = await bench.call('Grep', { head_limit: 1000, ...search });
  expect(result).toMatchObject({ success: true });
  if (result.text === 'Nothing matches.') return [];
  return result.text.split('\n').filter((line) => !line.startsWith('[… '));
}

const content = 'content';
const count = 'count';

const SAME: readonly Search[] = [
  { pattern: 'alpha' },
  { pattern: 'alpha', output_mode: content },
  { pattern: 'alpha', output_mode: content, '-n': false },
  { pattern: 'alpha', output_mode: count },
  { pattern: 'alpha', '-i': true },
  { pattern: 'alpha', '-i': true, output_mode: count },
  { pattern: 'ALPHA', output_mode: content },
  { pattern: 'alpha', output_mode: content, '-A': 1 },
  { pattern: 'alpha', output_mode: content, '-B': 1 },
  { pattern: 'alpha', output_mode: content, '-C': 2 },
  { pattern: 'alpha', output_mode: content, '-C': 2, '-n': false },
  { pattern: 'alpha', output_mode: content, '-C': 2, '-A': 0 },
  { pattern: 'alpha', output_mode: content, '-C': 1, '-B': 3 },
  { pattern: 'beta', output_mode: content, '-A': 100, '-B': 100 },
  { pattern: 'alpha', output_mode: content, path: 'src' },
  { pattern: 'alpha', output_mode: content, path: 'src/alpha.ts' },
  { pattern: 'alpha', output_mode: count, path: 'src/alpha.ts' },
  { pattern: 'alpha', output_mode: content, path: 'src/alpha.ts', '-C': 1 },
  { pattern: 'alpha', glob: '*.ts' },
  { pattern: 'alpha', glob: '!*.ts' },
  { pattern: 'alpha', glob: '*.{ts,tsx}' },
  { pattern: 'alpha', glob: '**/*.js' },
  { pattern: 'alpha', glob: 'src/*.ts' },
  { pattern: 'alpha', glob: 'src/**' },
  { pattern: 'alpha', glob: '/*.md' },
  { pattern: 'alpha', glob: 'src' },
  { pattern: 'alpha', glob: '!src' },
  { pattern: 'alpha', glob: '!src/deep/**' },
  { pattern: 'alpha', glob: '*.log' },
  { pattern: 'alpha', glob: '.env' },
  { pattern: 'alpha', glob: '.*' },
  { pattern: 'alpha', glob: '*.test.*' },
  { pattern: 'alpha', glob: 'dist/**' },
  { pattern: 'alpha', glob: '[a-r]*.txt' },
  { pattern: 'alpha', glob: '?ata.json' },
  { pattern: 'alpha', glob: 'er/' },
  { pattern: 'alpha', type: 'ts' },
  { pattern: 'alpha', type: 'js', output_mode: count },
  { pattern: 'alpha', type: 'py', output_mode: content },
  { pattern: 'alpha', type: 'make', '-i': true, output_mode: content },
  { pattern: 'alpha', type: 'md', '-i': true },
  { pattern: 'alpha', type: 'ts', glob: '!*.test.ts' },
  { pattern: 'alpha|beta', output_mode: content },
  { pattern: '^alpha', output_mode: content },
  { pattern: '^$', output_mode: content, path: 'blank.txt' },
  { pattern: '^$', output_mode: count, glob: '*.md' },
  { pattern: 'x*', output_mode: count, glob: '*.{txt,md}' },
  { pattern: '\\balpha\\b', output_mode: count },
  { pattern: 'alpha.*beta', output_mode: content },
  { pattern: '[^a]lpha', output_mode: content },
  { pattern: '[^x]*gamma', output_mode: content },
  { pattern: '\\s+alpha', output_mode: content },
  { pattern: 'items?: \\w+\\[\\]', output_mode: content },
  { pattern: 'alpha\\(\\)', output_mode: content },
  { pattern: '\\{\\s*color', output_mode: content },
  { pattern: 'C:\\\\\\\\temp', output_mode: content },
  { pattern: '\\bcafé\\b', output_mode: content },
  { pattern: '\\w+ мир', output_mode: content },
  { pattern: '^\\w+ café \\w+$', output_mode: content },
  { pattern: 'ПРИВЕТ', '-i': true, output_mode: content },
  { pattern: 'äöü', '-i': true, output_mode: content },
  { pattern: '\\d+ digits', output_mode: content },
  { pattern: '\\p{Lu}{3}', output_mode: content },
  { pattern: '\\pL\\PL{2}', output_mode: content },
  { pattern: '👍.*alpha', output_mode: content },
  { pattern: '(?i)alpha', output_mode: count },
  { pattern: '[[:upper:]]lpha', output_mode: content },
  { pattern: '\\<alpha\\>', output_mode: count },
  { pattern: '(?P<word>alpha)=', output_mode: content },
  { pattern: '(a|al|alp)+ha', output_mode: count },
  { pattern: '(\\w+\\s?)+;$', output_mode: content, glob: '*.ts' },
  { pattern: 'alpha.*gamma', multiline: true, output_mode: content },
  { pattern: 'alpha.*gamma', multiline: true, output_mode: count },
  { pattern: 'alpha\\(\\);\\n', multiline: true, output_mode: content },
  { pattern: 'alpha\\(\\);\\nalpha', multiline: true, output_mode: count },
  { pattern: '^beta.*$', multiline: true, output_mode: content, path: 'src' },
  { pattern: 'alpha', multiline: true, output_mode: count },
  { pattern: 'interface \\w+ \\{[^}]*\\}', multiline: true, output_mode: content, '-C': 1 },
  { pattern: 'alpha', output_mode: content, head_limit: 3 },
  { pattern: 'alpha', head_limit: 2 },
  { pattern: 'nowhere at all' },
];

describe('Grep finds what ripgrep finds', () => {
  it('in enough ways', () => expect(SAME.length).toBeGreaterThanOrEqual(40));

  it.each(SAME.map((search) => [JSON.stringify(search), search] as const))('%s', async (_name, search) => {
    expect(await ours(search)).toEqual(await ripgrep(search));
  });

  it('knows its types', async () => {
    const { stdout } = await run(rgPath, ['--no-config', '--type-list']);
    const ourList = knownTypes().map((type) => `${type}: ${globsOfType(type)?.join(', ')}`);
    expect(ourList).toEqual(stdout.trim().split('\n'));
  });
});

/** Where they differ, and why. */
const DIFFERENT: readonly (readonly [why: string, search: Search])[] = [
  [
    'a line that ends in CRLF ends before it, as with --crlf: people who edit such files do not see the carriage return',
    { pattern: 'one$', output_mode: content },
  ],
  [
    'look-around works, as with --pcre2; it may be cut off where it takes too long',
    { pattern: 'alpha(?=-beta)', output_mode: content },
  ],
  ['a brace that counts nothing is a brace', { pattern: 'Alpha {', output_mode: content }],
  [
    'a binary file is passed over, where ripgrep says that one which is named matches',
    { pattern: 'alpha', path: 'binary.bin', output_mode: content },
  ],
];

describe('Grep differs from ripgrep on purpose', () => {
  it.each(DIFFERENT)('%s', async (_why, search) => {
    const theirs = await ripgrep(search).catch((error: unknown) => String(Object(error).stderr));
    expect(await ours(search)).not.toEqual(theirs);
  });
});
