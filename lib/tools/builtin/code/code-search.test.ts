import type { CodeSymbol, LanguageService } from '@/lib/ports';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { specialistTools } from '..';
import { AbortReason } from '../../result';
import { createBench, type Bench } from '../../testing/bench';

let bench: Bench;
let symbols: LanguageService['symbols'];
const nothing = async () => [];
const code: LanguageService = {
  knows: () => true,
  definition: nothing,
  implementation: nothing,
  references: nothing,
  hover: async () => undefined,
  diagnostics: nothing,
  symbols: (where, signal) => symbols(where, signal),
};
beforeEach(async () => {
  symbols = nothing;
  bench = await createBench(specialistTools, { code });
  await bench.write('src/cart.ts', 'export class Cart {\n  total() {}\n}\nexport function lineTotal() {}\n');
  await bench.write('tools/report.py', 'def print_total():\n    pass\n');
});
afterEach(() => bench.sandbox.dispose());

const search = async (input: object) => (await bench.call('CodeSearch', input)).result;

describe('CodeSearch', () => {
  it('ranks what is defined, in every language', async () => {
    const { text, summary } = await search({ query: 'line total' });
    expect(text).toMatch(
      /^1\. src\/cart\.ts:4 {2}function lineTotal\n {3}export function lineTotal\(\) \{\}\n2\. tools\/report\.py:1/,
    );
    expect(summary).toBe('2 definitions');
    expect((await search({ query: 'total', glob: '*.py' })).summary).toBe('1 definition');
    expect((await search({ query: 'total', path: 'src' })).text).not.toContain('report.py');
  });

  it('takes what the language service adds, below the folder only', async () => {
    const place = { column: 3, endLine: 2, endColumn: 10, line: 2, kind: 'method', name: 'total', container: 'Cart' };
    const at = (path: string): CodeSymbol => ({
      ...place,
      path: `${bench.sandbox.workdir}/${path}`,
      text: '  total() {}',
    });
    symbols = async () => [at('src/cart.ts'), at('lib/other.ts')];
    const { text } = await search({ query: 'total', path: 'src' });
    expect(text).toContain('src/cart.ts:2  method Cart.total\n   total() {}');
    expect(text).not.toContain('other.ts');
  });

  it('does without a language service that fails, and says so', async () => {
    symbols = async () => Promise.reject(new Error('no'));
    const { text } = await search({ query: 'total' });
    expect(text).toContain('lineTotal');
    expect(text).toContain('methods may be missing');
  });

  it('shows no more than asked for, and says what to do when nothing fits', async () => {
    expect((await search({ query: 'total', limit: 1 })).text).toContain('[… 1 more; add words');
    expect((await search({ query: 'deploy' })).text).toContain('Of 3 definitions none fits "deploy"');
  });

  it('shortens a long answer', async () => {
    const lines = Array.from({ length: 60 }, (_, at) => `export function total${at}(${'x'.repeat(300)}) {}`);
    await bench.write('src/a-folder-with-a-long-name/many.ts', lines.join('\n'));
    const result = await search({ query: 'total', limit: 50 });
    expect(result.text.length).toBeLessThan(10_100);
    expect(result.truncated?.omitted).toBeGreaterThan(0);
  });

  it.each([
    ['no words', { query: ' ' }, 'INVALID_ARGS'],
    ['more than it shows', { query: 'x', limit: 51 }, 'INVALID_ARGS'],
    ['a folder that is not there', { query: 'x', path: 'lib' }, 'NOT_FOUND'],
  ])('refuses %s', async (_what, input, error) => {
    expect((await search(input)).error).toBe(error);
  });

  it('obeys a rule about the folder, and a person who stops', async () => {
    bench.rules.push({ behavior: 'deny', rule: 'CodeSearch(src/**)' });
    expect((await search({ query: 'x', path: 'src/a' })).error).toBe('GATE_DENIED');
    const stopped = AbortSignal.abort(new AbortReason('stopped', 'A person stopped the call.'));
    expect((await bench.call('CodeSearch', { query: 'x' }, stopped)).phase).toBe('aborted');
  });
});
