import { createLanguageService } from '@/lib/client/code/language-service';
import { codeWorkerHere } from '@/lib/client/code/testing/code-worker';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eraseTool } from '../../tool';
import { createBench, type Bench } from '../../testing/bench';
import { lsp } from './lsp';

let bench: Bench;
beforeAll(async () => {
  const ports: Parameters<typeof createBench>[1] = {};
  bench = await createBench([eraseTool(lsp)], ports);
  const { sandbox, shell } = bench;
  Object.assign(ports, { code: createLanguageService({ sandbox, worker: codeWorkerHere(), cwd: () => shell.cwd }) });
  await bench.write('a.ts', 'export function twice(n: number): number {\n  return n * 2;\n}\n');
  await bench.write('b.ts', "import { twice } from './a.ts';\n\nexport const four: string = twice(2);\n");
  await bench.write('many.ts', Array.from({ length: 300 }, (_, at) => `export const value${at} = ${at};\n`).join(''));
  await bench.write('x.py', 'def area(r):\n    return r\n\narea(1)\n');
});
afterAll(() => bench.sandbox.dispose());

const result = async (input: unknown, signal?: AbortSignal) => (await bench.call('LSP', input, signal)).result;

describe('LSP', () => {
  it('lists where a symbol is used, from its name alone', async () => {
    const found = await result({ operation: 'references', file_path: 'a.ts', symbol: 'twice' });
    expect(found).toMatchObject({ success: true, summary: '3 places in 2 files' });
    expect(found.text).toBe(
      [
        '1. a.ts:1:17  export function twice(n: number): number {',
        "2. b.ts:1:10  import { twice } from './a.ts';",
        '3. b.ts:3:29  export const four: string = twice(2);',
      ].join('\n'),
    );
  });

  it.each([
    [{ operation: 'definition', file_path: 'b.ts', line: 3, character: 30 }, '1. a.ts:1:17'],
    [{ operation: 'definition', file_path: 'b.ts', line: 3, symbol: 'twice' }, '1. a.ts:1:17'],
    [{ operation: 'hover', file_path: 'b.ts', line: 3, symbol: 'twice' }, 'twice(n: number): number'],
    [{ operation: 'symbols', file_path: 'a.ts' }, '1. function twice  a.ts:1:17'],
    [{ operation: 'symbols', query: 'twice' }, 'function twice  a.ts:1:17'],
    [
      { operation: 'diagnostics', file_path: 'b.ts' },
      "b.ts:3:14 error TS2322: Type 'number' is not assignable to type 'string'.",
    ],
    [{ operation: 'diagnostics', file_path: 'a.ts' }, 'Nothing is wrong with a.ts.'],
    [{ operation: 'references', file_path: 'x.py', symbol: 'area' }, 'Found by text search'],
  ])('answers %j', async (input, expected) => {
    const found = await result(input);
    expect([found.success, found.text]).toEqual([true, expect.stringContaining(expected)]);
  });

  it('shows no more than can be read', async () => {
    const { text } = await result({ operation: 'symbols', file_path: 'many.ts' });
    expect(text).toContain('[… 200 more; ask about something narrower]');
  });

  it.each([
    [{ operation: 'definition' }, 'INVALID_ARGS', 'Add `file_path`'],
    [{ operation: 'hover', file_path: 'a.ts', line: 1 }, 'INVALID_ARGS', 'Add `symbol`'],
    [{ operation: 'symbols' }, 'INVALID_ARGS', 'Add `file_path`'],
    [{ operation: 'rename', file_path: 'a.ts' }, 'INVALID_ARGS', 'operation'],
    [{ operation: 'diagnostics', file_path: 'none.ts' }, 'NOT_FOUND', 'none.ts'],
    [{ operation: 'diagnostics', file_path: 'x.py' }, 'UNSUPPORTED', 'Bash'],
    [{ operation: 'hover', file_path: 'a.ts', line: 99, character: 1 }, 'RANGE_INVALID', 'has 3 lines'],
    [{ operation: 'hover', file_path: 'a.ts', line: 2, symbol: 'twice' }, 'TEXT_NOT_FOUND', 'return n * 2'],
    [{ operation: 'references', file_path: 'a.ts', symbol: 'thrice' }, 'TEXT_NOT_FOUND', 'Grep'],
    [{ operation: 'definition', file_path: 'a.ts', line: 3, character: 2 }, 'NOT_FOUND', 'Point at a name'],
  ])('fails with a code: %j', async (input, error, text) => {
    expect(await result(input)).toMatchObject({ success: false, error, text: expect.stringContaining(text) });
  });

  it('stops when it is told to, and obeys a rule that denies', async () => {
    const input = { operation: 'diagnostics', file_path: 'a.ts' };
    expect(await result(input, AbortSignal.abort())).toMatchObject({ error: 'ABORTED' });
    bench.rules.push({ behavior: 'deny', rule: 'LSP(a.ts)' });
    expect(await result(input)).toMatchObject({ error: 'GATE_DENIED' });
    bench.rules.pop();
  });
});
