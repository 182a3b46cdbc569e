import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFileCache } from '@/lib/stores/thread-memory';
import { createBench, type Bench } from '../../testing/bench';
import { pdfOf } from './testing/pdf-of';
import { realNotebook } from './notebook/testing/real-notebooks';
import { coreTools } from '..';

let bench: Bench;
beforeAll(async () => {
  bench = await createBench();
});
afterAll(() => bench.sandbox.dispose());

const lines = (text: string): string[] => text.split('\n');
const numbered = (...lines: string[]): string =>
  lines.map((line, index) => `${String(index + 1).padStart(6)}\t${line}\n`).join('');

describe('Read', () => {
  it.each([
    ['plain lines', 'one\ntwo\n', ['one', 'two']],
    ['no final line end', 'one\ntwo', ['one', 'two']],
    ['CRLF', 'one\r\ntwo\r\n', ['one', 'two']],
    ['a byte order mark', '\ufeffone\n', ['one']],
    ['emoji and combining letters', '👩‍👩‍👧 e\u0301\n', ['👩‍👩‍👧 e\u0301']],
    ['an empty line at the end', 'one\n\n', ['one', '']],
  ])('numbers the lines of a file with %s', async (name, content, lines) => {
    await bench.write(`${name}.txt`, content);
    const { result, phase } = await bench.call('Read', { file_path: `${name}.txt` });
    expect(phase).toBe('succeeded');
    expect(result.text.startsWith(numbered(...lines))).toBe(true);
    expect(result.details?.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(result.text).toContain(String(result.details?.hash).slice(0, 12));
  });

  it.each([
    ['UTF-16 with a mark', new Uint8Array([0xff, 0xfe, 0x68, 0, 0x69, 0]), 'hi'],
    ['Latin-1', new Uint8Array([0x63, 0x61, 0x66, 0xe9, 0x0a]), 'café'],
  ])('reads %s', async (name, bytes, line) => {
    await bench.write(name, bytes);
    const { result } = await bench.call('Read', { file_path: name });
    expect(result.text.startsWith(numbered(line))).toBe(true);
  });

  it('shows the asked-for lines and where to go on', async () => {
    await bench.write('long.txt', Array.from({ length: 30 }, (_, index) => `line ${index + 1}\n`).join(''));
    const { result } = await bench.call('Read', { file_path: 'long.txt', offset: 10, limit: 5 });
    expect(result.text).toMatch(/^ {4}10\tline 10\n.*14\tline 14\n\[long.txt: lines 10–14 of 30 .*offset 15\]$/s);
  });

  it('cuts long lines and stops below what a result may carry', async () => {
    await bench.write('wide.txt', `${'x'.repeat(5000)}\n`.repeat(100));
    const { result } = await bench.call('Read', { file_path: 'wide.txt' });
    expect(result.text).toContain('[… 3000 characters left out]');
    expect(result.text).toMatch(/lines 1–\d\d of 100 .*read on with offset/);
    expect(new TextEncoder().encode(result.text).length).toBeLessThan(64 * 1024);
  });

  it('cuts a long line between characters', async () => {
    await bench.write('emoji.txt', `${'x'.repeat(1999)}👍${'y'.repeat(10)}\n`);
    const { result } = await bench.call('Read', { file_path: 'emoji.txt' });
    expect(lines(result.text)[0]).toBe(`     1\t${'x'.repeat(1999)}👍[… 10 characters left out]`);
  });

  it('shows 2,000 lines unless it is asked for another number', async () => {
    await bench.write('rows.txt', 'x\n'.repeat(2001));
    const { result } = await bench.call('Read', { file_path: 'rows.txt' });
    expect(result.text).toMatch(/ {2}2000\tx\n\[rows.txt: lines 1–2000 of 2001 .* read on with offset 2001\]$/);
  });

  it('says that a file is empty', async () => {
    await bench.write('empty.txt', '');
    expect((await bench.call('Read', { file_path: 'empty.txt' })).result).toMatchObject({
      success: true,
      summary: 'empty',
    });
  });

  it('shows an image as an image, whatever its name', async () => {
    const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
    await bench.write('picture.txt', png);
    const { result } = await bench.call('Read', { file_path: 'picture.txt' });
    expect(result.content).toEqual([
      { type: 'image', mimeType: 'image/png', data: Buffer.from(png).toString('base64') },
    ]);
  });

  it('shows the text of a PDF page by page', async () => {
    await bench.write('report', pdfOf(['Quarterly (report)', '', 'Last page']));
    const { result } = await bench.call('Read', { file_path: 'report' });
    expect(lines(result.text)).toEqual([
      '[page 1 of 3]',
      'Quarterly (report)',
      '[page 2 of 3]',
      '[no text on this page]',
      '[page 3 of 3]',
      'Last page',
      expect.stringMatching(/^\[report: 6 lines · hash /),
    ]);
    const part = await bench.call('Read', { file_path: 'report', offset: 5, limit: 1 });
    expect(lines(part.result.text)[0]).toBe('[page 3 of 3]');
  });

  it('says what is wrong with a damaged PDF', async () => {
    await bench.write('broken.pdf', '%PDF-1.7 and nothing else');
    expect((await bench.call('Read', { file_path: 'broken.pdf' })).result).toMatchObject({ error: 'READ_ERROR' });
  });

  it('shows a notebook as cells, with what they put out and their images', async () => {
    await bench.write('a.ipynb', realNotebook('4.5'));
    const { result } = await bench.call('Read', { file_path: 'a.ipynb' });
    expect(result.text).toContain('[cell 1 · id setup-1 · code · run 1]\nimport math\n\nvalues = [1.0, 2.5, 4.0]');
    expect(result.text).toContain('print(len(values))\n[output]\n3\n\n[cell 2 · id mean_2');
    expect(result.text).toContain('[output]\n2.5\n');
    expect(result.text).toContain('plot(values)\n[output: image/png, attached]\n');
    expect(result.text).toContain('[error] ValueError: math domain error\n');
    expect(result.content).toEqual([{ type: 'image', mimeType: 'image/png', data: expect.stringMatching(/^iVBOR/) }]);
    const first = await bench.call('Read', { file_path: 'a.ipynb', limit: 3 });
    expect(first.result.content).toBeUndefined();
  });

  it('shows a damaged notebook as the text it is', async () => {
    await bench.write('damaged.ipynb', '{"cells": [\n');
    const { result } = await bench.call('Read', { file_path: 'damaged.ipynb' });
    expect(result.text.startsWith(numbered('{"cells": ['))).toBe(true);
  });

  it('takes an unchanged file from the cache, and a changed one anew', async () => {
    const fileCache = createFileCache(() => Date.now() + 60_000);
    const cached = await createBench(coreTools, { fileCache });
    await cached.write('a.txt', 'one\n');
    const reads: string[] = [];
    const { readFile } = cached.sandbox.fs;
    Object.assign(cached.sandbox.fs, {
      readFile(path: string) {
        reads.push(path);
        return readFile(path);
      },
    });
    const text = async () => (await cached.call('Read', { file_path: 'a.txt' })).result.text;
    expect([await text(), reads.length]).toEqual([await text(), 1]);
    await cached.call('Edit', { file_path: 'a.txt', old_string: 'one', new_string: 'two' });
    expect(await text()).toContain('two');
    expect(reads.length).toBe(2);
    await cached.sandbox.dispose();
  });

  it.each([
    ['a missing file', { file_path: 'no/such.txt' }, 'NOT_FOUND'],
    ['a folder', { file_path: '.' }, 'IS_DIRECTORY'],
    ['a binary file', { file_path: 'binary' }, 'BINARY_FILE'],
    ['a file over 10 MB', { file_path: 'huge' }, 'FILE_TOO_LARGE'],
    ['a line that is not there', { file_path: 'plain lines.txt', offset: 3 }, 'RANGE_INVALID'],
    ['a wrong field', { Path: 'a.txt' }, 'INVALID_ARGS'],
    ['a line 0', { file_path: 'plain lines.txt', offset: 0 }, 'INVALID_ARGS'],
  ])('answers %s with its code', async (_what, input, code) => {
    await bench.write('binary', new Uint8Array([1, 0, 2, 0]));
    await bench.write('huge', new Uint8Array(10 * 1024 * 1024 + 1));
    const { result } = await bench.call('Read', input);
    expect(result).toMatchObject({ success: false, error: code });
  });

  it('names the misspelt field', async () => {
    const { result, phase } = await bench.call('Read', { Path: 'a.txt' });
    expect(phase).toBe('invalid');
    expect(result.issues?.map(({ path, expected }) => [path, expected])).toEqual([
      ['$.file_path', 'present'],
      ['$.Path', 'absent'],
    ]);
  });
});
