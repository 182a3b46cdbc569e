import { transform } from 'esbuild';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtinTools, createDispatcher, createRegistry, type AnyTool } from '.';

const here = fileURLToPath(new URL('.', import.meta.url));
const readme = await readFile(join(here, 'README.md'), 'utf8');

/** The first TypeScript block below a heading. */
function example(heading: string): string {
  const section = readme.slice(readme.indexOf(`## ${heading}`));
  return /```ts\n(.*?)```/s.exec(section)?.[1] ?? '';
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(here, 'readme-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What a block exports, compiled and loaded as a file of a tier would be. */
async function load(source: string): Promise<Record<string, unknown>> {
  const placed = source.replaceAll("'../../", "'../");
  const { code } = await transform(placed, { loader: 'ts', format: 'esm' });
  const file = join(folder, `example-${crypto.randomUUID()}.mjs`);
  await writeFile(file, code);
  return await import(/* @vite-ignore */ pathToFileURL(file).href);
}

describe('the README', () => {
  it('has an example of a tool in one file that compiles and runs', async () => {
    const { wordCount } = await load(example('Add a tool'));
    const tool = isTool(wordCount) ? wordCount : undefined;
    expect(tool).toMatchObject({ name: 'WordCount', source: 'builtin', kind: 'read' });
    const dispatcher = createDispatcher({
      registry: createRegistry(tool ? [tool] : []),
      permissions: {
        mode: () => 'default',
        rules: () => [],
        ask: () => Promise.reject(new Error('not asked')),
        allowAlways: () => undefined,
      },
      contextFor: () => ({ threadId: 't', writeRoots: [] }),
    });
    const run = async (input: object) => {
      const { signal } = new AbortController();
      return (await dispatcher.dispatch({ id: 'c', name: 'WordCount', args: JSON.stringify(input) }, { signal }))
        .result;
    };
    expect(await run({ text: 'one two  three' })).toMatchObject({ success: true, text: '3 words' });
    expect(await run({ texts: '' })).toMatchObject({ error: 'INVALID_ARGS' });
  });

  it('counts nothing by hand, and names no tool that is not there', () => {
    expect(readme).not.toMatch(/\b\d+ (built-in |core )?tools\b/);
    const names = new Set(builtinTools.map((tool) => tool.name));
    const listed = /Built-in: ([^\n]*)\./.exec(readme)?.[1]?.split(', ') ?? [];
    expect(listed.map((name) => name.replaceAll('`', ''))).toEqual([...names]);
  });
});

const isTool = (value: unknown): value is AnyTool => typeof value === 'object' && value !== null && 'execute' in value;
