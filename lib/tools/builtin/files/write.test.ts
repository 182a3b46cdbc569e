import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBench, type Bench } from '../../testing/bench';

let bench: Bench;
beforeEach(async () => {
  bench = await createBench();
});
afterEach(() => bench.sandbox.dispose());

describe('Write', () => {
  it('creates a file and its folders', async () => {
    const { result } = await bench.call('Write', { file_path: 'a/b/new.txt', content: 'one\ntwo\n' });
    expect(result).toMatchObject({ success: true, summary: 'Created: new.txt (+2 −0)' });
    expect(result.diff).toMatchObject({ path: 'a/b/new.txt', change: 'create', added: 2, removed: 0 });
    expect(result.diff?.beforeHash).toBeUndefined();
    expect(bench.blobs.get(result.diff?.afterHash ?? '')).toBe('one\ntwo\n');
    expect(await bench.text('a/b/new.txt')).toBe('one\ntwo\n');
  });

  it.each(['/proc/none/a.txt', 'taken/a.txt'])('fails at once where no folder can be made: %s', async (file_path) => {
    await bench.write('taken', 'one\n');
    const { result } = await bench.call('Write', { file_path, content: 'x' });
    expect(result.error).toMatch(/^(WRITE_ERROR|NOT_DIRECTORY)$/);
  });

  it('wants an existing file to be read first, and unchanged since', async () => {
    await bench.write('a.txt', 'old\n');
    const write = () => bench.call('Write', { file_path: 'a.txt', content: 'new\n' });
    expect((await write()).result.error).toBe('FILE_NOT_READ');
    await bench.call('Read', { file_path: 'a.txt' });
    await bench.write('a.txt', 'a person was here\n');
    expect((await write()).result.error).toBe('STALE_FILE');
    expect(await bench.text('a.txt')).toBe('a person was here\n');
    await bench.call('Read', { file_path: './a.txt' });
    expect((await write()).result).toMatchObject({ success: true, summary: 'Modified: a.txt (+1 −1)' });
    expect((await bench.call('Write', { file_path: 'a.txt', content: 'newer\n' })).result.success).toBe(true);
  });

  it('goes by expected_hash, which may be the beginning that Read shows', async () => {
    await bench.write('a.txt', 'old\n');
    const hash = String((await bench.call('Read', { file_path: 'a.txt' })).result.details?.hash);
    const write = (expected_hash: string) =>
      bench.call('Write', { file_path: 'a.txt', content: 'new\n', expected_hash });
    expect((await write('0'.repeat(64))).result.error).toBe('STALE_FILE');
    expect((await write('not a hash')).result.error).toBe('INVALID_ARGS');
    expect((await write(hash.slice(0, 12))).result.success).toBe(true);
  });

  it.each([
    ['a byte order mark', [0xef, 0xbb, 0xbf, 0x61, 0x0a], 'é\n', [0xef, 0xbb, 0xbf, 0xc3, 0xa9, 0x0a]],
    ['CRLF', [0x61, 0x0d, 0x0a], 'b\nc\n', [0x62, 0x0d, 0x0a, 0x63, 0x0d, 0x0a]],
    ['Latin-1', [0xe9, 0x0a], 'ü', [0xfc]],
    ['UTF-16', [0xfe, 0xff, 0x00, 0x61], 'b', [0xfe, 0xff, 0x00, 0x62]],
  ])('keeps %s of an existing file', async (_what, before, content, after) => {
    await bench.write('a.txt', new Uint8Array(before));
    await bench.call('Read', { file_path: 'a.txt' });
    expect((await bench.call('Write', { file_path: 'a.txt', content })).result.success).toBe(true);
    expect([...(await bench.bytes('a.txt'))]).toEqual(after);
  });

  it.each([
    ['the same content', { file_path: 'a.txt', content: 'old\n' }, 'NO_CHANGE'],
    ['a folder', { file_path: '.', content: '' }, 'IS_DIRECTORY'],
    ['a file as a folder', { file_path: 'a.txt/b', content: '' }, 'NOT_DIRECTORY'],
    ['no content', { file_path: 'b.txt' }, 'INVALID_ARGS'],
  ])('answers %s with its code', async (_what, input, code) => {
    await bench.write('a.txt', 'old\n');
    await bench.call('Read', { file_path: 'a.txt' });
    expect((await bench.call('Write', input)).result).toMatchObject({ success: false, error: code });
  });

  it('writes nothing when it is refused or stopped', async () => {
    bench.mode = 'default';
    bench.answer = async () => ({ behavior: 'deny', reason: 'not there' });
    const refused = await bench.call('Write', { file_path: 'a.txt', content: 'x' });
    expect(refused).toMatchObject({
      phase: 'denied',
      result: { error: 'GATE_DENIED', denial: { reason: 'not there' } },
    });
    const stopped = await bench.call('Write', { file_path: 'a.txt', content: 'x' }, AbortSignal.abort());
    expect(stopped).toMatchObject({ phase: 'aborted', result: { error: 'ABORTED' } });
    await expect(bench.text('a.txt')).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('shows a person what it would do, without doing it', async () => {
    bench.mode = 'default';
    bench.answer = async () => ({ behavior: 'deny', reason: '' });
    await bench.call('Write', { file_path: 'src/a.txt', content: 'x\n' });
    expect(bench.asked[0]).toMatchObject({ suggestedRule: 'Write(src/**)', preview: { change: 'create', added: 1 } });
  });
});
