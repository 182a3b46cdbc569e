import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBench, type Bench } from '../../testing/bench';
import { replaceText } from './replace-text';

let bench: Bench;
beforeEach(async () => {
  bench = await createBench();
});
afterEach(() => bench.sandbox.dispose());

async function edit(content: string | Uint8Array, change: object) {
  await bench.write('a.ts', content);
  await bench.call('Read', { file_path: 'a.ts' });
  return bench.call('Edit', { file_path: 'a.ts', ...change });
}

describe('Edit', () => {
  it('replaces what occurs once, and says where and how much', async () => {
    const { result } = await edit('one\ntwo\nthree\n', { old_string: 'two', new_string: '2a\n2b' });
    expect(result.text).toBe('Edited a.ts at line 2 (+2 −1).');
    expect(result.summary).toBe('Modified: a.ts (+2 −1)');
    expect(result.diff).toMatchObject({ path: 'a.ts', change: 'modify', added: 2, removed: 1 });
    expect(result.diff?.patch).toContain('-two\n+2a\n+2b\n');
    expect(bench.blobs.get(result.diff?.beforeHash ?? '')).toBe('one\ntwo\nthree\n');
    expect(await bench.text('a.ts')).toBe('one\n2a\n2b\nthree\n');
  });

  it.each([
    ['LF text in a CRLF file', 'a\r\nb\r\nc\r\n', 'a\nb', 'x\ny', 'x\r\ny\r\nc\r\n'],
    ['CRLF text in an LF file', 'a\nb\nc\n', 'a\r\nb', 'x', 'x\nc\n'],
    ['one line of a file of mixed line ends', 'a\r\nb\nc\r\nd\n', 'c', 'x', 'a\r\nb\nx\r\nd\n'],
    ['the last line without a line end', 'a\nb', 'b', 'c', 'a\nc'],
    ['a line with its line end', 'a\r\nb\r\nc\r\n', 'b\n', '', 'a\r\nc\r\n'],
    ['text beside emoji', '👩‍👩‍👧 old 👍\n', 'old', 'new', '👩‍👩‍👧 new 👍\n'],
    ['text after a byte order mark', '\ufeffold\r\n', 'old', 'new', '\ufeffnew\r\n'],
    ['text with special characters of replacements', 'a $1 b\n', '$1', '$& $$', 'a $& $$ b\n'],
  ])('replaces %s and leaves every other byte', async (_what, before, old_string, new_string, after) => {
    const { result } = await edit(before, { old_string, new_string });
    expect(result.success).toBe(true);
    expect(Buffer.from(await bench.bytes('a.ts'))).toEqual(Buffer.from(after));
  });

  it('changes one line of 10 MB, and every one of very many', async () => {
    const line = `${'x'.repeat(62)}\r\n`;
    const rows = Math.floor((10 * 1024 * 1024) / line.length) - 1;
    const before = `\ufeff${line.repeat(rows)}needle 👍`;
    const once = await edit(before, { old_string: 'needle', new_string: 'pin' });
    expect(once.result).toMatchObject({ success: true, summary: 'Modified: a.ts (+1 −1)' });
    expect((await bench.bytes('a.ts')).length).toBe(new TextEncoder().encode(before).length - 3);
    const all = { file_path: 'a.ts', old_string: 'xx\n', new_string: 'xy\n', replace_all: true };
    expect((await bench.call('Edit', all)).result.text).toContain(`in ${rows} places`);
    expect((await bench.text('a.ts')).endsWith(`${'x'.repeat(61)}y\r\npin 👍`)).toBe(true);
  });

  it('lists the lines of several matches and wants more context', async () => {
    const { result } = await edit('x\ny\nx\n', { old_string: 'x', new_string: 'z' });
    expect(result).toMatchObject({ error: 'TEXT_MULTIPLE_MATCHES', details: { lines: [1, 3] } });
    expect(result.text).toMatch(/occurs 2 times in a.ts, at lines 1, 3.*more of the lines around/);
    expect(await bench.text('a.ts')).toBe('x\ny\nx\n');
    const change = { given: 'a.ts', old: 'x', new: 'z', all: false };
    expect(replaceText('x\ny\nx\n', change, { language: 'zh' })).toMatchObject({
      failure: { text: expect.stringContaining('（2 处，第 1、3 行）') },
    });
  });

  it('replaces every match if asked to', async () => {
    const { result } = await edit('x\ny\nx\n', { old_string: 'x', new_string: 'z', replace_all: true });
    expect(result.text).toContain('in 2 places, at lines 1, 3');
    expect(await bench.text('a.ts')).toBe('z\ny\nz\n');
  });

  it('names the first of very many lines', async () => {
    const { result } = await edit('x\n'.repeat(30), { old_string: 'x', new_string: 'z', replace_all: true });
    expect(result.text).toMatch(/^Edited a.ts in 30 places, at lines 1, 2, .*, 19, 20, … \(\+30 −30\)\.$/);
  });

  it('shows the nearest lines when the text is not there', async () => {
    const content = 'import x\n\nfunction total(items) {\n\treturn sum(items);\n}\n';
    const { result } = await edit(content, {
      old_string: 'function total(item) {\n  return sum(item);',
      new_string: '',
    });
    expect(result.error).toBe('TEXT_NOT_FOUND');
    expect(result.text).toContain('     3\tfunction total(items) {\n     4\t\treturn sum(items);');
  });

  it.each([
    ['equal strings', { old_string: 'a', new_string: 'a' }, 'NO_CHANGE'],
    ['strings that differ in line ends only', { old_string: 'a\nb', new_string: 'a\r\nb' }, 'NO_CHANGE'],
    ['an empty old_string', { old_string: '', new_string: 'a' }, 'INVALID_ARGS'],
    ['a missing file', { file_path: 'b.ts', old_string: 'a', new_string: 'b' }, 'NOT_FOUND'],
    ['a stale hash', { old_string: 'a', new_string: 'b', expected_hash: '00000000' }, 'STALE_FILE'],
  ])('answers %s with its code', async (_what, change, code) => {
    expect((await edit('a\r\nb\r\n', change)).result).toMatchObject({ success: false, error: code });
  });

  it('wants the file to be read first', async () => {
    await bench.write('a.ts', 'a\n');
    const { result } = await bench.call('Edit', { file_path: 'a.ts', old_string: 'a', new_string: 'b' });
    expect(result.error).toBe('FILE_NOT_READ');
  });

  it('changes nothing when refused, and offers a rule and a preview', async () => {
    bench.mode = 'default';
    bench.answer = async () => ({ behavior: 'deny', reason: 'no' });
    expect((await edit('a\n', { old_string: 'a', new_string: 'b' })).phase).toBe('denied');
    expect(bench.asked[0]).toMatchObject({
      title: 'Edit a.ts',
      suggestedRule: 'Edit(**)',
      preview: { added: 1, removed: 1 },
    });
    expect(await bench.text('a.ts')).toBe('a\n');
  });
});
