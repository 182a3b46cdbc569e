import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { builtinTools } from '..';
import { createBench, type Bench } from '../../testing/bench';

const cells = (source: string): string =>
  JSON.stringify({
    cells: [{ cell_type: 'markdown', metadata: {}, source }],
    metadata: {},
    nbformat: 4,
    nbformat_minor: 5,
  });

const TOOLS = [
  ['Write', { file_path: 'a.txt', content: 'new\n' }],
  ['Edit', { file_path: 'a.txt', old_string: 'old', new_string: 'new' }],
  ['MultiEdit', { file_path: 'a.txt', edits: [{ old_string: 'old', new_string: 'new' }] }],
  ['DeleteRange', { file_path: 'a.txt', start_line: 1, end_line: 1 }],
  ['NotebookEdit', { notebook_path: 'a.ipynb', cell_index: 0, new_source: 'new' }],
] as const;

let bench: Bench;
beforeEach(async () => {
  bench = await createBench(builtinTools);
  await bench.write('a.txt', 'old\n');
  await bench.write('a.ipynb', cells('old'));
});
afterEach(() => bench.sandbox.dispose());

describe.each(TOOLS)('%s', (name, input) => {
  const path = 'file_path' in input ? input.file_path : input.notebook_path;
  const change = async () => (await bench.call(name, input)).result.error;

  it('wants the file to be read in this conversation', async () => {
    const before = await bench.text(path);
    expect(await change()).toBe('FILE_NOT_READ');
    expect(await bench.text(path)).toBe(before);
    await bench.call('Read', { file_path: path });
    expect(await change()).toBeUndefined();
    expect(await bench.text(path)).not.toBe(before);
  });

  it('wants it to be as it was read, and takes its own changes and those of the others for read', async () => {
    await bench.call('Read', { file_path: path });
    const theirs = path === 'a.txt' ? 'old and a person\n' : cells('a person');
    await bench.write(path, theirs);
    expect(await change()).toBe('STALE_FILE');
    expect(await bench.text(path)).toBe(theirs);
    await bench.call('Read', { file_path: path });
    expect(await change()).toBeUndefined();
    const again = await bench.call('Write', { file_path: path, content: '{}' });
    expect(again.result.error).toBeUndefined();
  });
});
