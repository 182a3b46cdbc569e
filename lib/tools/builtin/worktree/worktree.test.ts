import { createWorktreeStore } from '@/lib/client/ports/worktrees';
import { createMemoryStore } from '@/lib/stores';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eraseTool } from '../../tool';
import { createBench, type Bench } from '../../testing/bench';
import { edit } from '../files/edit';
import { read } from '../files/read';
import { bash } from '../shell/bash';
import { enterWorktree } from './enter-worktree';
import { exitWorktree } from './exit-worktree';

const tools = [eraseTool(enterWorktree), eraseTool(exitWorktree)];
const others = [eraseTool(bash), eraseTool(edit), eraseTool(read)];

let bench: Bench;
beforeEach(async () => {
  // The store moves the bench's own shell, which is made with the bench.
  const ports: Parameters<typeof createBench>[1] = {};
  bench = await createBench([...tools, ...others], ports);
  const { sandbox, shell } = bench;
  const store = await createWorktreeStore({ sandbox, shell, table: createMemoryStore(), threadId: 'thread' });
  Object.assign(ports, { worktrees: store });
  await bench.write('src/a.ts', 'one\n');
});
afterEach(() => bench.sandbox.dispose());

const result = async (name: string, input: unknown) => (await bench.call(name, input)).result;

describe('EnterWorktree and ExitWorktree', () => {
  it('keep work apart until it is done', async () => {
    expect(await result('EnterWorktree', { name: 'fix' })).toMatchObject({
      success: true,
      summary: 'fix, on worktree-fix',
    });
    expect(bench.shell.cwd).toBe(`${bench.sandbox.workdir}/.worktrees/fix`);
    await result('Read', { file_path: 'src/a.ts' });
    const edited = await result('Edit', { file_path: 'src/a.ts', old_string: 'one', new_string: 'two' });
    expect(edited.success).toBe(true);
    expect([await bench.text('src/a.ts'), await bench.text('.worktrees/fix/src/a.ts')]).toEqual(['one\n', 'two\n']);
    expect(await result('ExitWorktree', { action: 'keep' })).toMatchObject({ success: true, summary: 'fix kept' });
    expect(bench.shell.cwd).toBe(bench.sandbox.workdir);
    expect((await result('EnterWorktree', { name: 'fix' })).text).toContain('Entered the worktree again');
  });

  it('refuses to lose what is not committed, unless told to', async () => {
    await result('EnterWorktree', { name: 'fix' });
    await bench.write('.worktrees/fix/src/a.ts', 'two\n');
    const refused = await result('ExitWorktree', { action: 'remove' });
    expect(refused).toMatchObject({
      success: false,
      error: 'EXECUTION_ERROR',
      text: expect.stringContaining('modified'),
    });
    expect(bench.shell.cwd).toContain('.worktrees/fix');
    expect((await result('ExitWorktree', { action: 'remove', discard_changes: true })).success).toBe(true);
    await expect(bench.text('.worktrees/fix/src/a.ts')).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('says where one is, and where one is not', async () => {
    expect(await result('ExitWorktree', { action: 'keep' })).toMatchObject({ error: 'NOT_FOUND' });
    await result('EnterWorktree', { name: 'fix' });
    expect(await result('EnterWorktree', { name: 'other' })).toMatchObject({ error: 'NO_CHANGE' });
  });

  it('says what git says', async () => {
    await bench.write('.git/HEAD', 'ref: refs/heads/main\n');
    await bench.write('.worktrees/fix/in-the-way', '');
    const failed = await result('EnterWorktree', { name: 'fix' });
    expect(failed).toMatchObject({ error: 'EXECUTION_ERROR', text: expect.stringContaining('already exists') });
    expect(bench.shell.cwd).toBe(bench.sandbox.workdir);
  });

  it.each([{ name: '../up' }, { name: '' }, {}, { name: 'a', more: 1 }])('refuses the input %j', async (input) => {
    expect(await result('EnterWorktree', input)).toMatchObject({ error: 'INVALID_ARGS' });
  });

  it('asks, and goes nowhere where it is refused or stopped', async () => {
    bench.mode = 'default';
    bench.answer = async () => ({ behavior: 'deny', reason: 'No.' });
    expect(await result('EnterWorktree', { name: 'fix' })).toMatchObject({ error: 'GATE_DENIED' });
    bench.mode = 'bypassPermissions';
    const stopped = await bench.call('EnterWorktree', { name: 'fix' }, AbortSignal.abort());
    expect(stopped.result).toMatchObject({ error: 'ABORTED' });
    expect(bench.shell.cwd).toBe(bench.sandbox.workdir);
  });

  it('is entered, and says so, where a stop comes while git still makes it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const stop = new AbortController();
    let cwd = '/';
    const made = { name: 'fix', path: '/fix', branch: 'worktree-fix' };
    const ports: Parameters<typeof createBench>[1] = {};
    const slow = await createBench(tools, ports);
    Object.assign(ports, {
      worktrees: {
        current: () => undefined,
        list: async () => [],
        async create() {
          stop.abort();
          await vi.advanceTimersByTimeAsync(5000);
          return made;
        },
        enter: async ({ path }: { path: string }) => void (cwd = path),
      },
    });
    const { phase, result } = await slow.call('EnterWorktree', { name: 'fix' }, stop.signal);
    vi.useRealTimers();
    expect([phase, result.summary, cwd]).toEqual(['succeeded', 'fix, on worktree-fix', '/fix']);
    await slow.sandbox.dispose();
  });

  it('is dangerous only where files are lost', () => {
    expect(exitWorktree.isDangerous({ action: 'remove' })).toBe(false);
    expect(exitWorktree.isDangerous({ action: 'remove', discard_changes: true })).toBe(true);
  });
});
