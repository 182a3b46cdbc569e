import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AbortReason } from '../../result';
import { createBench, type Bench } from '../../testing/bench';

let bench: Bench;
beforeEach(async () => {
  bench = await createBench();
});
afterEach(() => bench.sandbox.dispose());

type Edits = readonly (readonly [old: string, next: string, all?: boolean])[];

async function multiEdit(content: string, edits: Edits, signal?: AbortSignal) {
  await bench.write('a.ts', content);
  await bench.call('Read', { file_path: 'a.ts' });
  const list = edits.map(([old_string, new_string, replace_all]) => ({ old_string, new_string, replace_all }));
  return bench.call('MultiEdit', { file_path: 'a.ts', edits: list }, signal);
}

describe('MultiEdit', () => {
  it('makes the edits in order, each in what the one before it left', async () => {
    const { result } = await multiEdit('one\ntwo\none\n', [
      ['two', 'one two'],
      ['one two', '2'],
      ['one', '1', true],
    ]);
    expect(await bench.text('a.ts')).toBe('1\n2\n1\n');
    expect(result.text).toBe('Made 3 edits of a.ts, in 4 places (+3 −3).');
    expect(result).toMatchObject({ summary: 'Modified: a.ts (+3 −3)', diff: { path: 'a.ts', change: 'modify' } });
  });

  it('keeps CRLF, the byte order mark and the missing last line end', async () => {
    await multiEdit('\ufeffa\r\nb\r\n👍 c', [
      ['a\nb', 'x\ny'],
      ['👍 c', '👎'],
    ]);
    expect(Buffer.from(await bench.bytes('a.ts')).toString()).toBe('\ufeffx\r\ny\r\n👎');
  });

  it.each([
    [
      'TEXT_NOT_FOUND',
      [
        ['one', '1'],
        ['three', '3'],
      ],
      'edit 2 of 2 failed. old_string does not occur',
    ],
    ['TEXT_MULTIPLE_MATCHES', [['o', '0']], 'edit 1 of 1 failed. old_string occurs 2 times'],
    [
      'NO_CHANGE',
      [
        ['one', '1'],
        ['two', 'two'],
      ],
      'edit 2 of 2 failed.',
    ],
    [
      'NO_CHANGE',
      [
        ['one', '1'],
        ['1', 'one'],
      ],
      'Together the edits leave a.ts as it is',
    ],
    ['INVALID_ARGS', [], '$.edits'],
    ['INVALID_ARGS', [['', 'x']], '$.edits[0].old_string'],
  ] as const)('answers %s and changes nothing', async (code, edits, words) => {
    const { result } = await multiEdit('one\ntwo\n', edits);
    expect(result).toMatchObject({ success: false, error: code });
    expect(result.text).toContain(words);
    expect(await bench.text('a.ts')).toBe('one\ntwo\n');
  });

  it('wants a file that exists, has been read, and is unchanged since', async () => {
    const edits = [{ old_string: 'one', new_string: '1' }];
    const call = () => bench.call('MultiEdit', { file_path: 'a.ts', edits });
    expect((await call()).result.error).toBe('NOT_FOUND');
    await bench.write('a.ts', 'one\n');
    expect((await call()).result.error).toBe('FILE_NOT_READ');
    await bench.call('Read', { file_path: 'a.ts' });
    await bench.write('a.ts', 'one more\n');
    expect((await call()).result.error).toBe('STALE_FILE');
  });

  it('changes nothing when refused, and shows all of it beforehand', async () => {
    bench.mode = 'default';
    bench.answer = async () => ({ behavior: 'deny', reason: 'no' });
    const { phase } = await multiEdit('one\ntwo\n', [
      ['one', '1'],
      ['two', '2'],
    ]);
    expect(phase).toBe('denied');
    expect(bench.asked[0]).toMatchObject({
      title: 'Edit a.ts in 2 steps',
      suggestedRule: 'MultiEdit(**)',
      preview: { added: 2, removed: 2 },
    });
    expect(await bench.text('a.ts')).toBe('one\ntwo\n');
  });

  it('does not begin once it is stopped', async () => {
    const stop = AbortSignal.abort(new AbortReason('stopped', 'A person stopped the call.'));
    expect((await multiEdit('one\n', [['one', '1']], stop)).result.error).toBe('ABORTED');
    expect(await bench.text('a.ts')).toBe('one\n');
  });
});
