import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SandboxError } from '@/lib/ports';
import { AbortReason } from '../../result';
import { createBench, type Bench } from '../../testing/bench';

let bench: Bench;
beforeAll(async () => {
  bench = await createBench();
  await bench.write('.gitignore', 'dist\n');
  await bench.write('src/a.ts', 'export const alpha = 1;\n// beta\n// gamma\nexport const delta = 2;\n');
  await bench.write('src/b.ts', 'import { alpha } from "./a";\r\nALPHA\r\n');
  await bench.write('notes.md', 'alpha 👍');
  await bench.write('dist/out.js', 'alpha\n');
  await bench.write('binary', new Uint8Array([0, 1, 2]));
});
afterAll(() => bench.sandbox.dispose());

const grep = async (input: object) => (await bench.call('Grep', input)).result;
const sorted = (text: string): string[] => text.split('\n').sort();

describe('Glob', () => {
  it('lists absolute paths and leaves out what .gitignore names', async () => {
    const { result } = await bench.call('Glob', { pattern: '**/*.{ts,js}' });
    expect(sorted(result.text)).toEqual(['a.ts', 'b.ts'].map((name) => `${bench.sandbox.workdir}/src/${name}`));
    expect(result.summary).toBe('2 files');
  });

  it('says so when nothing matches', async () => {
    const { result } = await bench.call('Glob', { pattern: '*.py', path: 'src' });
    expect(result).toMatchObject({ success: true, summary: '0 files' });
    expect(result.text).toContain('No file below');
  });

  it.each([
    ['a missing folder', { pattern: '*', path: 'none' }, 'NOT_FOUND'],
    ['a file', { pattern: '*', path: 'notes.md' }, 'NOT_DIRECTORY'],
    ['no pattern', {}, 'INVALID_ARGS'],
  ])('answers %s with its code', async (_what, input, code) => {
    expect((await bench.call('Glob', input)).result.error).toBe(code);
  });
});

describe('a search that the sandbox ends', () => {
  /** A sandbox whose searches go on until they are stopped, or end with this code. */
  async function ending(code: string | undefined) {
    const other = await createBench();
    const stop = new AbortController();
    const search = (_query: unknown, signal?: AbortSignal) =>
      new Promise<never>((_resolve, reject) => {
        if (code !== undefined) return reject(new SandboxError(code, 'it ended'));
        signal?.addEventListener('abort', () => reject(new SandboxError('ECANCELED', 'the search was cancelled')));
        stop.abort(new AbortReason('stopped', 'A person stopped the call.'));
      });
    Object.assign(other.sandbox, { search, glob: search });
    return { other, signal: stop.signal };
  }

  it.each([
    ['Grep', undefined, 'ABORTED', 'A person stopped the call.'],
    ['Glob', undefined, 'ABORTED', 'A person stopped the call.'],
    ['Glob', 'ETIMEDOUT', 'TIMEOUT', 'took too long'],
    ['Grep', 'EIO', 'READ_ERROR', 'it ended'],
  ])('is for %s with %s %s', async (name, code, error, words) => {
    const { other, signal } = await ending(code);
    const { result } = await other.call(name, { pattern: 'x' }, signal);
    expect(result.error).toBe(error);
    expect(result.text).toContain(words);
    await other.sandbox.dispose();
  });
});

describe('Grep', () => {
  it('names the files that match by default', async () => {
    expect(sorted((await grep({ pattern: 'alpha' })).text)).toEqual(['notes.md', 'src/a.ts', 'src/b.ts']);
  });

  it.each([
    [
      'lines',
      { output_mode: 'content', path: 'src/a.ts', pattern: 'export' },
      ['src/a.ts:1:export const alpha = 1;', 'src/a.ts:4:export const delta = 2;'],
    ],
    [
      'lines without numbers',
      { output_mode: 'content', path: 'src/b.ts', pattern: 'ALPHA', '-n': false },
      ['src/b.ts:ALPHA'],
    ],
    ['counts', { output_mode: 'count', path: 'src/b.ts', pattern: 'alpha', '-i': true }, ['src/b.ts:2']],
    [
      'lines after',
      { output_mode: 'content', path: 'src/a.ts', pattern: 'alpha', '-A': 1 },
      ['src/a.ts:1:export const alpha = 1;', 'src/a.ts-2-// beta'],
    ],
    [
      'lines before',
      { output_mode: 'content', path: 'src/a.ts', pattern: 'delta', '-B': 1 },
      ['src/a.ts-3-// gamma', 'src/a.ts:4:export const delta = 2;'],
    ],
    [
      'groups',
      { output_mode: 'content', path: 'src/a.ts', pattern: 'export', '-A': 1, '-B': 0 },
      ['src/a.ts:1:export const alpha = 1;', 'src/a.ts-2-// beta', '--', 'src/a.ts:4:export const delta = 2;'],
    ],
    [
      'matches over lines',
      { output_mode: 'content', path: 'src/a.ts', pattern: 'beta.*gamma', multiline: true },
      ['src/a.ts:2:// beta', 'src/a.ts:3:// gamma'],
    ],
    ['files of a kind', { pattern: 'alpha', type: 'md' }, ['notes.md']],
    ['files by glob', { pattern: 'alpha', glob: 'b.*' }, ['src/b.ts']],
  ])('shows %s', async (_what, input, lines) => {
    expect((await grep(input)).text.split('\n')).toEqual(lines);
  });

  it('stops at head_limit and says how much is left', async () => {
    const { text } = await grep({ pattern: 'a', head_limit: 1, output_mode: 'content' });
    expect(text).toMatch(/^[^\n]+\n\[… \d+ more; narrow the search, or raise head_limit\]$/);
  });

  it('cuts long lines between characters', async () => {
    await bench.write('wide/a.txt', `${'x'.repeat(499)}👍${'y'.repeat(10)}`);
    const { text } = await grep({ pattern: 'x', path: 'wide', output_mode: 'content' });
    expect(text).toBe(`wide/a.txt:1:${'x'.repeat(499)}👍[… 10 characters left out]`);
  });

  it('says so when nothing matches', async () => {
    expect(await grep({ pattern: 'nowhere to be found' })).toMatchObject({ success: true, text: 'Nothing matches.' });
  });

  it('points at an invalid pattern', async () => {
    const result = await grep({ pattern: 'open(' });
    expect(result.error).toBe('INVALID_ARGS');
    expect(result.issues?.[0]).toMatchObject({
      path: '$.pattern',
      message: expect.stringContaining('Unterminated group'),
    });
  });

  it.each([
    ['a missing folder', { pattern: 'a', path: 'none' }, 'NOT_FOUND'],
    ['an unknown type', { pattern: 'a', type: 'klingon' }, 'INVALID_ARGS'],
    ['a line end inside a line', { pattern: 'a\\nb' }, 'INVALID_ARGS'],
    ['a broken glob', { pattern: 'a', glob: '{a' }, 'INVALID_ARGS'],
    ['an unknown mode', { pattern: 'a', output_mode: 'lines' }, 'INVALID_ARGS'],
  ])('answers %s with its code', async (_what, input, code) => {
    expect((await grep(input)).error).toBe(code);
  });
});
