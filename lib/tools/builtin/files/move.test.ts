import { symlink } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AbortReason } from '../../result';
import { createBench, type Bench } from '../../testing/bench';

let bench: Bench;
const at = (path: string): string => `${bench.sandbox.workdir}/${path}`;
beforeEach(async () => {
  bench = await createBench();
  await bench.write('src/a.ts', 'one\n');
  await bench.write('src/lib/b.ts', 'two\n');
  await bench.write('photo.bin', new Uint8Array([0, 1, 2]));
});
afterEach(() => bench.sandbox.dispose());

const move = (source_path: string, destination_path: string, signal?: AbortSignal) =>
  bench.call('Move', { source_path, destination_path }, signal);
const isThere = (path: string) =>
  bench.sandbox.fs.stat(at(path)).then(
    () => true,
    () => false,
  );

describe('Move', () => {
  it('moves a file into folders that are made for it, and tells of it as a change', async () => {
    const { result } = await move('src/a.ts', 'src/new/deep/c.ts');
    expect([await isThere('src/a.ts'), await bench.text('src/new/deep/c.ts')]).toEqual([false, 'one\n']);
    expect(result.text).toBe('Moved src/a.ts to src/new/deep/c.ts.');
    expect(result.summary).toBe('Moved: a.ts → src/new/deep/c.ts');
    expect(result.diff).toMatchObject({ path: 'src/new/deep/c.ts', from: 'src/a.ts', change: 'move', added: 0 });
    expect(bench.blobs.get(result.diff?.afterHash ?? '')).toBe('one\n');
  });

  it('moves a folder with all it holds', async () => {
    const { result } = await move('src', 'lib');
    expect([await isThere('src'), await bench.text('lib/lib/b.ts')]).toEqual([false, 'two\n']);
    expect(result.text).toBe('Moved src to lib, 2 files.');
    expect(bench.blobs.get(result.diff?.beforeHash ?? '')).toBe('a.ts\nlib/b.ts\n');
  });

  it('answers in the language of the run', async () => {
    const chinese = await createBench(undefined, {}, { language: () => 'zh' });
    await chinese.write('src/a.ts', 'one\n');
    const call = async (name: string, input: object) => (await chinese.call(name, input)).result.text;
    expect([
      await call('Move', { source_path: 'src', destination_path: 'src/b' }),
      await call('Delete', { path: 'src' }),
      await call('Move', { source_path: 'src', destination_path: 'lib' }),
      await call('Delete', { path: 'lib/a.ts' }),
    ]).toEqual([
      expect.stringContaining('不能将 src 移动到它自身之内'),
      expect.stringContaining('目录 src 中有 1 个文件'),
      '已将 src 移动到 lib（1 个文件）。',
      '已删除 lib/a.ts（+0 −1）。',
    ]);
    await chinese.sandbox.dispose();
  });

  it('moves a binary file, and a link instead of what it leads to', async () => {
    expect((await move('photo.bin', 'picture.bin')).result.diff?.beforeHash).toMatch(/^[0-9a-f]{64}$/);
    await symlink(at('src'), at('link'));
    expect((await move('link', 'other')).result.success).toBe(true);
    expect([await isThere('src/a.ts'), await bench.sandbox.fs.realpath(at('other'))]).toEqual([true, at('src')]);
  });

  it('takes along that a file has been read', async () => {
    await bench.call('Read', { file_path: 'src/a.ts' });
    await move('src/a.ts', 'src/c.ts');
    expect((await bench.call('Write', { file_path: 'src/c.ts', content: 'new\n' })).result.success).toBe(true);
  });

  it.each([
    ['what is not there', 'none.ts', 'b.ts', 'NOT_FOUND'],
    ['over a file', 'src/a.ts', 'src/lib/b.ts', 'WRITE_ERROR'],
    ['onto a folder', 'src/a.ts', 'src/lib', 'IS_DIRECTORY'],
    ['into itself', 'src', 'src/lib/src', 'WRITE_ERROR'],
    ['to where it is', 'src/a.ts', './src/lib/../a.ts', 'NO_CHANGE'],
    ['below a file', 'photo.bin', 'src/a.ts/b', 'NOT_DIRECTORY'],
    ['nothing', '', 'b.ts', 'INVALID_ARGS'],
  ])('refuses to move %s', async (_what, from, to, code) => {
    expect((await move(from, to)).result).toMatchObject({ success: false, error: code });
    expect(await bench.text('src/lib/b.ts')).toBe('two\n');
  });

  it('keeps both ends inside the write roots, through links too', async () => {
    bench.writeRoots = ['src'];
    await symlink(at('src'), at('link'));
    expect((await move('src/a.ts', 'a.ts')).result.error).toBe('OUTSIDE_WRITE_ROOTS');
    expect((await move('photo.bin', 'src/photo.bin')).result.error).toBe('OUTSIDE_WRITE_ROOTS');
    expect((await move('link/a.ts', 'src/c.ts')).result.success).toBe(true);
  });

  it('never moves the project away', async () => {
    const { phase, result } = await move('.', '/tmp/elsewhere');
    expect([phase, result.error]).toEqual(['denied', 'BLACKLIST_DENIED']);
  });

  it('asks with a preview and a rule for both ends, and does nothing when refused or stopped', async () => {
    bench.mode = 'default';
    bench.answer = async () => ({ behavior: 'deny', reason: 'no' });
    expect((await move('src/a.ts', 'src/lib/a.ts')).phase).toBe('denied');
    expect(bench.asked[0]).toMatchObject({ suggestedRule: 'Move(src/**)', preview: { change: 'move' } });
    const stop = AbortSignal.abort(new AbortReason('stopped', 'A person stopped the call.'));
    expect((await move('src/a.ts', 'c.ts', stop)).result.error).toBe('ABORTED');
    expect(await isThere('src/a.ts')).toBe(true);
  });

  it('is denied by a rule about where it goes', async () => {
    bench.rules.push({ behavior: 'deny', rule: 'Move(secret/**)' });
    expect((await move('src/a.ts', 'secret/a.ts')).phase).toBe('denied');
  });
});
