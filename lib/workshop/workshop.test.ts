import { createNodeCodeRunner } from '@/lib/sandbox/code-runner/testing/node-code-runner';
import type { CodeRunner } from '@/lib/ports';
import { SAID } from '@/components/messages/zh/said';
import { createMemoryStore } from '@/lib/stores/database';
import { createDispatcher } from '@/lib/tools/dispatch';
import { dryRun } from '@/lib/tools/permissions';
import { assembleToolPool } from '@/lib/tools/pool';
import { designOf, lint } from '@/lib/tools/lint';
import { createRegistry } from '@/lib/tools/registry';
import { builtinTools } from '@/lib/tools/builtin';
import { toJsonSchema } from '@/lib/schema';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildWorkshop } from './build.mjs';
import { runCases } from './cases';
import { compilePack } from './compile';
import { ownHooks } from './own-hooks';
import { ownTools } from './own-tool';
import type { CompiledPack } from './pack';
import { originalOf, type BuiltinSources } from './original';
import { openPackStore, packsOn } from './pack-store';
import { forkOf, TEMPLATES } from './templates';

/** Whether every built-in tool is tried, or some of them. */
const LONG = process.env.TOOLYARD_LONG !== undefined;
const runner = createNodeCodeRunner();
const { signal } = new AbortController();
let runtime = '';
let sources: BuiltinSources = {};
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'workshop-'));
  await buildWorkshop(folder);
  runtime = readFileSync(join(folder, 'workshop-runtime.js'), 'utf8');
  const text = readFileSync(join(folder, 'builtin-sources.json'), 'utf8');
  sources = z.record(z.string(), z.string()).parse(JSON.parse(text));
});

const compile = (files: Readonly<Record<string, string>>, by = runner) =>
  compilePack({ toolyardPack: 1, name: 'mine', files }, runtime, by, signal);
async function packOf(files: Readonly<Record<string, string>>): Promise<CompiledPack> {
  const compiled = await compile(files);
  if (!compiled.ok) throw new Error(compiled.faults.map(({ message }) => message).join('\n'));
  return compiled.pack;
}
const toolsOf = (pack: CompiledPack) => ownTools(pack, async () => runtime, runner);
const triedOf = (pack: CompiledPack) => ({
  tools: toolsOf(pack),
  hooks: ownHooks(pack, runtime),
  codeRunner: runner,
});
const body = (execute: string, more = '') =>
  `import { defineTool } from 'toolyard'; import { z } from 'zod';
   export const t = defineTool({ name: 'T', description: 'Tries.', kind: 'read', input: z.strictObject({ a: z.number().default(2) }), ${execute} }); ${more}`;
/** What a call is made in that reaches nothing. */
const QUIET = { callId: 'c', threadId: 't', writeRoots: [], deadline: Infinity, signal, onOutput: () => undefined };
/** A tool with an input as it stands. */
const formed = (input: string, before = ''): string =>
  `import { defineTool } from 'toolyard'; ${before} export const t = defineTool({ name: 'T', description: 'd', input: ${input}, execute: () => '' });`;
const call = async (files: Readonly<Record<string, string>>, input: object = {}, others = builtinTools) => {
  const tools = toolsOf(await packOf(files));
  const dispatcher = createDispatcher({
    registry: createRegistry([...others, ...tools]),
    permissions: {
      mode: () => 'default',
      rules: () => [],
      ask: async () => ({ behavior: 'allow' }),
      allowAlways: () => undefined,
    },
    contextFor: () => ({
      threadId: 'a',
      writeRoots: [],
      nested: { call: async ({ name, input: given }) => ({ success: true, text: `${name} ${JSON.stringify(given)}` }) },
    }),
  });
  const { result } = await dispatcher.dispatch({ id: 'a', name: 'T', args: JSON.stringify(input) }, { signal });
  return result;
};

describe('a template', () => {
  it.each(TEMPLATES.map(({ id, files }) => [id, files] as const))(
    '%s compiles, its cases pass, and lint finds nothing in it',
    async (_, files) => {
      const pack = await packOf(files);
      expect(pack.cases.length).toBeGreaterThan(0);
      const outcomes = await runCases(pack.cases, triedOf(pack), signal);
      expect(outcomes.map(({ fault }) => fault)).toEqual(pack.cases.map(() => undefined));
      expect(lint(toolsOf(pack).map(designOf)).map(({ rule, at }) => `${rule} ${at}`)).toEqual([]);
    },
  );

  it('that forks a built-in tool has its source beside it, and says so; the tool of an MCP server has none', () => {
    for (const { name, description, kind, input } of builtinTools) {
      const original = originalOf(name, sources);
      expect(original, name).toMatch(new RegExp(`^# ${name}, as it is built in[^]*defineTool`));
      const files = forkOf({ name, description, kind, schema: toJsonSchema(input), good: {}, original });
      expect(files['original.md']).toBe(original);
      expect(files['main.ts']).toContain('stands in original.md');
    }
    expect(originalOf('Glob', sources)).toContain(readFileSync('lib/tools/builtin/search/glob.ts', 'utf8'));
    expect(originalOf('Edit', sources)).toContain('## lib/tools/builtin/files/replace-text.ts');
    expect(originalOf('mcp__playground__count_words', sources)).toBeUndefined();
    expect(Object.keys(sources).filter((path) => /\.(test|bench)\.|testing/.test(path))).toEqual([]);
  });

  it('that forks a built-in tool has its form, and does what it does', async () => {
    for (const { name, description, kind, input } of builtinTools.filter((_, index) => LONG || index % 16 === 0)) {
      const schema = toJsonSchema(input);
      const good = { a: 'quote " and `${tick}`' };
      const pack = await packOf(forkOf({ name, description, kind, schema, good }));
      expect(pack.cases).toMatchObject([{ tool: `My${name}`, input: good }]);
      expect(pack.tools).toMatchObject([{ name: `My${name}`, description, kind, schema }]);
      const [tool] = toolsOf(pack);
      const nested = { call: async (made: { name: string }) => ({ success: true, text: `${made.name} did it` }) };
      const result = await tool?.execute({}, { ...QUIET, nested });
      expect(result).toBe(`${name} did it`);
    }
  });
});

it.each([
  [
    'a tool',
    { tool: 'Old', input: {}, expect: '' },
    'The pack has no tool Old; it has T.',
    '工具包中没有工具 Old，有的是 T。',
  ],
  [
    'a hook',
    { hook: 'Old', event: {}, expect: {} },
    'The pack has no hook Old; it has no hooks.',
    '工具包中没有 Hook Old，也没有其他 Hook。',
  ],
])('a case of %s that was renamed is told what there is', async (_, of, said, chinese) => {
  const pack = await packOf({ 'main.ts': body("execute: () => ''", `export const cases = ${JSON.stringify([of])};`) });
  const [outcome] = await runCases(pack.cases, triedOf(pack), signal);
  expect(outcome).toEqual({ of, passed: false, fault: said });
  expect(SAID.text(said)).toBe(chinese);
});

it.each([
  [
    'of two fields',
    "z.strictObject({ from: z.number(), to: z.number() }).refine(({ from, to }) => from < to, { message: 'Swap them.', path: ['from'] })",
    { from: 3, to: 1 },
    { path: '$.from', expected: 'valid', received: '3', message: 'Swap them.' },
  ],
  [
    'that waits',
    "z.strictObject({ list: z.array(z.strictObject({ a: z.string().refine(async (a) => a !== 'b', 'Take another.') })) })",
    { list: [{ a: 'a' }, { a: 'b' }] },
    { path: '$.list[1].a', expected: 'valid', received: '"b"', message: 'Take another.' },
  ],
])('a check of its own %s is told as any other issue', async (_, input, sent, issue) => {
  const [tool] = toolsOf(await packOf({ 'main.ts': formed(input, "import { z } from 'zod';") }));
  const result = await tool?.call(sent, { ...QUIET, nested: undefined });
  expect(result).toMatchObject({ success: false, error: 'INVALID_ARGS', issues: [issue] });
  expect(result?.text).toContain(`1. ${issue.path}: expected valid, received ${issue.received}. ${issue.message}`);
});

describe('a call of an own tool', () => {
  it('gets its input parsed, and answers text or a result', async () => {
    expect(await call({ 'main.ts': body('execute: ({ a }) => `got ${a + 1}`') })).toMatchObject({
      success: true,
      text: 'got 3',
    });
    const rich = body("execute: () => ({ summary: 'Well', structuredContent: { a: [1] } })");
    expect(await call({ 'main.ts': rich })).toMatchObject({ summary: 'Well', structuredContent: { a: [1] } });
    expect(
      await call({ 'main.ts': body("execute: () => ({ text: 'Look elsewhere.', error: 'NOT_FOUND' })") }),
    ).toMatchObject({
      success: false,
      error: 'NOT_FOUND',
      text: expect.stringContaining('Look elsewhere.'),
    });
  });

  it('changes nothing by itself, so nobody is asked about it, but where it says that it is dangerous', async () => {
    const made = async (more: string) => {
      const [tool] = toolsOf(
        await packOf({ 'main.ts': body(`${more} execute: () => 'ran'`).replace("'read'", "'edit'") }),
      );
      const decided =
        tool &&
        (await dryRun(
          { tool, input: { a: 2 }, context: QUIET },
          {
            mode: () => 'default',
            rules: () => [],
            ask: () => Promise.reject(new Error('asked')),
            allowAlways: () => undefined,
          },
        ));
      return decided?.verdict;
    };
    expect([await made(''), await made('dangerous: true,')]).toEqual(['allow', 'ask']);
  });

  it('is refused before it runs where its arguments do not fit', async () => {
    expect(await call({ 'main.ts': body("execute: () => 'ran'") }, { a: 'two' })).toMatchObject({
      error: 'INVALID_ARGS',
    });
  });

  it('is off where the model is of a provider that it does not support', async () => {
    const custom = toolsOf(
      await packOf({ 'main.ts': body("execute: () => 'ran', supportedProviders: ['anthropic']") }),
    );
    const under = (provider: string) => assembleToolPool({ builtin: [], custom, enablement: { provider } }).entries;
    expect(under('anthropic')).toMatchObject([{ name: 'T', enabled: true }]);
    expect(under('openai')).toMatchObject([{ name: 'T', enabled: false, why: 'provider', missing: 'openai' }]);
  });

  it('calls other tools, some at once, and goes the same way each time', async () => {
    const files = {
      'main.ts': body(`async execute(_, context) {
        const one = Math.random();
        const [a, b] = await Promise.all([context.call('Read', { file_path: 'a' }), context.call('Glob', { one })]);
        const c = await context.call('Ls', { one, at: Date.now(), day: new Date().getTime() });
        return [a.text, b.text, c.ok].join('|');
      }`),
    };
    const { text } = await call(files);
    expect(text).toMatch(/^Read \{"file_path":"a"\}\|Glob \{"one":0\.\d+\}\|true$/);
  });

  it.each([
    ['throws', "execute() { throw new TypeError('no') }", 'EXECUTION_ERROR', 'T failed: TypeError: no'],
    ['throws an object', 'execute() { throw { code: 7 } }', 'EXECUTION_ERROR', 'T failed: {"code":7}'],
    [
      'throws what contains itself',
      'execute() { const a: any = {}; a.a = a; throw a }',
      'EXECUTION_ERROR',
      'something was thrown that cannot be shown',
    ],
    [
      'throws more than a megabyte',
      "execute() { throw new Error('x'.repeat(3_000_000)) }",
      'EXECUTION_ERROR',
      'characters',
    ],
    ['returns nothing', 'execute() {}', 'EXECUTION_ERROR', 'T returned nothing, which is no result. Return text'],
    ['returns a number', 'execute: () => 3', 'EXECUTION_ERROR', 'T returned 3, which is no result.'],
    ['returns a function', 'execute: () => () => 1', 'EXECUTION_ERROR', 'T'],
    [
      'has a code of its own',
      "execute: () => ({ text: 'Wait a day.', error: 'TOO_SOON' })",
      'EXECUTION_ERROR',
      'T returned "TOO_SOON" as the code of a failure. Take one of TOOL_NOT_FOUND, ',
    ],
    ['returns what nobody knows', 'execute: () => ({ texts: 1 })', 'EXECUTION_ERROR', 'which is no result'],
    [
      'returns an image that is none',
      "execute: () => ({ content: [{ type: 'image', data: '<svg/>', mimeType: 'image/png' }] })",
      'EXECUTION_ERROR',
      'T returned an image whose data is not base64',
    ],
    ['returns megabytes', "execute: () => 'x'.repeat(3_000_000)", 'EXECUTION_ERROR', 'characters'],
    [
      'calls without end',
      "async execute(_, c) { for (;;) await Promise.all(Array.from({ length: 26 }, () => c.call('Ls'))) }",
      'EXECUTION_ERROR',
      'more than 50 times',
    ],
    [
      'reaches for the network',
      "execute: () => fetch('https://example.com')",
      'EXECUTION_ERROR',
      'fetch is not defined',
    ],
  ])('that %s fails in words', async (_, execute, error, words) => {
    const result = await call({ 'main.ts': body(execute) });
    expect(result).toMatchObject({ success: false, error });
    expect(result.text).toContain(words);
  });
});

it.each([
  ['loops', 'execute() { for (;;) {} }'],
  ['allocates without end', 'execute() { const all: unknown[] = []; for (;;) all.push(new Array(10_000).fill(1)); }'],
  ['waits for what never comes', 'execute: () => new Promise(() => undefined)'],
])('a call that %s ends in words, and the next one runs', async (_, execute) => {
  // Not as long as a person would wait.
  const hasty: CodeRunner = { run: (task, { signal: by }) => runner.run(task, { signal: by, deadlineMs: 20 }) };
  const pack = await packOf({ 'main.ts': body(execute) });
  const [tool] = ownTools(pack, async () => runtime, hasty);
  expect(await tool?.call({}, { ...QUIET, nested: undefined })).toMatchObject({
    success: false,
    text: expect.stringMatching(/^T (was not done after|failed: )/),
  });
  expect(await call({ 'main.ts': body("execute: () => 'ran'") })).toMatchObject({ text: 'ran' });
});

it.each([
  [
    'throws a value whose message throws',
    "execute() { throw Object.defineProperty(new Error('x'), 'message', { get() { throw 1; } }); }",
    'cannot be shown',
  ],
  [
    'throws a proxy',
    'execute() { throw new Proxy({}, { get() { throw 1; }, getPrototypeOf() { throw 2; } }); }',
    'cannot be shown',
  ],
  ['throws no error', 'execute() { throw 12n; }', 'T failed: 12'],
  ['throws a long one', "execute() { throw new Error('x'.repeat(5_000_000)); }", 'T failed: xxx'],
  ['returns a function', 'execute: () => (() => 1) as never', 'it returned a function, which is no result'],
  [
    'returns nothing that can be read',
    'execute: () => new Map([[1, 2]]) as never',
    'T returned {}, which is no result',
  ],
])('a call that %s fails at once, in words', async (_, execute, words) => {
  const result = await call({ 'main.ts': body(execute) });
  expect(result).toMatchObject({ success: false, error: 'EXECUTION_ERROR', text: expect.stringContaining(words) });
});

it('calls that a tool does not wait for are made all the same, each once', async () => {
  const made: unknown[] = [];
  const nested = { call: async (one: object) => (made.push(one), { success: true, text: 'had' }) };
  const [tool] = toolsOf(
    await packOf({
      'main.ts': body("execute(_, context) { void context.call('A'); void context.call('B'); return 'done'; }"),
    }),
  );
  expect(await tool?.call({}, { ...QUIET, nested })).toMatchObject({ text: 'done' });
  expect(made).toMatchObject([{ name: 'A' }, { name: 'B' }]);
});

it('a file of JSON can be imported', async () => {
  const files = {
    'main.ts': `import data from './data.json'; ${body('execute: () => String(data.size)')}`,
    'data.json': '{ "size": 3 }',
  };
  expect(await call(files)).toMatchObject({ text: '3' });
  expect(await compile({ ...files, 'data.json': '{' })).toMatchObject({ ok: false, faults: [{ file: 'data.json' }] });
});

it('what goes wrong is told in the language of the call', async () => {
  const [tool] = toolsOf(await packOf({ 'main.ts': body("execute() { throw new Error('no'); }") }));
  const context = { ...QUIET, nested: undefined, language: 'zh' as const };
  expect((await tool?.call({}, context))?.text).toBe('T 失败：no');
  const refused = await packOf({ 'main.ts': body("async execute(_, context) { return context.files.read('a'); }") });
  const nested = { call: async () => ({ success: true, text: '' }) };
  const [other] = ownTools(
    refused,
    async () => runtime,
    runner,
    () => false,
  );
  expect((await other?.call({}, { ...context, nested }))?.text).toContain('工具包 mine 不得使用文件');
});

describe('what a person does not let a pack use', () => {
  it.each([
    ['files', "await context.files.read('a')", 'may not use files'],
    ['shell', "(await context.shell.run('ls')).output", 'may not use the shell'],
    ['shell, by another way', "(await context['sh' + 'ell'].run('ls')).output", 'may not use the shell'],
    ['fetch', "(await context.fetch('https://a.example/')).text", 'may not use the web'],
    ['call', "(await context.call('Bash', { command: 'ls' })).text", 'may not use other tools'],
  ])('%s is refused, with what a person can do about it', async (_, expression, words) => {
    const pack = await packOf({ 'main.ts': body(`async execute(_, context) { return ${expression}; }`) });
    const made: unknown[] = [];
    const nested = { call: async (one: object) => (made.push(one), { success: true, text: 'had' }) };
    const [refused] = ownTools(
      pack,
      async () => runtime,
      runner,
      () => false,
    );
    const result = await refused?.call({}, { ...QUIET, nested });
    expect(result?.text).toContain(words);
    expect(result?.text).toContain('in the workshop, under Checks');
    expect(made).toEqual([]);
    const [allowed] = toolsOf(pack);
    expect((await allowed?.call({}, { ...QUIET, nested }))?.text).toBe('had');
    expect(made.length).toBeGreaterThan(0);
  });
});

describe('what does not compile says where and why', () => {
  it.each([
    ['a slip', { 'main.ts': 'const a = ;' }, { file: 'main.ts', line: 1, column: 11, message: 'Unexpected token' }],
    [
      'an error while it loads',
      { 'main.ts': "import './b.ts';", 'b.ts': "throw new Error('early')" },
      { file: 'b.ts', message: 'early' },
    ],
    [
      'an import of what is not there',
      { 'main.ts': "import fs from 'node:fs'; fs" },
      { message: expect.stringContaining('there is no node:fs') },
    ],
    [
      'an await that nothing is around',
      { 'main.ts': 'await Promise.resolve();' },
      { message: 'There is an await outside of an async function. Write it inside execute.' },
    ],
    ['no tool', { 'main.ts': 'export const a = 1;' }, { message: expect.stringContaining('No file exports a tool') }],
    [
      'two of one name',
      { 'main.ts': body("execute: () => 'a'"), 'b.ts': body("execute: () => 'a'") },
      { message: 'Two tools are called T.' },
    ],
    [
      'a bad name',
      { 'main.ts': "import { defineTool } from 'toolyard'; export const t = defineTool({ name: 'a b' })" },
      { message: expect.stringContaining('A tool’s name has letters') },
    ],
    [
      'a root that is no object',
      {
        'main.ts':
          "import { defineTool } from 'toolyard'; import { z } from 'zod'; export const t = defineTool({ name: 'T', description: 'd', input: z.string(), execute: () => '' })",
      },
      { message: expect.stringContaining('has to be an object') },
    ],
    [
      'a bad case',
      { 'main.ts': body("execute: () => 'a'", 'export const cases = [{ tool: 3 }];') },
      { message: expect.stringContaining('A tool, a hook or a case') },
    ],
    [
      'what would close its wrapper',
      { 'main.ts': '} }, "x": function () { globalThis.out = 1' },
      { message: expect.any(String) },
    ],
    [
      'providers that are no list',
      { 'main.ts': body("execute: () => 'a', supportedProviders: 'anthropic'") },
      { message: expect.stringContaining('supportedProviders is a list of names') },
    ],
    ['a file name that is none', { '../a.ts': '' }, { message: expect.stringContaining('../a.ts') }],
    [
      'a schema that contains itself',
      { 'main.ts': formed('s', "const s: any = { type: 'object', properties: {} }; s.properties.self = s;") },
      { message: expect.stringMatching(/T: its input cannot be written as JSON.*circular/) },
    ],
    [
      'a circle of imports',
      {
        'main.ts': `import { help } from './b'; export const pre = help(1); ${formed('{}')}`,
        'b.ts':
          "import { pre } from './main'; export const two = pre.length; export const help = (n: number) => `x${n}`;",
      },
      { file: 'b.ts', message: expect.stringContaining('main.ts imports b.ts imports main.ts') },
    ],
    [
      'a schema that is a trap',
      { 'main.ts': formed("{ type: 'object', get properties() { throw new Error('snap') } }") },
      { message: expect.stringContaining('snap') },
    ],
    [
      'a schema of a megabyte',
      { 'main.ts': formed("{ type: 'object', description: 'x'.repeat(1_000_000) }") },
      { message: expect.stringContaining('more than 1,000,000 characters together: make a schema') },
    ],
    [
      'a schema without a bottom',
      {
        'main.ts': formed(
          's',
          "let s: any = { type: 'object' }; for (let i = 0; i < 5000; i++) s = { type: 'object', properties: { s } };",
        ),
      },
      { message: expect.stringMatching(/at most 100 levels\n\s*→ at T\.input$/) },
    ],
    [
      'a case without a bottom',
      {
        'main.ts': body(
          "execute: () => 'a'",
          "let deep: any = {}; for (let i = 0; i < 500; i++) deep = { deep }; export const cases = [{ tool: 'T', input: deep, expect: '' }];",
        ),
      },
      { message: expect.stringMatching(/→ at cases\[0\]/) },
    ],
    [
      'messages of its own',
      { 'main.ts': "postMessage('x'.repeat(5_000_000))" },
      { message: expect.stringContaining('postMessage is not defined') },
    ],
    [
      'too much',
      { 'main.ts': `/* ${'x'.repeat(600_000)} */` },
      { message: expect.stringContaining('at most 500000 characters') },
    ],
  ])('%s', async (_, files, fault) => {
    expect(await compile(files)).toMatchObject({ ok: false, faults: [fault] });
  });

  it.each([
    ['a loop', 'for (;;) {}'],
    ['what takes memory without end', 'const all: unknown[] = []; for (;;) all.push(new Array(10_000).fill(1));'],
  ])('%s', async (_, main) => {
    // Not as long as a person would wait.
    const hasty: CodeRunner = { run: (task, { signal }) => runner.run(task, { signal, deadlineMs: 20 }) };
    expect(await compile({ 'main.ts': main }, hasty)).toMatchObject({
      faults: [{ message: expect.stringContaining('did not come to an end') }],
    });
  });

  it.each([
    ['JSON Schema', "{ type: 'object', properties: FIELDS }", "{ type: 'string' }"],
    ['Zod', 'z.strictObject(FIELDS)', 'z.string().optional()'],
  ])('10,000 fields in %s are a tool, and linted and validated as any other', async (_, input, field) => {
    const fields = `import { z } from 'zod'; const FIELDS = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => ['f' + i, ${field}]));`;
    const pack = await packOf({ 'main.ts': formed(input, fields) });
    const [tool] = toolsOf(pack);
    if (!tool) throw new Error('There is a tool.');
    const result = await tool.call({ f9999: 3 }, { ...QUIET, nested: undefined });
    expect(result).toMatchObject({ error: 'INVALID_ARGS', text: expect.stringContaining('f9999') });
    const { name, description, schema } = pack.tools[0] ?? { name: '', description: '', schema: {} };
    expect(lint([{ name, description, inputSchema: schema }]).length).toBeGreaterThan(0);
  });

  it('a call that runs ends as it began, though the pack is another one by then', async () => {
    const before = body("async execute(_, context) { return `one ${(await context.call('Ls')).text}` }");
    const [tool] = toolsOf(await packOf({ 'main.ts': before }));
    const after = await packOf({
      'main.ts': body("execute: () => 'two'").replace('a: z.number().default(2)', 'b: z.string()'),
    });
    let now = tool;
    const nested = {
      call: async () => {
        [now] = toolsOf(after);
        return { success: true, text: 'listed' };
      },
    };
    expect(await tool?.call({}, { ...QUIET, nested })).toMatchObject({ success: true, text: 'one listed' });
    expect(await now?.call({ b: 'x' }, { ...QUIET, nested })).toMatchObject({ text: 'two' });
  });

  it('files import each other', async () => {
    const pack = await packOf({
      'main.ts':
        "import { twice } from './lib/twice'; import { defineTool } from 'toolyard'; export default defineTool({ name: 'T', description: 'd', kind: 'read', execute: () => twice('a') })",
      'lib/twice.ts': 'export const twice = (text: string): string => text + text;',
    });
    const outcomes = await runCases([{ tool: 'T', input: {}, expect: 'aa' }], triedOf(pack), signal);
    expect(outcomes).toMatchObject([{ passed: true }]);
  });
});

it('packs are kept by name; what is no pack is none', async () => {
  const table = createMemoryStore();
  const store = openPackStore(table);
  const pack = { toolyardPack: 1 as const, name: 'mine', files: { 'main.ts': '' } };
  await store.change('mine', () => ({ pack, on: true, savedAt: 1 }));
  await table.put('pack:broken', { pack: { ...pack, toolyardPack: 2 } });
  expect((await store.all()).map((kept) => kept.pack.name)).toEqual(['mine']);
  expect(packsOn(await store.all())).toEqual([]);
  expect(await store.rename('mine', 'broken')).toBe(false);
  expect(await store.rename('gone', 'new')).toBe(false);
  await store.remove('mine');
  expect(await store.get('mine')).toBeUndefined();
});
