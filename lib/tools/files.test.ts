import { mkdir, symlink } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBench, type Bench } from './testing/bench';
import { absolutePath, resolveWritePath, type PathContext } from './files';

let bench: Bench;
let context: PathContext;
const at = (path: string): string => `${bench.sandbox.workdir}/${path}`;

beforeAll(async () => {
  bench = await createBench();
  context = { sandbox: bench.sandbox, shell: { cwd: at('src'), env: {} }, writeRoots: [bench.sandbox.workdir] };
  await mkdir(at('src'));
  await symlink('/etc', at('outside'));
  await symlink(at('src'), at('inside'));
  await symlink('/etc/no-such-file', at('dangling'));
  await symlink(at('circle'), at('circle'));
});
afterAll(() => bench.sandbox.dispose());

describe('a path', () => {
  it.each([
    ['a.ts', 'src/a.ts'],
    ['@a.ts', 'src/a.ts'],
    ['./a/../b.ts', 'src/b.ts'],
    ['../a.ts', 'a.ts'],
    ['~/a.ts', 'a.ts'],
    [' a.ts ', 'src/a.ts'],
  ])('%j is understood', (given, expected) => {
    expect(absolutePath(context, given)).toBe(at(expected));
  });

  it.each([
    ['//etc///passwd', '/etc/passwd'],
    ['/../../etc', '/etc'],
    ['/', '/'],
  ])('%s is normalised', (given, expected) => {
    expect(absolutePath(context, given)).toBe(expected);
  });
});

describe('a path to write to', () => {
  it.each(['a.ts', 'new/deep/a.ts', '../inside/new/a.ts', '..'])('%s is inside the root', async (given) => {
    expect(await resolveWritePath(context, given)).toMatchObject({ ok: true });
  });

  it.each(['/etc/passwd', '../../a.ts', '../outside/new/deep/a.ts', '../outside'])('%s is outside', async (given) => {
    const resolved = await resolveWritePath(context, given);
    expect(resolved).toMatchObject({ ok: false, failure: { error: 'OUTSIDE_WRITE_ROOTS' } });
    expect(!resolved.ok && resolved.failure.text).toContain(bench.sandbox.workdir);
  });

  it.each(['../dangling', '../circle', '../circle/a.ts'])('%s leads nowhere', async (given) => {
    expect(await resolveWritePath(context, given)).toMatchObject({ ok: false, failure: { error: 'READ_ERROR' } });
  });

  it('may be anywhere where there are no roots', async () => {
    expect(await resolveWritePath({ ...context, writeRoots: [] }, '/etc/new')).toMatchObject({ ok: true });
  });

  it.each([
    { root: 'src', given: 'a.ts', error: undefined },
    { root: '.', given: '../other/a.ts', error: undefined },
    { root: 'src', given: '/etc/src/a.ts', error: 'OUTSIDE_WRITE_ROOTS' },
    { root: '~/src', given: '/etc/src/a.ts', error: 'OUTSIDE_WRITE_ROOTS' },
  ])('starts a root $root at the workdir, wherever the shell is: $given', async ({ root, given, error }) => {
    const cwd = given.startsWith('/') ? '/etc' : at('src');
    const moved = { ...context, shell: { cwd, env: { HOME: cwd } }, writeRoots: [root] };
    const resolved = await resolveWritePath(moved, given);
    expect(resolved.ok ? undefined : resolved.failure.error).toBe(error);
  });

  it('starts a root at the worktree, for one that works in it', async () => {
    const worktrees = { current: () => ({ path: at('outside') }) };
    const inTree = { ...context, shell: undefined, writeRoots: ['new'], worktrees };
    expect(await resolveWritePath(inTree, at('outside/new/a.ts'))).toMatchObject({ ok: true });
    expect(await resolveWritePath(inTree, at('new/a.ts'))).toMatchObject({ ok: false });
  });

  it('is refused by the tools too, and nothing is written', async () => {
    bench.writeRoots = ['src'];
    const { result } = await bench.call('Write', { file_path: 'other/a.ts', content: 'x' });
    expect(result.error).toBe('OUTSIDE_WRITE_ROOTS');
    await expect(bench.text('other/a.ts')).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
