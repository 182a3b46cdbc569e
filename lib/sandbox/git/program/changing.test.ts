import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createGitRepositories, hasGit, type GitRepositories } from '../testing/git-bench';

const installed = await hasGit();

let git: GitRepositories;
beforeEach(async () => {
  git = await createGitRepositories();
  await git.ours('init');
  await git.write('a.txt', '1\n2\n3\n4\n5\n');
  await git.write('dir/b.txt', 'b\n');
  await git.ours('add .');
  await git.ours('commit -m First');
});
afterEach(() => git.dispose());

const status = async () => (await git.ours('status -s')).out;
const said = async (line: string | readonly string[]) => {
  const { code, out, err } = await git.ours(line);
  return { code, text: out + err };
};

describe('git', () => {
  it('says what was committed, and by whom', async () => {
    await git.ours('config user.name Ada');
    await git.ours('config --global user.email ada@example.com');
    await git.write('c.txt', 'c\n');
    await git.ours('add c.txt');
    expect((await said(['commit', '-m', 'Third file'])).text).toMatch(
      /^\[main [0-9a-f]{7}\] Third file\n 1 file changed, 1 insertion\(\+\)\n create mode 100644 c\.txt\n$/,
    );
    expect((await git.ours('log -1 --format=%an/%ae')).out).toBe('Ada/ada@example.com\n');
  });

  it('amends the last commit', async () => {
    await git.write('a.txt', 'x\n');
    await git.ours(['commit', '-a', '--amend', '-m', 'Better']);
    expect((await git.ours('log --format=%s')).out).toBe('Better\n');
    expect(await status()).toBe('');
  });

  it('commits nothing where there is nothing, and not without a message', async () => {
    expect(await said(['commit', '-m', 'x'])).toMatchObject({
      code: 1,
      text: expect.stringContaining('nothing to commit'),
    });
    await git.write('a.txt', 'x\n');
    await git.ours('add a.txt');
    expect(await said('commit')).toMatchObject({ code: 1, text: expect.stringContaining('empty commit message') });
  });

  it('sees a change of the same length within the same moment as the index, whatever writes the index next', async () => {
    const moment = new Date('2026-01-02T03:04:05.678Z');
    const freeze = (...paths: string[]) =>
      Promise.all(paths.map((path) => utimes(join(git.root, path), moment, moment)));
    await git.write('a.txt', 'one\n');
    await freeze('a.txt');
    await git.ours('add a.txt');
    await git.write('a.txt', 'two\n');
    await freeze('a.txt', '.git/index');
    await git.write('c.txt', 'c\n');
    await git.ours('add c.txt');
    expect(await status()).toBe('MM a.txt\nA  c.txt\n');
  });

  it('removes and moves files', async () => {
    await git.ours('mv a.txt dir');
    await git.ours('rm dir/b.txt');
    expect(await status()).toBe('R  a.txt -> dir/a.txt\nD  dir/b.txt\n');
    expect(await said('rm dir/a.txt')).toMatchObject({ code: 1 });
  });

  it('brings files back', async () => {
    await git.write('a.txt', 'changed\n');
    await git.ours('add a.txt');
    await git.ours('restore --staged a.txt');
    expect(await status()).toBe(' M a.txt\n');
    await git.ours('restore a.txt');
    expect([await status(), await git.text('a.txt')]).toEqual(['', '1\n2\n3\n4\n5\n']);
    await git.write('dir/b.txt', 'other\n');
    await git.ours('checkout -- dir');
    expect(await git.text('dir/b.txt')).toBe('b\n');
  });

  it.each([
    ['--soft', 'M  a.txt\n', 'two\n'],
    ['--mixed', ' M a.txt\n', 'two\n'],
    ['--hard', '', '1\n2\n3\n4\n5\n'],
  ])('resets %s', async (how, expected, text) => {
    await git.write('a.txt', 'two\n');
    await git.ours(['commit', '-am', 'Second']);
    expect(await said(`reset ${how} HEAD~1`)).toMatchObject({ code: 0 });
    expect([await status(), await git.text('a.txt')]).toEqual([expected, text]);
    expect((await git.ours('log --format=%s')).out).toBe('First\n');
  });

  it('switches only where nothing is lost', async () => {
    await git.ours('switch -c other');
    await git.write('a.txt', 'other\n');
    await git.ours(['commit', '-am', 'Other']);
    await git.ours('checkout main');
    expect(await git.text('a.txt')).toBe('1\n2\n3\n4\n5\n');
    await git.write('a.txt', 'mine\n');
    expect(await said('switch other')).toMatchObject({ code: 1, text: expect.stringContaining('a.txt') });
    expect(await git.text('a.txt')).toBe('mine\n');
    expect(await said('branch -d other')).toMatchObject({ code: 1, text: expect.stringContaining('not fully merged') });
    expect(await said('branch -D other')).toMatchObject({ code: 0 });
  });

  it('merges what can be merged', async () => {
    await git.ours('switch -c other');
    await git.write('a.txt', '1\n2\n3\n4\nfive\n');
    await git.ours(['commit', '-am', 'Other']);
    await git.ours('switch main');
    expect((await said('merge other')).text).toContain('Fast-forward');
    await git.ours('switch -c third HEAD~1');
    await git.write('a.txt', 'one\n2\n3\n4\n5\n');
    await git.ours(['commit', '-am', 'Third']);
    expect(await said('merge main')).toMatchObject({ code: 0 });
    expect(await git.text('a.txt')).toBe('one\n2\n3\n4\nfive\n');
    expect(await status()).toBe('');
    expect((await git.ours('log -1 --format=%s')).out).toBe("Merge branch 'main' into third\n");
  });

  it('leaves a conflict to be solved, or undone', async () => {
    await git.ours('switch -c other');
    await git.write('a.txt', '1\n2\nother\n4\n5\n');
    await git.write('new.txt', 'new\n');
    await git.ours('add .');
    await git.ours(['commit', '-m', 'Other']);
    await git.ours('switch main');
    await git.write('a.txt', '1\n2\nmain\n4\n5\n');
    await git.ours(['commit', '-am', 'Main']);
    expect(await said('merge other')).toMatchObject({ code: 1, text: expect.stringContaining('CONFLICT') });
    expect(await git.text('a.txt')).toContain('<<<<<<<');
    expect(await status()).toBe('UU a.txt\nA  new.txt\n');
    expect(await said(['commit', '-m', 'x'])).toMatchObject({ code: 128 });
    await git.ours('merge --abort');
    expect([await status(), await git.text('a.txt')]).toEqual(['', '1\n2\nmain\n4\n5\n']);
    await git.ours('merge other');
    await git.write('a.txt', '1\n2\nboth\n4\n5\n');
    await git.ours('add a.txt');
    expect(await said('commit --no-edit')).toMatchObject({ code: 0 });
    expect((await git.ours('log -1 --format=%s/%p')).out).toMatch(/^Merge branch 'other'\/[0-9a-f]{7} [0-9a-f]{7}\n$/);
  });

  it('puts changes aside and takes them back', async () => {
    await git.write('a.txt', 'aside\n');
    expect(await said('stash')).toMatchObject({
      code: 0,
      text: expect.stringMatching(/^Saved working directory and index state WIP on main: [0-9a-f]{7} First\n$/),
    });
    expect([await status(), await git.text('a.txt')]).toEqual(['', '1\n2\n3\n4\n5\n']);
    expect((await git.ours('stash list')).out).toMatch(/^stash@\{0\}/);
    await git.ours('stash pop');
    expect(await git.text('a.txt')).toBe('aside\n');
    expect([await said('stash -q'), await said('stash pop -q')]).toEqual([
      { code: 0, text: '' },
      { code: 0, text: '' },
    ]);
    expect(await said('stash pop')).toMatchObject({ code: 1 });
  });

  it.each(['--merge', '--apply'])('keeps what rebase %s puts aside, whether it begins or not', async (how) => {
    await git.ours('checkout -q -b other');
    await git.write('a.txt', 'other\n');
    await git.write('new.txt', 'new\n');
    await git.ours('add .');
    await git.ours('commit -q -m Other');
    await git.ours('checkout -q main');
    await git.write('a.txt', 'main\n');
    await git.ours('commit -q -a -m Main');
    await git.write('dir/b.txt', 'changed\n');
    await git.write('new.txt', 'mine\n');
    expect(await said(`rebase ${how} --autostash other`)).not.toMatchObject({ code: 0 });
    expect([await git.text('dir/b.txt'), await git.text('new.txt')]).toEqual(['changed\n', 'mine\n']);
    await git.ours('clean -f -q');
    expect(await said(`rebase ${how} --autostash other`)).not.toMatchObject({ code: 0 });
    expect(await git.text('dir/b.txt')).toBe('b\n');
    await git.ours('gc -q --prune=now');
    expect(await said('rebase --abort')).toMatchObject({ code: 0 });
    expect(await git.text('dir/b.txt')).toBe('changed\n');
  });

  it.each([
    ['clone https://example.com/x', 'there is no network in this sandbox'],
    ['push', 'No configured push destination'],
    ['difftool', 'is not supported in this sandbox'],
    ['status --nonsense', "unknown option `nonsense'"],
    ['commit -m', "switch `m' requires a value"],
  ])('says what it cannot do: %s', async (line, expected) => {
    const { code, text } = await said(line);
    expect([code > 0, text]).toEqual([true, expect.stringContaining(expected)]);
  });

  it('says where there is no repository', async () => {
    expect(await git.ours('status', '/')).toMatchObject({
      code: 128,
      err: 'fatal: not a git repository (or any of the parent directories): .git\n',
    });
  });
});

describe.skipIf(!installed)(
  `worktrees beside the machine's git${installed ? '' : ' (skipped: no git is installed)'}`,
  () => {
    const at = (name: string) => join(git.root, '..', name);

    it.each([
      ['ours, read by the other', 'ours', 'real'],
      ["the other's, read by ours", 'real', 'ours'],
    ] as const)('are made by %s', async (_, makes, reads) => {
      const [make, read] = [git[makes], git[reads]];
      expect(await make('worktree add ../one -b topic')).toMatchObject({ code: 0 });
      expect(await make('worktree add --detach ../two')).toMatchObject({ code: 0 });
      await git.write('../one/dir/b.txt', 'topic\n');
      await git.write('../one/fresh.txt', 'fresh\n');
      expect((await read('status -s', at('one'))).out).toBe(' M dir/b.txt\n?? fresh.txt\n');
      expect((await read('rev-parse --git-dir --git-common-dir', at('one'))).out).toBe(
        `${git.root}/.git/worktrees/one\n${git.root}/.git\n`,
      );
      await read('add -A', at('one'));
      expect(await read(['commit', '-m', 'In the worktree'], at('one'))).toMatchObject({ code: 0 });
      expect((await make('status -s', at('one'))).out).toBe('');
      expect((await make('status -s')).out).toBe('');
      expect((await make('log --format=%s topic')).out).toBe('In the worktree\nFirst\n');
      expect((await make('log --format=%s')).out).toBe('First\n');
      const lists = [await make('worktree list'), await read('worktree list')];
      expect(lists[0]?.out).toBe(lists[1]?.out);
      expect(lists[0]?.out.split('\n')).toHaveLength(4);
      expect((await git.real('fsck --full --strict')).code).toBe(0);
      expect(await read('switch topic')).toMatchObject({ code: 128, err: expect.stringContaining('already') });
      await git.write('../two/a.txt', 'dirty\n');
      expect(await read(`worktree remove ${at('two')}`)).toMatchObject({ code: 128 });
      expect(await read(`worktree remove --force ${at('two')}`)).toMatchObject({ code: 0 });
      expect(await read(`worktree remove ${at('one')}`)).toMatchObject({ code: 0 });
      expect((await make('worktree list')).out.split('\n')).toHaveLength(2);
      expect((await make('branch')).out).toBe('* main\n  topic\n');
    });
  },
);
