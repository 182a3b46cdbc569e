import { chmod, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGitRepositories, hasGit, type GitRepositories } from '../testing/git-bench';

const installed = await hasGit();

let git: GitRepositories;

/** A repository with everything in it that reading commands have to show. */
async function settle(): Promise<void> {
  const { ours, write } = git;
  await ours('init -b main');
  await write('README.md', '# Title\n\nText.\n');
  await write('src/a.ts', Array.from({ length: 40 }, (_, line) => `line ${line}\n`).join(''));
  await write('src/deep/b.ts', 'one\ntwo\nthree\n');
  await write('run.sh', 'echo hi\n');
  await chmod(join(git.root, 'run.sh'), 0o755);
  await write('gone.txt', 'bye\n');
  await write('data.bin', new Uint8Array([1, 0, 2]));
  await write('.gitignore', 'dist/\n*.log\n');
  await write('dist/out.js', 'x');
  await ours('add .');
  await ours(['commit', '-m', 'First commit']);
  await ours('tag v1');
  await ours('switch -c topic');
  await write('src/deep/b.ts', 'one\n2\nthree\n');
  await write('new.txt', 'new\n');
  await ours('add -A');
  await ours(['commit', '-q', '-m', 'On the topic', '-m', 'With a body.']);
  await ours('switch -q main');
  await write('src/a.ts', `${(await git.text('src/a.ts')).replace('line 3\n', 'line three\n')}last`);
  await ours(['commit', '-am', 'On main']);
  // Now a dirty folder: staged, changed, deleted, unknown.
  await write('README.md', '# Title\n\nOther text.\n');
  await ours('add README.md');
  await write('README.md', '# Title\n\nYet other text.\n');
  await write('src/a.ts', (await git.text('src/a.ts')).replace('line 30\n', '').replace('line 9\n', 'line 9\nand\n'));
  await write('src/deep/fresh.ts', 'fresh\n');
  await write('more/x.txt', 'x\n');
  await write('some.log', 'x\n');
  await rm(join(git.root, 'gone.txt'));
  await ours('rm -q --cached data.bin');
}

const START = 1_700_000_000;
let commands = 0;

/** Commits of one second show in what order git walks where the time does not say it. */
const CLOCKS = [
  { pace: 'all in one second', clock: () => START },
  { pace: 'each later than the one before', clock: () => START + commands++ },
];

const suffix = installed ? '' : ' (skipped: no git is installed)';

describe.skipIf(!installed).each(CLOCKS)(`beside the machine's git, $pace${suffix}`, ({ clock }) => {
  beforeAll(async () => {
    git = await createGitRepositories(clock);
    await settle();
  });
  afterAll(() => git.dispose());

  it('leaves a repository in which the other finds no fault', async () => {
    expect(await git.real('fsck --full --strict')).toMatchObject({ code: 0, out: '' });
    expect((await git.real('status')).code).toBe(0);
  });

  it.each([
    'status',
    'status -s',
    'status --porcelain',
    'status -s src',
    'diff',
    'diff --cached',
    'diff --staged --stat',
    'diff HEAD',
    'diff HEAD --name-only',
    'diff --name-status',
    'diff --numstat',
    'diff --shortstat',
    'diff -U1 src/a.ts',
    'diff main topic',
    'diff main..topic -- src',
    'diff main...topic --stat',
    'diff HEAD~1 HEAD',
    'diff v1 --name-status',
    'log --no-decorate',
    'log --oneline',
    'log --oneline -n 1',
    'log -1 --oneline',
    'log -2 --format=%h|%an|%ae|%s|%D',
    'log --oneline main..topic',
    'log --oneline --all',
    'log --oneline topic main',
    'log --oneline main...topic',
    'log --oneline topic ^main',
    'log -1 --format=%ad|%cd|%at',
    'log --oneline -- src/deep/b.ts',
    'log -1 -p topic',
    'log -1 --stat topic',
    'log --reverse --format=%s',
    'log --format=%s --stat --all',
    'log --pretty=format:%h',
    'log --pretty=format:%s --name-only --all',
    'log --format= --name-only',
    'show topic',
    'show --stat HEAD',
    'show --format=%s topic',
    'show --format=%s --stat topic v1',
    'show --no-patch topic HEAD',
    'show HEAD:src/deep/b.ts',
    'show v1:README.md',
    'branch',
    'branch --show-current',
    'branch -v',
    'tag',
    'rev-parse HEAD',
    'rev-parse --short HEAD~1',
    'rev-parse --abbrev-ref HEAD',
    'rev-parse --show-toplevel',
    'rev-parse --git-dir',
    'rev-parse HEAD^ topic v1',
    'rev-parse --verify -q nothing',
    'rev-parse -q --verify topic',
    'ls-files',
    'ls-files -m',
    'ls-files --others --exclude-standard',
    'ls-files src',
    'worktree list',
  ])('says the same to: git %s', async (line) => {
    const [ours, real] = [await git.ours(line), await git.real(line)];
    expect(ours.out).toBe(real.out);
    expect(ours.code).toBe(real.code);
  });

  it.each(['status -s', 'ls-files', 'rev-parse --show-prefix', 'diff --name-only'])(
    'says the same in a folder below: git %s',
    async (line) => {
      const cwd = join(git.root, 'src/deep');
      expect((await git.ours(line, cwd)).out).toBe((await git.real(line, cwd)).out);
    },
  );

  it.each([
    'log nothing',
    'show HEAD:nothing',
    'rev-parse nothing',
    'switch nothing',
    'checkout nothing',
    'branch main',
    'add nothing',
    'add some.log',
    'rm nothing',
    'mv nothing else',
    'tag v1',
    'restore nothing',
    'worktree remove nothing',
    'commit --amend=x',
    'switch topic',
  ])('fails as the other does: git %s', async (line) => {
    const [ours, real] = [await git.ours(line), await git.real(line)];
    expect(ours.err.split('\n')[0]).toBe(real.err.split('\n')[0]);
    expect(ours.code).toBe(real.code);
  });
});
