import git from 'isomorphic-git';
import { createNativeSandbox, type NativeSandbox } from '@/lib/sandbox/contract/native-sandbox';
import { createMemoryStore } from '@/lib/stores';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorktreeStore } from './worktrees';

let sandbox: NativeSandbox;
beforeEach(async () => {
  sandbox = await createNativeSandbox();
  await sandbox.mount({ src: { directory: { 'a.ts': { file: { contents: 'one\n' } } } } });
});
afterEach(() => sandbox.dispose());

async function open(threadId = 'thread', table = createMemoryStore()) {
  const shell = { cwd: `${sandbox.workdir}/src`, env: {} };
  return { shell, table, store: await createWorktreeStore({ sandbox, table, threadId, shell }) };
}

const text = (path: string) => sandbox.fs.readFile(path, 'utf8');

describe('worktrees of an agent', () => {
  it('begin with what the project is, and change nothing in it', async () => {
    const { store } = await open();
    const made = await store.create('one');
    expect(made).toEqual({ name: 'one', path: `${sandbox.workdir}/.worktrees/one`, branch: 'worktree-one' });
    await sandbox.fs.writeFile(`${made.path}/src/a.ts`, 'two\n');
    expect(await text(`${sandbox.workdir}/src/a.ts`)).toBe('one\n');
    expect(await store.list()).toEqual([made]);
  });

  it('are made one after the other, also for several agents at once', async () => {
    const stores = await Promise.all(['a', 'b', 'c'].map((id) => open(id)));
    const made = await Promise.all(stores.map(({ store }, at) => store.create(`w${at}`)));
    expect(new Set(made.map(({ path }) => path)).size).toBe(3);
    expect(await stores[0]?.store.list()).toEqual(made);
  });

  it('tell when one was made or removed', async () => {
    const told: unknown[] = [];
    const shell = { cwd: sandbox.workdir, env: {} };
    const options = { sandbox, table: createMemoryStore(), threadId: 'thread', shell };
    const store = await createWorktreeStore({ ...options, announce: (stateEvent) => void told.push(stateEvent) });
    const { path, branch } = await store.create('one');
    await expect(store.remove('two')).rejects.toThrow();
    await store.remove('one');
    expect(told).toEqual([
      { event: 'WorktreeCreate', payload: { worktree: 'one', path, branch } },
      { event: 'WorktreeRemove', payload: { worktree: 'one' } },
    ]);
  });

  it('take the shell along, back again, and over a reload', async () => {
    const { store, shell, table } = await open();
    const made = await store.create('one');
    await store.enter(made);
    expect([shell.cwd, store.current()]).toEqual([made.path, made]);
    const reloaded = await open('thread', table);
    expect(reloaded.store.current()).toEqual(made);
    await reloaded.store.exit();
    expect([reloaded.shell.cwd, reloaded.store.current()]).toEqual([`${sandbox.workdir}/src`, undefined]);
  });

  it('show their repository at a glance, from where the agent is', async () => {
    const { store } = await open();
    expect(await store.look()).toBeUndefined();
    const made = await store.create('one');
    expect(await store.look()).toMatchObject({ branch: 'main', changes: [], branches: ['main', 'worktree-one'] });
    await store.enter(made);
    await sandbox.fs.writeFile(`${made.path}/src/a.ts`, 'two\n');
    await sandbox.fs.writeFile(`${made.path}/new.ts`, '');
    expect(await store.look()).toMatchObject({
      branch: 'worktree-one',
      changes: [
        { path: 'new.ts', code: '??' },
        { path: 'src/a.ts', code: ' M' },
      ],
      worktrees: [made],
      commits: [{ subject: 'The files at the start', author: 'Toolyard' }],
    });
  });

  it('are not removed while they hold what nobody committed, unless forced', async () => {
    const { store } = await open();
    const { path } = await store.create('one');
    await sandbox.fs.writeFile(`${path}/new.ts`, '');
    await expect(store.remove('one')).rejects.toThrow('modified or untracked files');
    await store.remove('one', { force: true });
    expect(await store.list()).toEqual([]);
    await expect(sandbox.fs.stat(path)).rejects.toMatchObject({ code: 'ENOENT' });
    expect((await store.create('one')).branch).toBe('worktree-one-2');
  });

  it('are taken away with their branch where nothing would be lost, and only there', async () => {
    const told: unknown[] = [];
    const shell = { cwd: sandbox.workdir, env: {} };
    const options = { sandbox, table: createMemoryStore(), threadId: 'thread', shell };
    const store = await createWorktreeStore({ ...options, announce: ({ event }) => void told.push(event) });
    const [unused, written, committed] = [await store.create('a'), await store.create('b'), await store.create('c')];
    await sandbox.fs.writeFile(`${written.path}/new.ts`, '');
    await sandbox.fs.writeFile(`${committed.path}/src/a.ts`, 'two\n');
    const { sandboxGitFs, findRepository, stageChanges } = await import('@/lib/sandbox/git');
    const repository = await findRepository(sandboxGitFs(sandbox.fs), committed.path);
    if (!repository) throw new Error('There is no repository.');
    await stageChanges(repository);
    await git.commit({ ...repository.at, message: 'Two', author: { name: 'A', email: 'a@b' } });

    const made = [unused, written, committed];
    expect(await Promise.all(made.map((worktree) => store.removeUnused(worktree)))).toEqual([true, false, false]);
    expect(await store.list()).toEqual([written, committed]);
    expect((await store.look())?.branches).toEqual(['main', 'worktree-b', 'worktree-c']);
    expect(told.filter((event) => event === 'WorktreeRemove')).toHaveLength(1);
    expect(await store.removeUnused(unused)).toBe(false);
  });

  it.each(['../up', '', '-x', 'a/b'])('refuse the name %j', async (name) => {
    const { store } = await open();
    await expect(store.create(name)).rejects.toThrow("cannot be a worktree's name");
  });

  it('say what is not there, and what is there already', async () => {
    const { store } = await open();
    await expect(store.remove('none')).rejects.toThrow('there is no worktree none');
    await store.create('one');
    await expect(store.create('one')).rejects.toThrow('there is a worktree one already');
  });
});
