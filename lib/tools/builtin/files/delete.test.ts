import { symlink } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AbortReason } from '../../result';
import { createBench, type Bench } from '../../testing/bench';

let bench: Bench;
const at = (path: string): string => `${bench.sandbox.workdir}/${path}`;
beforeEach(async () => {
  bench = await createBench();
  await bench.write('src/a.ts', 'one\ntwo\n');
  await bench.write('src/lib/b.ts', 'two\n');
});
afterEach(() => bench.sandbox.dispose());

const remove = (path: string, recursive?: boolean, signal?: AbortSignal) =>
  bench.call('Delete', { path, recursive }, signal);
const isThere = (path: string) =>
  bench.sandbox.fs.stat(at(path)).then(
    () => true,
    () => false,
  );

describe('Delete', () => {
  it('deletes a file and keeps what it was', async () => {
    const { result } = await remove('src/a.ts');
    expect(await isThere('src/a.ts')).toBe(false);
    expect(result.text).toBe('Deleted src/a.ts (+0 −2).');
    expect(result).toMatchObject({ summary: 'Deleted: a.ts (+0 −2)', diff: { path: 'src/a.ts', change: 'delete' } });
    expect(bench.blobs.get(result.diff?.beforeHash ?? '')).toBe('one\ntwo\n');
  });

  it('deletes a folder with all it holds only when told so', async () => {
    const refused = await remove('src');
    expect(refused.result.error).toBe('IS_DIRECTORY');
    expect(refused.result.text).toContain('holds 2 files');
    const { result } = await remove('src', true);
    expect(await isThere('src')).toBe(false);
    expect(result.text).toBe('Deleted src (2 files).');
    expect(result.diff?.patch).toContain('-a.ts\n-lib/b.ts\n');
  });

  it('deletes an empty folder, and of a link only the link', async () => {
    await bench.sandbox.fs.mkdir(at('empty'));
    expect((await remove('empty')).result.text).toBe('Deleted empty (0 files).');
    await symlink(at('src'), at('link'));
    expect((await remove('link')).result.text).toBe('Deleted link (a link).');
    expect([await isThere('link'), await isThere('src/a.ts')]).toEqual([false, true]);
  });

  it('deletes what no text can be shown of', async () => {
    await bench.write('photo.bin', new Uint8Array([0, 1, 2]));
    await bench.write('huge.txt', 'x'.repeat(10 * 1024 * 1024 + 1));
    expect((await remove('photo.bin')).result.diff?.patch).toBe('Binary file photo.bin deleted\n');
    expect((await remove('huge.txt')).result.success).toBe(true);
    expect([await isThere('photo.bin'), await isThere('huge.txt')]).toEqual([false, false]);
  });

  it('forgets that the file was read', async () => {
    await bench.call('Read', { file_path: 'src/a.ts' });
    await remove('src/a.ts');
    await bench.write('src/a.ts', 'one\ntwo\n');
    expect((await bench.call('Write', { file_path: 'src/a.ts', content: '' })).result.error).toBe('FILE_NOT_READ');
  });

  it.each([
    ['what is not there', 'none.ts', 'NOT_FOUND'],
    ['below a file', 'src/a.ts/b', 'NOT_DIRECTORY'],
    ['nothing', '', 'INVALID_ARGS'],
  ])('refuses to delete %s', async (_what, path, code) => {
    expect((await remove(path)).result).toMatchObject({ success: false, error: code });
  });

  it.each([['.'], ['/'], ['~'], ['/etc'], ['src/../..']])('never deletes %s, whatever is allowed', async (path) => {
    bench.rules.push({ behavior: 'allow', rule: 'Delete' });
    const { phase, result } = await remove(path, true);
    expect([phase, result.error]).toEqual(['denied', 'BLACKLIST_DENIED']);
    expect(await isThere('src/a.ts')).toBe(true);
  });

  it('stays inside the write roots', async () => {
    bench.writeRoots = ['src/lib'];
    expect((await remove('src/a.ts')).result.error).toBe('OUTSIDE_WRITE_ROOTS');
    expect((await remove('src/lib/b.ts')).result.success).toBe(true);
  });

  it('is dangerous: even mode auto asks, with a preview, and a refusal changes nothing', async () => {
    bench.mode = 'auto';
    bench.answer = async () => ({ behavior: 'deny', reason: 'no' });
    expect((await remove('src/a.ts')).phase).toBe('denied');
    expect(bench.asked[0]).toMatchObject({
      suggestedRule: 'Delete(src/**)',
      preview: { change: 'delete', removed: 2 },
    });
    const stop = AbortSignal.abort(new AbortReason('stopped', 'A person stopped the call.'));
    expect((await remove('src/a.ts', false, stop)).result.error).toBe('ABORTED');
    expect(await isThere('src/a.ts')).toBe(true);
  });
});
