import { symlink } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AbortReason } from '../../result';
import { createBench, type Bench } from '../../testing/bench';

let bench: Bench;
const at = (path: string): string => `${bench.sandbox.workdir}/${path}`;
beforeEach(async () => {
  bench = await createBench();
});
afterEach(() => bench.sandbox.dispose());

const ls = (input: object = {}, signal?: AbortSignal) => bench.call('Ls', input, signal);

describe('Ls', () => {
  it('lists folders first, hidden and ignored files too, and where links lead', async () => {
    await bench.write('.gitignore', 'dist\n');
    await bench.write('dist/out.js', '');
    await bench.write('b.ts', '');
    await symlink(at('b.ts'), at('a-link'));
    await symlink(at('gone'), at('z-link'));
    const { result } = await ls();
    expect(result.text.split('\n')).toEqual([
      `${bench.sandbox.workdir}: 1 folder, 4 files`,
      'dist/',
      '.gitignore',
      `a-link → ${at('b.ts')}`,
      'b.ts',
      'z-link → nothing that exists',
    ]);
    expect(result.summary).toBe('1 folder, 4 files');
  });

  it('says so when a folder is empty', async () => {
    await bench.sandbox.fs.mkdir(at('empty'));
    expect((await ls({ path: 'empty' })).result).toMatchObject({ success: true, text: `${at('empty')} is empty.` });
  });

  it('shows the first 500 of a great many and says how many are left', async () => {
    await Promise.all(Array.from({ length: 503 }, (_, index) => bench.write(`many/f${index + 1000}`, '')));
    const { result } = await ls({ path: 'many' });
    expect(result.summary).toBe('0 folders, 503 files');
    expect(result.text).toMatch(/\nf1499\n\[… 3 more; look for what you want with Glob\]$/);
  });

  it.each([
    ['a missing folder', { path: 'none' }, 'NOT_FOUND'],
    ['a file', { path: 'b.ts' }, 'NOT_DIRECTORY'],
    ['a field it does not know', { folder: '.' }, 'INVALID_ARGS'],
  ])('answers %s with its code', async (_what, input, code) => {
    await bench.write('b.ts', '');
    expect((await ls(input)).result.error).toBe(code);
  });

  it('reads in plan mode, is denied by a rule, and does not begin once stopped', async () => {
    bench.mode = 'plan';
    await bench.write('secret/key', '');
    expect((await ls()).result.success).toBe(true);
    bench.rules.push({ behavior: 'deny', rule: 'Ls(secret)' });
    expect((await ls({ path: 'secret' })).phase).toBe('denied');
    const stop = AbortSignal.abort(new AbortReason('stopped', 'A person stopped the call.'));
    expect((await ls({}, stop)).result.error).toBe('ABORTED');
  });
});
