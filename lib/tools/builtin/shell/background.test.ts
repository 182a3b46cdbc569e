import { createMemoryStore, openTaskStore } from '@/lib/stores';
import type { TaskStore } from '@/lib/ports';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AbortReason } from '../../result';
import { createBench, type Bench } from '../../testing/bench';
import { coreTools } from '..';

let bench: Bench;
let tasks: TaskStore;
let leave: AbortController;
beforeEach(async () => {
  leave = new AbortController();
  const table = createMemoryStore();
  tasks = await openTaskStore({ table, threadId: 't', now: Date.now, signal: leave.signal });
  bench = await createBench(coreTools, { tasks });
});
afterEach(async () => {
  leave.abort();
  await bench.sandbox.dispose();
});

const start = async (command: string, more: object = {}) =>
  (await bench.call('Bash', { command, run_in_background: true, ...more })).result;
const output = async (bash_id: string, filter?: string) => (await bench.call('BashOutput', { bash_id, filter })).result;
const kill = (shell_id: string, signal?: AbortSignal) => bench.call('KillShell', { shell_id }, signal);
const ended = (id: string) => tasks.ended(id, new AbortController().signal);
const said = async (id: string, text: string) => expect.poll(() => tasks.output(id) ?? '').toContain(text);

describe('a background command', () => {
  it('goes on beside the conversation, and is told by its id', async () => {
    const result = await start('echo started; read x < pipe; echo went on', { description: 'wait' });
    expect(result).toMatchObject({ success: true, summary: 'started shell-1', details: { shellId: 'shell-1' } });
    expect(result.text).toContain('bash_id shell-1');
    expect(tasks.get('shell-1')).toMatchObject({ kind: 'shell', status: expect.stringMatching(/running|failed/) });
    await ended('shell-1');
  });

  it('shows what is new, each line once, and how it ended', async () => {
    await bench.call('Bash', { command: 'mkfifo pipe' });
    await start('echo one; cat pipe; exit 3');
    await said('shell-1', 'one');
    expect((await output('shell-1')).text).toBe('one\n[shell-1: still running]');
    expect((await output('shell-1')).text).toBe('Nothing new.\n[shell-1: still running]');
    await bench.call('Bash', { command: 'echo two > pipe' });
    await ended('shell-1');
    const last = await output('shell-1');
    expect(last.text).toBe('two\n[shell-1: failed, exit code 3]');
    expect(last).toMatchObject({ success: true, summary: '1 new line, failed, exit code 3' });
  });

  it('shows only lines that match a filter, and the others are gone', async () => {
    await start('printf "ok 1\\nERROR 2\\nok 3\\n"');
    await ended('shell-1');
    expect((await output('shell-1', '^ERR')).text).toBe(
      'ERROR 2\n[2 lines do not match ^ERR]\n[shell-1: completed, exit code 0]',
    );
    expect((await output('shell-1')).text).toContain('Nothing new.');
  });

  it('reads a line only when all of it is there', async () => {
    await bench.call('Bash', { command: 'mkfifo pipe' });
    await start('printf "whole\\nER"; cat pipe');
    await said('shell-1', 'ER');
    expect((await output('shell-1', 'ERROR')).text).toContain('[1 line does not match ERROR]');
    await bench.call('Bash', { command: 'echo ROR > pipe' });
    await ended('shell-1');
    expect((await output('shell-1', 'ERROR')).text).toBe('ERROR\n[shell-1: completed, exit code 0]');
  });

  it('does not try a filter that could take for ever, and loses nothing', async () => {
    await start(`printf '%05000d\\n' 0`);
    await ended('shell-1');
    expect((await output('shell-1', '(?<=(0+)+)1')).error).toBe('INVALID_ARGS');
    expect((await output('shell-1', '(0+)+$')).text).toContain('0000');
  });

  it('cuts a flood in the middle', async () => {
    await start('seq 1 20000');
    await ended('shell-1');
    const { text } = await output('shell-1');
    expect(text).toMatch(/^1\n2\n/);
    expect(text).toMatch(/characters left out …\][^]*20000\n\[shell-1: completed, exit code 0\]$/);
    expect(text.length).toBeLessThan(10_100);
  });

  it('runs in the folder of the shell and does not move it', async () => {
    await bench.call('Bash', { command: 'mkdir in && cd in' });
    await start('pwd; cd ..');
    await ended('shell-1');
    expect((await output('shell-1')).text).toContain('/in\n');
    expect(bench.shell.cwd).toMatch(/\/in$/);
  });

  it('ends at its timeout, if it was given one', async () => {
    await start('sleep 60', { timeout: 50 });
    await ended('shell-1');
    expect(tasks.get('shell-1')).toMatchObject({ status: 'failed', exitCode: 143 });
  });

  it('is killed, and its output dropped', async () => {
    await start('echo ready; sleep 60');
    await said('shell-1', 'ready');
    const { result } = await kill('shell-1');
    expect(result.text).toBe('Ended shell-1 (stopped, exit code 143): echo ready; sleep 60');
    expect([tasks.get('shell-1')?.status, tasks.output('shell-1')]).toEqual(['stopped', '']);
    expect((await kill('shell-1')).result.text).toContain('had ended already (stopped, exit code 143)');
  });

  it('leaves nothing behind when it is killed, half a line that a filter held back neither', async () => {
    await start('printf "whole\\nhalf"; sleep 60');
    await said('shell-1', 'half');
    await output('shell-1', 'nothing');
    await kill('shell-1');
    expect((await output('shell-1')).text).toBe('Nothing new.\n[shell-1: stopped, exit code 143]');
  });

  it('ends when the thread is left', async () => {
    await start('sleep 60');
    leave.abort();
    await ended('shell-1');
    expect(tasks.get('shell-1')?.status).toBe('stopped');
  });

  it('waits for a kill no longer than a person wants', async () => {
    await start(`trap '' TERM; echo deaf; while :; do sleep 0.1; done`);
    await said('shell-1', 'deaf');
    const stop = new AbortController();
    const killing = kill('shell-1', stop.signal);
    stop.abort(new AbortReason('stopped', 'A person stopped the call.'));
    expect((await killing).result.error).toBe('ABORTED');
  });

  it.each([
    ['BashOutput of an id that is not there', 'BashOutput', { bash_id: 'shell-9' }, 'NOT_FOUND'],
    ['KillShell of an id that is not there', 'KillShell', { shell_id: 'shell-9' }, 'NOT_FOUND'],
    ['no id', 'BashOutput', {}, 'INVALID_ARGS'],
    ['a filter that is no pattern', 'BashOutput', { bash_id: 'shell-1', filter: '(' }, 'INVALID_ARGS'],
  ])('answers %s with its code', async (_what, name, input, code) => {
    await start('true');
    const { result } = await bench.call(name, input);
    expect(result.error).toBe(code);
    if (code === 'NOT_FOUND') expect(result.text).toMatch(/There are: shell-1 \((running|completed)\)/);
  });

  it('is not started or killed when that is denied', async () => {
    await start('sleep 60');
    bench.mode = 'dontAsk';
    expect((await bench.call('Bash', { command: 'sleep 1', run_in_background: true })).phase).toBe('denied');
    expect((await kill('shell-1')).phase).toBe('denied');
    expect(tasks.value.map(({ id, status }) => [id, status])).toEqual([['shell-1', 'running']]);
  });

  it('says so where there is no list of tasks', async () => {
    const poor = await createBench();
    const { result } = await poor.call('Bash', { command: 'true', run_in_background: true });
    expect(result.error).toBe('STORE_UNAVAILABLE');
    await poor.sandbox.dispose();
  });
});
