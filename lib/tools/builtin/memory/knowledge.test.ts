import { createMemoryStore } from '@/lib/stores';
import { MOST_CHARACTERS, openKnowledgeStore } from '@/lib/stores/knowledge';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AbortReason } from '../../result';
import { createBench, type Bench } from '../../testing/bench';
import { specialistTools } from '..';

const DOCUMENT = { id: 'full', title: 'full', origin: 'full', passages: 0, storedAt: 0 };

let bench: Bench;
let table: ReturnType<typeof createMemoryStore>;
const open = async () => {
  const knowledge = await openKnowledgeStore({ table, now: () => 0 });
  return createBench(specialistTools, { knowledge });
};
beforeEach(async () => {
  table = createMemoryStore();
  bench = await open();
  await bench.write('docs/money.md', '# Rates\n\nReduced is 7 percent.\n\n# Rounding\n\nHalf a cent is rounded up.\n');
});
afterEach(() => bench.sandbox.dispose());

const ingest = async (input: object) => (await bench.call('KnowledgeIngest', input)).result;
const search = async (query: string, limit?: number) => (await bench.call('KnowledgeSearch', { query, limit })).result;

describe('KnowledgeIngest and KnowledgeSearch', () => {
  it('find the passage of a file, also in a later thread', async () => {
    expect(await ingest({ file_path: 'docs/money.md' })).toMatchObject({ summary: '2 passages' });
    await bench.sandbox.dispose();
    bench = await open();
    const { text, summary } = await search('how are cents rounded');
    expect(text).toBe('1. money.md, Rounding (docs/money.md)\n# Rounding\n\nHalf a cent is rounded up.');
    expect(summary).toBe('1 passage');
  });

  it('replace what came from the same file, and take a text under its title', async () => {
    await ingest({ file_path: 'docs/money.md' });
    await bench.write('docs/money.md', 'Reduced is 5 percent.');
    expect(await ingest({ file_path: `${bench.sandbox.workdir}/docs/money.md` })).toMatchObject({
      summary: '1 passage, replaced',
    });
    expect((await search('reduced')).text).toContain('5 percent');
    await ingest({ text: 'Deploys happen on Tuesdays.', title: 'Notes' });
    expect((await search('tuesdays')).text).toMatch(/^1\. Notes \(text: Notes\)\nDeploys/);
  });

  it('say what to do when nothing is found', async () => {
    expect((await search('anything')).text).toContain('KnowledgeIngest');
    await ingest({ file_path: 'docs/money.md' });
    expect((await search('deploys')).text).toBe('No passage fits "deploys". The documents: money.md.');
  });

  it.each([
    ['neither', {}, 'INVALID_ARGS'],
    ['both', { file_path: 'docs/money.md', text: 'x', title: 'y' }, 'INVALID_ARGS'],
    ['a text without a title', { text: 'x' }, 'INVALID_ARGS'],
    ['a file that is not there', { file_path: 'docs/moeny.md' }, 'NOT_FOUND'],
    ['a folder', { file_path: 'docs' }, 'IS_DIRECTORY'],
    ['nothing but space', { text: ' \n ', title: 'empty' }, 'NO_CHANGE'],
    ['a text that is too long', { text: 'x'.repeat(1_000_001), title: 'long' }, 'FILE_TOO_LARGE'],
  ])('refuse %s', async (_what, input, code) => {
    expect((await ingest(input)).error).toBe(code);
  });

  it('refuse a binary file', async () => {
    await bench.write('logo.bin', new Uint8Array([0, 1, 2, 255]));
    expect((await ingest({ file_path: 'logo.bin' })).error).toBe('BINARY_FILE');
  });

  it('say when there is no more room', async () => {
    await table.put('document:full', { ...DOCUMENT, characters: MOST_CHARACTERS });
    await bench.sandbox.dispose();
    bench = await open();
    expect(await ingest({ text: 'x', title: 'y' })).toMatchObject({
      error: 'WRITE_ERROR',
      text: expect.stringContaining('Knowledge pane'),
    });
  });

  it('obey a rule about the file, and a person who stops', async () => {
    bench.rules.push({ behavior: 'deny', rule: 'KnowledgeIngest(docs/**)' });
    expect((await ingest({ file_path: 'docs/money.md' })).error).toBe('GATE_DENIED');
    const stopped = AbortSignal.abort(new AbortReason('stopped', 'A person stopped the call.'));
    expect((await bench.call('KnowledgeSearch', { query: 'x' }, stopped)).phase).toBe('aborted');
    expect((await search('rounded')).summary).toBe('nothing');
  });

  it('shorten what is too long for one result', async () => {
    const section = (at: number) => `# Part ${at}\n\n${'word '.repeat(220)}`;
    await ingest({ text: Array.from({ length: 20 }, (_, at) => section(at)).join('\n\n'), title: 'long' });
    const result = await search('word', 20);
    expect(result.text.length).toBeLessThan(10_100);
    expect(result.truncated?.omitted).toBeGreaterThan(5000);
  });
});
