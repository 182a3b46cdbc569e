import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNodeCodeRunner } from '@/lib/sandbox/code-runner/testing/node-code-runner';
import { builtProject, callEach, LONG, PATIENCE, removeProjects, run } from '@/lib/tools/export/testing/built-project';
import { buildWorkshop } from './build.mjs';
import { compilePack } from './compile';
import { exportPack, PACK_EXPORTS, zipOf } from './export-pack';
import { ownTools } from './own-tool';
import type { CompiledPack, Pack } from './pack';
import { readPack } from './read-pack';
import { TEMPLATES } from './templates';

const HOOK_TYPES = readFileSync(join(import.meta.dirname, 'runtime/hooks.d.ts'), 'utf8');
const { signal } = new AbortController();
const runner = createNodeCodeRunner();

/** All templates as one pack, and a file in a folder that two files import. */
const pack: Pack = {
  toolyardPack: 1,
  name: 'every-template',
  files: {
    ...Object.fromEntries(TEMPLATES.map(({ id, files }) => [`${id}.ts`, files['main.ts'] ?? ''])),
    'lib/limits.json': '{ "most": 100 }',
    'lib/twice.ts': 'export const twice = (text: string): string => text + text;\n',
    'lib/echo.ts': `import { defineTool } from 'toolyard';
import limits from './limits.json';
import { twice } from './twice';

export const echo = defineTool({
  name: 'Echo',
  description: 'Says a text twice, of characters at most: ' + limits.most,
  kind: 'read',
  input: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  execute: ({ text }) => twice(String(text)),
});

export const echoAgain = defineTool({
  name: 'EchoAgain',
  description: 'Says a text four times.',
  kind: 'read',
  input: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  async execute(input, context) {
    const { text } = await context.call('Echo', input);
    return twice(text);
  },
});
`,
  },
};

let runtime = '';
let own: CompiledPack;
const compiled = async (one: Pack): Promise<CompiledPack> => {
  const made = await compilePack(one, runtime, runner, signal);
  if (!made.ok) throw new Error(JSON.stringify(made.faults));
  return made.pack;
};
/** A site whose page is as it is, also where that looks like something to be changed. */
const PAGE = '<title> Tea </title>\n<h1>Tea</h1> &amp; <a href="/x">more</a>';
const site = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(PAGE));
let address = '';

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pack-export-'));
  await buildWorkshop(folder);
  runtime = readFileSync(join(folder, 'workshop-runtime.js'), 'utf8');
  rmSync(folder, { recursive: true });
  own = await compiled(pack);
  await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening));
  const at = site.address();
  address = `http://127.0.0.1:${typeof at === 'object' ? at?.port : ''}/`;
});
afterAll(async () => {
  site.close();
  await removeProjects();
});

const filesOf = (id: (typeof PACK_EXPORTS)[number]['id']) =>
  Object.fromEntries(
    Object.entries(unzipSync(zipOf(exportPack(id, pack, own, HOOK_TYPES), pack.name))).flatMap(([path, bytes]) =>
      path.endsWith('/') ? [] : [[path.slice(pack.name.length + 1), strFromU8(bytes)]],
    ),
  );

const PROJECTS = ['ai-sdk', 'mcp-server', 'claude-agent-sdk', 'openai-agents', 'langchain', 'mastra'] as const;

it('there is nothing else that a pack is taken away as', () => {
  const others = ['declarations', 'toolyard-pack'];
  expect(PACK_EXPORTS.map(({ id }) => id).toSorted()).toEqual([...PROJECTS, ...others].toSorted());
});

describe.each(PROJECTS.filter((id) => LONG || id === 'ai-sdk'))('as %s', (id) => {
  let project = '';
  beforeAll(async () => {
    project = await builtProject(id, filesOf(id));
  }, PATIENCE);

  it(
    'its source compiles in strict TypeScript, and its tools do what they did',
    async () => {
      const source = readFileSync(join(project, 'src/toolyard.ts'), 'utf8');
      expect(source).not.toMatch(/\bany\b/);
      writeFileSync(
        join(project, 'sum.test.js'),
        "import test from 'node:test';\ntest('adds', () => { throw new Error('no'); });\n",
      );
      writeFileSync(join(project, "it's.ts"), 'one\n');
      writeFileSync(join(project, 'b.ts'), 'two\n');
      const told: [name: string, input: object, said: RegExp][] = [
        ['WordCount', { text: 'one two' }, /^2 words\n$/],
        ['Echo', { text: 'a' }, /^aa\n$/],
        // A tool that calls another of the pack.
        ['EchoAgain', { text: 'a' }, /^aaaa\n$/],
        ['WordCount', { text: 3 }, /text|expected string|schema/],
        [
          'BarChart',
          { bars: [{ name: 'a', value: 2 }] },
          // What an MCP server tells has images, too.
          ['mcp-server', 'claude-agent-sdk'].includes(id)
            ? /^A chart of 1 bars.*\n\[image: image\/svg\+xml\]\n$/
            : /^A chart of 1 bars/,
        ],
        // The files, the shell and the web are those of Node; the body of a page is as it is.
        ['AddNote', { file_path: 'notes/today.md', note: "it's TODO $HOME" }, /^Added to notes\/today\.md/],
        ['AddNote', { file_path: 'notes/today.md', note: 'two' }, /two/],
        ['FindTodos', { file_path: 'notes/today.md' }, /^1: - \S+: it's TODO \$HOME\n$/],
        ['FindTodos', { file_path: 'gone' }, /ENOENT/],
        ['RunTests', { file: 'sum.test.js' }, /not ok 1 - adds|✖ adds/],
        ['CompareFiles', { old_path: "it's.ts", new_path: 'b.ts' }, /-one\n\+two\n$/],
        ['CompareFiles', { old_path: 'b.ts', new_path: 'gone' }, /diff failed/],
        ['PageTitle', { url: address }, /^Tea\n$/],
        // What it calls of Toolyard it has not, and says so.
        ['CountOnServer', { text: 'a' }, /McpCall is a tool of Toolyard/],
      ];
      const answers = await callEach(project, told);
      expect(answers.map(({ out, err }) => out + err)).toEqual(told.map(([, , said]) => expect.stringMatching(said)));
      const notes = readFileSync(join(project, 'notes/today.md'), 'utf8');
      expect(notes).toMatch(/^- \S+: it's TODO \$HOME\n- \S+: two\n$/);
    },
    PATIENCE,
  );
});

it('the README of a project says where the source is, and what it needs that is not there', () => {
  const { 'README.md': readme = '', ...files } = filesOf('ai-sdk');
  for (const [, folder = ''] of readme.matchAll(/`(src\/[\w./-]+)`/g)) {
    expect(
      Object.keys(files).filter((path) => `${path}/`.startsWith(`${folder}/`)),
      folder,
    ).not.toEqual([]);
  }
  expect(readme).toContain('What they do is in `src/pack`');
  expect(readme).toContain('The source calls `McpCall`. What is a tool of Toolyard, this project does not have');
  expect(readme).toContain('The source reads and changes files, runs commands, and fetches from the web.');
  const harmless: Pack = { toolyardPack: 1, name: 'harmless', files: { 'main.ts': 'export {};' } };
  expect(exportPack('ai-sdk', harmless, own, HOOK_TYPES)['README.md']).not.toContain('What nobody guards here');
});

it.each(TEMPLATES.flatMap((template) => (template.id === 'around' ? [] : [template])))(
  'the call in the README of the template $id is one of its tool, with what any project has',
  ({ files }) => {
    const alone: Pack = { toolyardPack: 1, name: 'alone', files };
    const tools = own.tools.filter(({ name }) => files['main.ts']?.includes(`name: '${name}'`));
    const { 'README.md': readme = '' } = exportPack('ai-sdk', alone, { ...own, tools }, HOOK_TYPES);
    const [, given = ''] = /npm start -- \w+ '(.*)'/.exec(readme) ?? [];
    const { file_path: file = 'package.json' } = JSON.parse(given);
    expect(['package.json', 'NOTES.md']).toContain(file);
  },
);

it('as a Toolyard pack it is the same pack, whose tools are called as before', async () => {
  const [file = ''] = Object.values(exportPack('toolyard-pack', pack, own, HOOK_TYPES));
  const read = readPack(file);
  expect(read).toEqual({ ok: true, pack });
  if (!read.ok) return;
  const tools = ownTools(await compiled(read.pack), async () => runtime, runner);
  const call = async (name: string, input: object) => {
    const context = {
      callId: 'c',
      threadId: 't',
      writeRoots: [],
      deadline: Infinity,
      signal,
      onOutput: () => undefined,
    };
    const tool = tools.find((one) => one.name === name);
    return (await tool?.call(input, { ...context, nested: undefined }))?.text;
  };
  expect(await call('WordCount', { text: 'one two' })).toBe('2 words');
  expect(await call('Echo', { text: 'a' })).toBe('aa');
  expect(await call('BarChart', { bars: [{ name: 'a', value: 2 }] })).toContain('A chart of 1 bars');
});

it.runIf(LONG)(
  'as declarations it is what the packages of providers take as tools',
  async () => {
    const files = filesOf('declarations');
    const folder = await builtProject('ai-sdk', {
      'tsconfig.json': filesOf('ai-sdk')['tsconfig.json'] ?? '',
      'package.json': '{ "type": "module" }',
      'src/tools.ts': `import type Anthropic from '@anthropic-ai/sdk';
import type OpenAI from 'openai';
export const anthropic: Anthropic.Tool[] = ${files['anthropic.json']};
export const openai: OpenAI.ChatCompletionTool[] = ${files['openai.json']};
`,
    });
    mkdirSync(join(folder, 'dist'), { recursive: true });
    const { out } = await run(
      folder,
      process.execPath,
      '-e',
      "import('./dist/tools.js').then(({ anthropic, openai }) => console.log(anthropic.length, openai.length))",
    );
    expect(out).toBe(`${own.tools.length} ${own.tools.length}\n`);
  },
  PATIENCE,
);
