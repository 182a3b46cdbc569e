import { createNodeCodeRunner } from '@/lib/sandbox/code-runner/testing/node-code-runner';
import { ServiceError, type Services } from '@/lib/ports';
import { builtinTools } from '@/lib/tools/builtin';
import { PRESETS, presetTools } from '@/lib/tools/presets';
import { createBench, type Bench } from '@/lib/tools/testing/bench';
import type { AnyTool } from '@/lib/tools/tool';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildWorkshop } from './build.mjs';
import { compilePack } from './compile';
import { ownTools } from './own-tool';

const runner = createNodeCodeRunner();
let runtime = '';
const opened: Bench[] = [];
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'workshop-ports-'));
  await buildWorkshop(folder);
  runtime = readFileSync(join(folder, 'workshop-runtime.js'), 'utf8');
}, 60_000);
afterAll(() => {
  for (const bench of opened) bench.sandbox.teardown();
});

const services: Services = {
  async post(_name, body, schema) {
    const { url, raw } = Object(body);
    if (url === 'https://a.example/moved') return schema.parse({ kind: 'moved', to: 'https://a.example.org/' });
    if (url === 'https://a.example/away') return schema.parse({ kind: 'moved', to: 'https://10.0.0.1/' });
    if (url === 'https://a.example/round') return schema.parse({ kind: 'moved', to: url });
    if (!url.startsWith('https://a.example')) throw new ServiceError('URL_REFUSED', 'It is private.', 403);
    const page = { kind: 'page', title: 'Tea', by: 'page', text: 'A passage.', cut: false, cached: true, bytes: 9 };
    const asIs = { type: 'text/html', text: '<h1>Tea</h1>\n&amp; more', cut: url === 'https://a.example/large' };
    return schema.parse(raw === true ? { ...page, ...asIs } : page);
  },
};

/** A tool with this body, beside others, over a real folder. */
async function benchOf(execute: string, others: readonly AnyTool[] = builtinTools): Promise<Bench> {
  const source = `import { defineTool } from 'toolyard';
    export const t = defineTool({ name: 'T', description: 'Tries.', async execute(_input, context) { ${execute} } });`;
  const files = { 'main.ts': source };
  const { signal } = new AbortController();
  const compiled = await compilePack({ toolyardPack: 1, name: 'mine', files }, runtime, runner, signal);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.faults));
  const tools = [...others, ...ownTools(compiled.pack, async () => runtime, runner)];
  const bench = await createBench(tools, { services, pool: () => tools });
  opened.push(bench);
  return bench;
}

const ALL = `
  const { files, shell } = context;
  const before = [await files.exists('notes/a.md'), await files.exists('notes')];
  await files.write('notes/a.md', 'one\\ntwo\\n');
  await files.write('notes/a.md', 'one\\nthree\\n');
  await files.write('notes/a.md', 'one\\nthree\\n');
  const [text, there, folder, listed] = await Promise.all([
    files.read('notes/a.md'), files.exists('notes/a.md'), files.exists('notes'), files.list('notes'),
  ]);
  const ran = await shell.run('cat notes/a.md; exit 3');
  await files.remove('notes');
  return JSON.stringify({ before, text, there, folder, listed, ran, after: await files.exists('notes/a.md') });`;
const CAME_OF_IT = {
  before: [false, false],
  text: 'one\nthree\n',
  there: true,
  folder: true,
  listed: ['a.md'],
  ran: { exitCode: 3, output: 'one\nthree\n' },
  after: false,
};

it('files and shell are had as they are, by calls that the trace shows', { timeout: 60_000 }, async () => {
  const bench = await benchOf(ALL);
  const { result } = await bench.call('T', {});
  expect(JSON.parse(result.text)).toEqual(CAME_OF_IT);
  const nested: unknown = result.details?.nested;
  expect(nested).toEqual(expect.arrayContaining([expect.objectContaining({ name: 'Write', phase: 'succeeded' })]));
  expect(nested).toEqual(expect.arrayContaining([expect.objectContaining({ name: 'Bash', error: 'EXIT_CODE' })]));
});

it.each(PRESETS)('under $id they are what that design has for it', { timeout: 60_000 }, async (preset) => {
  const tools = presetTools(preset, builtinTools);
  const bench = await benchOf(
    `await context.files.write('a.md', 'one'); await context.files.write('a.md', 'two');
     const { output, exitCode } = await context.shell.run('cat a.md');
     return [await context.files.read('a.md'), await context.files.exists('b.md'), output, exitCode].join('|');`,
    tools,
  );
  expect((await bench.call('T', {})).result.text).toMatch(/^two\|false\|two\n?\|0$/);
});

it(
  'what is at an address is had as it is, wherever it has moved to; what is refused or not there fails with its own code',
  { timeout: 60_000 },
  async () => {
    const at = async (url: string) =>
      (
        await (
          await benchOf(`const { type, text } = await context.fetch('${url}'); return type + '|' + text;`)
        ).call('T', {})
      ).result;
    const whole = 'text/html|<h1>Tea</h1>\n&amp; more';
    expect([await at('https://a.example/'), await at('https://a.example/moved')]).toMatchObject([
      { text: whole },
      { text: whole },
    ]);
    expect(await at('https://a.example/away')).toMatchObject({ error: 'URL_REFUSED' });
    expect(await at('https://a.example/round')).toMatchObject({ error: 'NETWORK_ERROR' });
    expect(await at('https://a.example/large')).toMatchObject({ error: 'READ_ERROR' });
    const refused = await benchOf(`return (await context.fetch('https://10.0.0.1/')).text;`);
    expect((await refused.call('T', {})).result).toMatchObject({ error: 'URL_REFUSED' });
    const gone = await benchOf(`return context.files.read('gone.md');`);
    expect((await gone.call('T', {})).result).toMatchObject({ success: false, error: 'NOT_FOUND' });
    const caught = await benchOf(
      `try { return await context.files.read('gone.md'); } catch (error) { return error.code; }`,
    );
    expect((await caught.call('T', {})).result.text).toBe('NOT_FOUND');
  },
);

it('rules and people decide about each use', { timeout: 60_000 }, async () => {
  const bench = await benchOf(`await context.files.write('a.md', 'x'); return context.files.read('secret.md');`);
  await bench.write('secret.md', 'hidden');
  bench.mode = 'default';
  bench.rules.push({ behavior: 'deny', rule: 'Read(secret.md)' });
  const { result } = await bench.call('T', {});
  expect(bench.asked.map(({ toolName }) => toolName)).toEqual(['Write']);
  expect(result).toMatchObject({ success: false, error: 'GATE_DENIED' });
  expect(result.text).not.toContain('hidden');
  bench.answer = async () => ({ behavior: 'deny', reason: 'Not now.' });
  const { result: stopped } = await bench.call('T', {});
  expect(stopped).toMatchObject({ success: false, error: 'GATE_DENIED' });
  expect(stopped.text.match(/Advice:/g)).toHaveLength(1);
});
