import type { FileTree, SearchQuery } from '@/lib/ports';
import { equal, eventually, failsWith } from './expect';
import type { ContractCase } from './contract-case';

const file = (contents: string | Uint8Array) => ({ file: { contents } });
const project: FileTree = {
  '.gitignore': file('dist/\n*.log\n!keep.log\n'),
  'a.ts': file('one\nTwo\nthree\ntwo\nfive\n'),
  'b.js': file('const two = 2;\r\nother();\r\n'),
  'x.log': file('two\n'),
  'keep.log': file('two\n'),
  'image.bin': file(new Uint8Array([0, 116, 119, 111])),
  '.hidden': file('two\n'),
  dist: { directory: { 'c.ts': file('two\n') } },
  sub: { directory: { 'd.ts': file('start\n  two\nend\n'), '.gitignore': file('e.ts\n'), 'e.ts': file('two\n') } },
};

const query = (path: string, more: Partial<SearchQuery> = {}): SearchQuery => ({
  pattern: 'two',
  path,
  maxMatches: 100,
  maxFileSize: 1_000_000,
  ...more,
});

export const searchCases: readonly ContractCase[] = [
  {
    name: 'search finds lines, honours gitignore and passes over binaries',
    async run(sandbox, folder) {
      await sandbox.mount(project, { mountPoint: folder });
      const { files, truncated } = await sandbox.search(query(folder));
      equal(truncated, false);
      equal(
        files.map(({ path, matches, lines }) => [path.slice(folder.length + 1), matches, lines]),
        [
          ['a.ts', 1, [{ line: 4, text: 'two', match: true }]],
          ['b.js', 1, [{ line: 1, text: 'const two = 2;', match: true }]],
          ['keep.log', 1, [{ line: 1, text: 'two', match: true }]],
          ['sub/d.ts', 1, [{ line: 2, text: '  two', match: true }]],
        ],
      );
    },
  },
  {
    name: 'search takes flags, globs, types and context',
    async run(sandbox, folder) {
      await sandbox.mount(project, { mountPoint: folder });
      const names = async (more: Partial<SearchQuery>) =>
        (await sandbox.search(query(folder, more))).files.map(
          ({ path, matches }) => `${path.slice(folder.length + 1)}:${matches}`,
        );
      equal(await names({ caseInsensitive: true, type: 'ts' }), ['a.ts:2', 'sub/d.ts:1']);
      equal(await names({ glob: '*.js' }), ['b.js:1']);
      equal(await names({ glob: 'sub/**' }), ['sub/d.ts:1', 'sub/e.ts:1']);
      equal(await names({ glob: '!*.ts' }), ['b.js:1', 'keep.log:1']);
      equal(await names({ pattern: 'start.*two', multiline: true }), ['sub/d.ts:1']);
      equal(await names({ maxFileSize: 10 }), ['keep.log:1']);
      const { files } = await sandbox.search(query(`${folder}/a.ts`, { before: 1, after: 1 }));
      equal(
        files[0]?.lines.map(({ line, match }) => [line, match]),
        [
          [3, false],
          [4, true],
          [5, false],
        ],
      );
    },
  },
  {
    name: 'search stops at its limit and says so',
    async run(sandbox, folder) {
      await sandbox.fs.writeFile(`${folder}/many`, 'x\n'.repeat(50));
      const found = await sandbox.search(query(folder, { pattern: 'x', maxMatches: 7 }));
      equal([found.truncated, found.files[0]?.matches, found.files[0]?.lines.length], [true, 7, 7]);
      equal((await sandbox.search(query(folder, { pattern: 'x', maxMatches: 50 }))).truncated, false);
    },
  },
  {
    name: 'search refuses a bad pattern, type or path',
    async run(sandbox, folder) {
      await failsWith('EINVAL', sandbox.search(query(folder, { pattern: '(' })));
      await failsWith('EINVAL', sandbox.search(query(folder, { type: 'klingon' })));
      await failsWith('ENOENT', sandbox.search(query(`${folder}/none`)));
      await failsWith('ENOENT', sandbox.glob({ pattern: '*', cwd: `${folder}/none` }));
    },
  },
  {
    name: 'glob gives files, newest first, without the ignored',
    async run(sandbox, folder) {
      await sandbox.mount(project, { mountPoint: folder });
      const before = (await sandbox.fs.stat(`${folder}/sub/d.ts`)).mtimeMs;
      await eventually(async () => {
        await sandbox.fs.writeFile(`${folder}/sub/new.ts`, '');
        return (await sandbox.fs.stat(`${folder}/sub/new.ts`)).mtimeMs > before;
      }, 'a newer file');
      const names = async (pattern: string) =>
        (await sandbox.glob({ pattern, cwd: folder })).map(({ path }) => path.slice(folder.length + 1));
      const found = await names('**/*.ts');
      equal([found[0], [...found].sort()], ['sub/new.ts', ['a.ts', 'sub/d.ts', 'sub/new.ts']]);
      equal((await names('*.{js,bin}')).sort(), ['b.js', 'image.bin']);
      equal(await names('.hidden'), ['.hidden']);
      equal(await names('nothing*'), []);
    },
  },
  {
    name: 'a pattern without end is cut off and the sandbox goes on',
    needs: 'deadline',
    async run(sandbox, folder) {
      await sandbox.fs.writeFile(`${folder}/a.txt`, 'found\n');
      await sandbox.fs.writeFile(`${folder}/b.txt`, `${'a'.repeat(60)}!\nfound\n`);
      const slow = sandbox.search(query(folder, { pattern: '^(?!x)(a+)+$|found' }));
      const cancelled = new AbortController();
      const other = sandbox.search(query(folder, { pattern: '^(?!x)(a+)+$' }), cancelled.signal);
      await sandbox.fs.readFile(`${folder}/a.txt`);
      cancelled.abort();
      await failsWith('ECANCELED', other);
      equal((await slow).truncated, true);
      equal((await sandbox.search(query(folder, { pattern: 'found' }))).files.length, 2);
    },
  },
  {
    name: 'a pattern that could try for ever is matched in linear time',
    async run(sandbox, folder) {
      await sandbox.fs.writeFile(`${folder}/a.txt`, `${'a'.repeat(5000)}!\nfound\n`);
      const { files, truncated } = await sandbox.search(query(folder, { pattern: '^(a+)+$|found' }));
      equal([truncated, files.map(({ matches }) => matches)], [false, [1]]);
    },
  },
  {
    name: 'a search sees what has changed since the last one',
    async run(sandbox, folder) {
      const names = async () =>
        (await sandbox.search(query(folder))).files.map(
          ({ path, matches }) => `${path.slice(folder.length + 1)}:${matches}`,
        );
      await sandbox.mount({ 'a.txt': file('two\n'), 'b.txt': file('one\n') }, { mountPoint: folder });
      equal([await names(), await names()], [['a.txt:1'], ['a.txt:1']]);
      await sandbox.fs.writeFile(`${folder}/b.txt`, 'two\ntwo\n');
      equal(await names(), ['a.txt:1', 'b.txt:2']);
      await sandbox.fs.rename(`${folder}/a.txt`, `${folder}/c.txt`);
      equal(await names(), ['b.txt:2', 'c.txt:1']);
      await sandbox.fs.rm(`${folder}/b.txt`);
      equal(await names(), ['c.txt:1']);
      await sandbox.fs.writeFile(`${folder}/.gitignore`, 'c.txt\n');
      equal(await names(), []);
    },
  },
  {
    name: 'a large file that is named is searched part by part',
    async run(sandbox, folder) {
      const line = (at: number) => `line ${at}\n`;
      const text = Array.from({ length: 1000 }, (_, at) => line(at + 1)).join('');
      await sandbox.fs.writeFile(`${folder}/log`, text);
      const large = { pattern: 'line (1|500|1000)$', maxFileSize: 100 };
      equal((await sandbox.search(query(folder, large))).files, []);
      const { files } = await sandbox.search(query(`${folder}/log`, { ...large, before: 1 }));
      equal(
        files[0]?.lines.map(({ line: number, match }) => [number, match]),
        [
          [1, true],
          [499, false],
          [500, true],
          [999, false],
          [1000, true],
        ],
      );
      await failsWith('EFBIG', sandbox.search(query(`${folder}/log`, { ...large, multiline: true })));
    },
  },
];
