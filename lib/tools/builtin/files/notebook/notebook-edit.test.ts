import { validate } from '@/lib/schema';
import { writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AbortReason } from '../../../result';
import { eraseTool } from '../../../tool';
import { createBench, type Bench } from '../../../testing/bench';
import { coreTools } from '../..';
import { nbformatSchema } from './testing/nbformat-schema';
import { realNotebook } from './testing/real-notebooks';
import { notebookEdit } from './notebook-edit';

let bench: Bench;
beforeEach(async () => {
  bench = await createBench([...coreTools, eraseTool(notebookEdit)]);
});
afterEach(() => bench.sandbox.dispose());

type Format = '4.4' | '4.5';
const formats: readonly Format[] = ['4.4', '4.5'];

async function edit(content: string, change: object, signal?: AbortSignal) {
  await bench.write('a.ipynb', content);
  await bench.call('Read', { file_path: 'a.ipynb' });
  return bench.call('NotebookEdit', { notebook_path: 'a.ipynb', ...change }, signal);
}
const lines = (text: string): string[] => text.split('\n');
const issuesOf = (text: string, format: Format) => {
  const checked = validate(nbformatSchema(format === '4.5' ? 5 : 4), JSON.parse(text));
  return checked.ok ? [] : checked.issues;
};

describe('the fixtures', () => {
  it.each(formats)('are valid notebooks of format %s', (format) => {
    expect(issuesOf(realNotebook(format), format)).toEqual([]);
  });

  it('are told apart by the schemas', () => {
    const withIds = realNotebook('4.5').replace('"nbformat_minor": 5', '"nbformat_minor": 4');
    expect(issuesOf(withIds, '4.4')).not.toEqual([]);
    expect(issuesOf(realNotebook('4.4'), '4.5')).not.toEqual([]);
    expect(issuesOf(realNotebook('4.5').replace('"execution_count": 1,', ''), '4.5')).not.toEqual([]);
  });
});

describe.each(formats)('NotebookEdit, format %s', (format) => {
  const original = realNotebook(format);

  it.each([
    ['replaces code', { cell_index: 1, new_source: 'x = 1\nprint(x)\n' }],
    ['replaces Markdown', { cell_index: 0, new_source: '# Other "words" 👍\n' }],
    ['empties a cell', { cell_index: 2, new_source: '' }],
    ['makes Markdown of code', { cell_index: 2, new_source: 'gone', cell_type: 'markdown' }],
    ['makes code of Markdown', { cell_index: 0, new_source: '1', cell_type: 'code' }],
    ['makes a raw cell of Markdown', { cell_index: 0, new_source: '1', cell_type: 'raw' }],
    ['inserts code at the beginning', { edit_mode: 'insert', cell_type: 'code', new_source: 'a\nb' }],
    ['inserts Markdown at the end', { edit_mode: 'insert', cell_index: 5, cell_type: 'markdown', new_source: 'end' }],
    ['inserts a raw cell', { edit_mode: 'insert', cell_index: 2, cell_type: 'raw', new_source: 'x' }],
    ['deletes the first cell', { edit_mode: 'delete', cell_index: 0 }],
    ['deletes the last cell', { edit_mode: 'delete', cell_index: 5 }],
  ])('%s and leaves a valid notebook in which every other cell is as it was', async (what, change) => {
    const { result } = await edit(original, change);
    expect(result).toMatchObject({ success: true, diff: { path: 'a.ipynb', change: 'modify' } });
    const text = await bench.text('a.ipynb');
    if (process.env.KEEP) writeFileSync(`${process.env.KEEP}/${format} ${what}.ipynb`, text);
    expect(issuesOf(text, format)).toEqual([]);
    const [before, after] = [JSON.parse(original), JSON.parse(text)];
    expect({ ...after, cells: [] }).toEqual({ ...before, cells: [] });
    const same = (cell: unknown) =>
      after.cells.some((other: unknown) => JSON.stringify(other) === JSON.stringify(cell));
    expect(before.cells.filter((cell: unknown) => !same(cell)).length).toBeLessThanOrEqual(1);
    expect(text).toContain('"serial": 12345678901234567890');
    expect(text).toContain('"factor": 1.0');
    expect(text.endsWith('}\n')).toBe(true);
  });

  it('changes no line beside those of the source, and keeps metadata and outputs', async () => {
    const { result } = await edit(original, { cell_index: 1, new_source: 'import math\n\nvalues = [1]\nprint(1)' });
    const [before, after] = [lines(original), lines(await bench.text('a.ipynb'))];
    const changed = before.filter((line, index) => after[index] !== line);
    expect(changed).toEqual(['    "values = [1.0, 2.5, 4.0]\\n",', '    "print(len(values))"']);
    expect(result.text).toMatch(/^Replaced cell 1( \(id setup-1\))? of a\.ipynb; it has 6 cells now \(\+2 −2\)\.$/);
  });

  it('drops outputs only where the cell is code no more', async () => {
    await edit(original, { cell_index: 2, new_source: 'text', cell_type: 'markdown' });
    const cell = JSON.parse(await bench.text('a.ipynb')).cells[2];
    expect(Object.keys(cell).filter((key) => key !== 'id')).toEqual(['cell_type', 'metadata', 'source']);
  });
});

describe('NotebookEdit', () => {
  const original = realNotebook('4.5');

  it('finds cells by their id, and gives a new one an id of its own that the preview had', async () => {
    bench.mode = 'default';
    const { result } = await edit(original, {
      edit_mode: 'insert',
      cell_id: 'mean_2',
      cell_type: 'code',
      new_source: 'x',
    });
    const { cells } = JSON.parse(await bench.text('a.ipynb'));
    expect(cells[3]).toMatchObject({ cell_type: 'code', source: ['x'], outputs: [], execution_count: null });
    expect(cells[3].id).toMatch(/^[0-9a-f]{8}$/);
    expect(result.text).toContain(`Inserted cell 3 (id ${cells[3].id})`);
    expect(bench.asked[0]?.preview?.patch).toContain(cells[3].id);
    expect(bench.asked[0]).toMatchObject({ suggestedRule: 'NotebookEdit(**)', title: 'Insert a cell of a.ipynb' });
  });

  it('deletes the only cell', async () => {
    const only = JSON.stringify({
      cells: [{ cell_type: 'raw', metadata: {}, source: 'x' }],
      metadata: {},
      nbformat: 4,
    });
    await edit(only.replace('"nbformat":4', '"nbformat":4,"nbformat_minor":4'), { edit_mode: 'delete', cell_index: 0 });
    expect(JSON.parse(await bench.text('a.ipynb')).cells).toEqual([]);
  });

  it('keeps CRLF', async () => {
    await edit(original.replaceAll('\n', '\r\n'), { cell_id: 'plot', new_source: 'a\nb' });
    const text = await bench.text('a.ipynb');
    expect(text.replaceAll('\r\n', '')).not.toContain('\n');
    expect(issuesOf(text, '4.5')).toEqual([]);
  });

  it.each([
    [
      'an id that is not there',
      original,
      { cell_id: 'none', new_source: 'x' },
      'NOT_FOUND',
      /There are: intro, setup-1/,
    ],
    ['a place beyond the end', original, { cell_index: 6, new_source: 'x' }, 'RANGE_INVALID', /has 6 cells/],
    ['both id and place', original, { cell_id: 'plot', cell_index: 1, new_source: 'x' }, 'INVALID_ARGS', /not both/],
    ['no cell', original, { new_source: 'x' }, 'INVALID_ARGS', /say which one/],
    ['no text', original, { cell_id: 'plot' }, 'INVALID_ARGS', /give its text/],
    ['no type', original, { edit_mode: 'insert', new_source: 'x' }, 'INVALID_ARGS', /give cell_type/],
    ['another mode', original, { edit_mode: 'append' }, 'INVALID_ARGS', /edit_mode/],
    ['the same text', original, { cell_id: 'plot', new_source: 'plot(values)' }, 'NO_CHANGE', /already/],
    [
      'an old format',
      '{"nbformat": 3, "worksheets": []}',
      { cell_index: 0, new_source: '' },
      'UNSUPPORTED',
      /format 3/,
    ],
    ['no notebook', '{}', { cell_index: 0, new_source: 'x' }, 'READ_ERROR', /not a Jupyter notebook/],
    ['no JSON', 'hello', { cell_index: 0, new_source: 'x' }, 'READ_ERROR', /not a Jupyter notebook/],
  ])('answers %s with its code and what to do', async (_what, content, change, code, words) => {
    const { result } = await edit(content, change);
    expect(result).toMatchObject({ success: false, error: code });
    expect(result.text).toMatch(words);
    expect(await bench.text('a.ipynb')).toBe(content);
  });

  it('wants a notebook that exists, has been read, and is unchanged since', async () => {
    const call = () => bench.call('NotebookEdit', { notebook_path: 'a.ipynb', cell_id: 'plot', new_source: 'x' });
    expect((await call()).result.error).toBe('NOT_FOUND');
    await bench.write('a.ipynb', original);
    expect((await call()).result.error).toBe('FILE_NOT_READ');
    await bench.call('Read', { file_path: 'a.ipynb' });
    await bench.write('a.ipynb', `${original}\n`);
    expect((await call()).result.error).toBe('STALE_FILE');
  });

  it('changes nothing when denied or stopped', async () => {
    bench.mode = 'plan';
    expect((await edit(original, { cell_id: 'plot', new_source: 'x' })).phase).toBe('denied');
    const stop = AbortSignal.abort(new AbortReason('stopped', 'A person stopped the call.'));
    expect((await edit(original, { cell_id: 'plot', new_source: 'x' }, stop)).result.error).toBe('ABORTED');
    expect(await bench.text('a.ipynb')).toBe(original);
  });
});
