import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AbortReason } from '../../result';
import { createBench, type Bench } from '../../testing/bench';

let bench: Bench;
beforeEach(async () => {
  bench = await createBench();
});
afterEach(() => bench.sandbox.dispose());

async function deleteRange(content: string, start_line: number, end_line: number, signal?: AbortSignal) {
  await bench.write('a.txt', content);
  await bench.call('Read', { file_path: 'a.txt' });
  return bench.call('DeleteRange', { file_path: 'a.txt', start_line, end_line }, signal);
}

describe('DeleteRange', () => {
  it('says what is gone and what is left', async () => {
    const { result } = await deleteRange('1\n2\n3\n4\n', 2, 3);
    expect(await bench.text('a.txt')).toBe('1\n4\n');
    expect(result.text).toBe('Deleted lines 2–3 of a.txt; it has 2 lines now (+0 −2).');
    expect(result).toMatchObject({ summary: 'Modified: a.txt (+0 −2)', diff: { change: 'modify', removed: 2 } });
  });

  it.each([
    ['the first line', '1\n2\n', 1, 1, '2\n'],
    ['all lines', '1\n2', 1, 2, ''],
    ['the last line, which has no end', '1\n2', 2, 2, '1\n'],
    ['lines of a file without a last line end', '1\n2\n3', 1, 2, '3'],
    ['lines that end in CRLF', '1\r\n2\r\n3\r\n', 2, 2, '1\r\n3\r\n'],
    ['lines of mixed ends', '1\r\n2\n3\r\n', 2, 2, '1\r\n3\r\n'],
    ['empty lines', '\n\n1\n', 1, 2, '1\n'],
    ['the line after a byte order mark', '\ufeff1\n👍\n', 1, 1, '\ufeff👍\n'],
  ])('deletes %s and leaves every other byte', async (_what, before, start, end, after) => {
    expect((await deleteRange(before, start, end)).result.success).toBe(true);
    expect(Buffer.from(await bench.bytes('a.txt')).toString()).toBe(after);
  });

  it.each([
    ['beyond the end', 2, 4, /a\.txt has 3 lines; there is no line 4/],
    ['backwards', 3, 2, /start_line 3 is after end_line 2; a\.txt has 3 lines/],
  ])('refuses a range %s, with the line count', async (_what, start, end, words) => {
    const { result } = await deleteRange('1\n2\n3\n', start, end);
    expect(result).toMatchObject({ error: 'RANGE_INVALID', details: { lines: 3 } });
    expect(result.text).toMatch(words);
    expect(await bench.text('a.txt')).toBe('1\n2\n3\n');
  });

  it('wants a file that exists, has been read, and is unchanged since', async () => {
    const call = () => bench.call('DeleteRange', { file_path: 'a.txt', start_line: 1, end_line: 1 });
    expect((await call()).result.error).toBe('NOT_FOUND');
    await bench.write('a.txt', '1\n');
    expect((await call()).result.error).toBe('FILE_NOT_READ');
    await bench.call('Read', { file_path: 'a.txt' });
    await bench.write('a.txt', '0\n1\n');
    expect((await call()).result.error).toBe('STALE_FILE');
  });

  it('counts lines from 1', async () => {
    expect((await deleteRange('1\n', 0, 1)).result.error).toBe('INVALID_ARGS');
  });

  it('changes nothing when refused or stopped', async () => {
    const stop = AbortSignal.abort(new AbortReason('stopped', 'A person stopped the call.'));
    expect((await deleteRange('1\n', 1, 1, stop)).result.error).toBe('ABORTED');
    bench.mode = 'plan';
    expect((await deleteRange('1\n', 1, 1)).phase).toBe('denied');
    expect(await bench.text('a.txt')).toBe('1\n');
  });
});
