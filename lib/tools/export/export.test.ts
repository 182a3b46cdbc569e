import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { freePort } from '@/lib/launch/address.mjs';
import { EXPORT_TARGETS, exportTools, fromDraft, ToolPackSchema, type ExportedFiles } from '.';
import { CALLS, EXPORTED } from './export.fixture';
import {
  callEach,
  HERE,
  installedProject,
  LONG,
  PATIENCE,
  removeProjects,
  run,
  type Ran,
} from './testing/built-project';

afterAll(removeProjects);

const filesOf = (id: string): ExportedFiles => {
  const target = EXPORT_TARGETS.find((one) => one.id === id);
  return target ? exportTools(target, EXPORTED, 'My tools') : {};
};

/** What a model has to be told of a tool whose schema refers to itself. */
const TREE = EXPORTED.find(({ name }) => name === 'depth-of')?.inputSchema;

/** Prints what a model is told of that tool. */
const DECLARED: Readonly<Record<string, string>> = {
  'ai-sdk': `import { asSchema } from 'ai';
    import { toolSet } from './dist/toolset.js';
    console.log(JSON.stringify(await asSchema(toolSet['depth-of'].inputSchema).jsonSchema));`,
  'claude-agent-sdk': `import { Client } from '@modelcontextprotocol/sdk/client/index.js';
    import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
    import { server } from './dist/server.js';
    const client = new Client({ name: 'test', version: '1' });
    const [mine, its] = InMemoryTransport.createLinkedPair();
    await Promise.all([server.instance.connect(its), client.connect(mine)]);
    const { tools } = await client.listTools();
    console.log(JSON.stringify(tools.find(({ name }) => name === 'depth-of').inputSchema));
    await client.close();`,
  'openai-agents': `import { agentTools } from './dist/agent-tools.js';
    console.log(JSON.stringify(agentTools.find(({ name }) => name === 'depth_of').parameters));`,
  langchain: `import { toJsonSchema } from '@langchain/core/utils/json_schema';
    import { langchainTools } from './dist/langchain-tools.js';
    console.log(JSON.stringify(toJsonSchema(langchainTools.find(({ name }) => name === 'depth-of').schema)));`,
};

/** A run of the SDK's own, with a model that calls `draw`: it prints what that model is told of it. */
const ASKS_FOR_A_DOT = `
import { generateText, stepCountIs } from 'ai';
import { MockLanguageModelV2 } from 'ai/test';
import { toolSet } from './dist/toolset.js';
const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
const called = { type: 'tool-call', toolCallId: 'a', toolName: 'draw', input: '{}' };
const prompts = [];
const model = new MockLanguageModelV2({
  doGenerate: async ({ prompt }) => {
    prompts.push(prompt);
    const first = prompts.length === 1;
    const content = [first ? called : { type: 'text', text: 'Done.' }];
    return { content, finishReason: first ? 'tool-calls' : 'stop', usage, warnings: [] };
  },
});
await generateText({ model, tools: toolSet, prompt: 'Draw.', stopWhen: stepCountIs(3) });
console.log(JSON.stringify(prompts[1].at(-1).content[0].output.value));
`;

const PROJECTS = EXPORT_TARGETS.map(({ id }) => id).filter((id) => 'tsconfig.json' in filesOf(id));

describe.each(PROJECTS.filter((id) => LONG || HERE.has(id)))('%s', (id) => {
  let folder = '';
  /** The README, followed to the letter: it builds the project. */
  const followed: Ran[] = [];
  let answers: Ran[] = [];
  beforeAll(async () => {
    folder = await installedProject(id, filesOf(id));
    const [, block = ''] = /```sh\n([^]*?)```/.exec(filesOf(id)['README.md'] ?? '') ?? [];
    const [install, ...commands] = block.trim().split('\n');
    expect(install).toBe('npm install');
    for (const command of commands) followed.push(await run(folder, 'sh', '-c', command));
    answers = await callEach(folder, CALLS);
  }, PATIENCE);

  it.each(CALLS.map(([name, input, outcome], at) => [name, input, outcome, at] as const))(
    '%s %j',
    (_name, _input, outcome, at) => {
      const { code, out, err } = answers[at] ?? {};
      if ('said' in outcome) expect([err, out]).toEqual(['', expect.stringMatching(outcome.said)]);
      else {
        expect([code, err]).toEqual([1, expect.stringMatching(outcome.failed)]);
        // Not the JSON of Zod's issues.
        expect(err).not.toMatch(/"(code|path)":/);
      }
    },
  );

  it.runIf(id in DECLARED)(
    'models are told of a schema that refers to itself',
    async () => {
      const { out, err } = await run(folder, process.execPath, '--input-type=module', '-e', DECLARED[id] ?? '');
      expect(err).toBe('');
      const { additionalProperties: _, ...told } = TREE ?? {};
      expect(JSON.parse(out)).toMatchObject(told);
    },
    PATIENCE,
  );

  it('its README can be followed to the letter', () => {
    expect(followed).not.toEqual([]);
    for (const ran of followed) expect(ran).toMatchObject({ code: 0 });
  });

  it.runIf(id === 'ai-sdk')(
    'its images come to the model',
    async () => {
      const { out, err } = await run(folder, process.execPath, '--input-type=module', '-e', ASKS_FOR_A_DOT);
      expect(err).toBe('');
      expect(JSON.parse(out)).toEqual([
        { type: 'text', text: 'A dot.\n[image: image/svg+xml, which models do not take]' },
        { type: 'media', data: expect.stringMatching(/^iVBOR/), mediaType: 'image/png' },
      ]);
    },
    PATIENCE,
  );

  if (id !== 'mcp-server') return;

  async function asked(transport: Transport): Promise<unknown> {
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(transport);
    const { tools } = await client.listTools();
    const { content } = await client.callTool({ name: 'add', arguments: { a: 1, b: 2 } });
    await client.close();
    const { inputSchema } = tools.find(({ name }) => name === 'depth-of') ?? {};
    return { names: tools.map(({ name }) => name), hints: tools[0]?.annotations, inputSchema, content };
  }
  const answer = {
    names: ['add', 'placeOrder', 'always-fails', 'draw', 'depth-of'],
    hints: { readOnlyHint: true },
    inputSchema: expect.objectContaining(TREE),
    content: [{ type: 'text', text: '3' }],
  };

  it('is an MCP server over stdio', async () => {
    const transport = new StdioClientTransport({ command: process.execPath, args: [join(folder, 'dist/stdio.js')] });
    expect(await asked(transport)).toEqual(answer);
  });

  it('is an MCP server over streamable HTTP, for its own names only', async () => {
    const port = String(await freePort('127.0.0.1'));
    const server = spawn(process.execPath, ['dist/http.js'], { cwd: folder, env: { ...process.env, PORT: port } });
    try {
      await once(server.stderr, 'data');
      expect(await asked(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)))).toEqual(answer);
      expect((await fetch(`http://127.0.0.1:${port}/elsewhere`, { method: 'POST' })).status).toBe(404);
    } finally {
      server.kill();
      await once(server, 'exit');
    }
  });
});

describe('a project', () => {
  it.each(PROJECTS)('%s says what it is and how it is used', (id) => {
    const { 'README.md': readme = '', 'package.json': manifest = '' } = filesOf(id);
    expect(JSON.parse(manifest)).toMatchObject({ name: 'my-tools', type: 'module', scripts: { build: 'tsc' } });
    expect(readme).toMatch(/npm install[^]*npm start -- add '\{"a":1,"b":1\}'[^]*## Use it/);
    // Whatever is to be run is a script of the project.
    const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(manifest));
    const named = [...readme.matchAll(/npm (?:run )?(start|(?<=run )\w+)/g)].map(([, script]) => script);
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(named));
    expect(readme).toContain('a \\| b. It cannot be undone. |');
  });

  it('has a name and a file of its own for each tool, whatever the tools are called', () => {
    const [target] = EXPORT_TARGETS;
    const [add] = EXPORTED;
    if (!target || !add) throw new Error('There is nothing to export.');
    const files = exportTools(
      target,
      ['get_x', 'getX', '日本', '../../up'].map((name) => ({ ...add, name })),
      '日本',
    );
    expect(Object.keys(files).filter((path) => path.startsWith('src/tools/'))).toEqual(
      ['index', 'get-x', 'get-x-2', 'tool', 'up'].map((name) => `src/tools/${name}.ts`),
    );
    expect(JSON.parse(files['package.json'] ?? '')).toMatchObject({ name: 'my-tools' });
  });
});

it('writes declarations for three providers', () => {
  const files = filesOf('declarations');
  const read = (name: string): unknown => JSON.parse(files[name] ?? '');
  const { description, inputSchema } = EXPORTED[0] ?? {};
  expect(read('anthropic.json')).toMatchObject([
    { name: 'add', description, input_schema: inputSchema },
    {},
    {},
    {},
    {},
  ]);
  expect(read('openai.json')).toMatchObject([
    { type: 'function', function: { name: 'add', parameters: inputSchema } },
    {},
    {},
    {},
    {},
  ]);
  expect(read('gemini.json')).toMatchObject([
    { functionDeclarations: [{ name: 'add', description, parametersJsonSchema: inputSchema }, {}, {}, {}, {}] },
  ]);
});

describe('a Toolyard pack', () => {
  const pack = ToolPackSchema.parse(JSON.parse(filesOf('toolyard-pack')['my-tools.toolyard.json'] ?? ''));

  it('holds dynamic tools whose bodies run, without types', async () => {
    const bodies = pack.tools.map(({ body }) => body);
    const [add, order] = bodies.map((body) => Reflect.construct(AsyncFunction, ['input', body]));
    expect(await add({ a: 2, b: 40 })).toBe('42');
    expect(await order({ customer: { name: 'Ada' }, lines: [{ sku: 'nut', pieces: 2 }] })).toMatchObject({
      text: 'Ada: 2 nut, slow',
    });
  });

  it('comes back as what can be exported again', () => {
    const again = pack.tools.map(fromDraft);
    expect(again.map(({ name, inputSchema }) => ({ name, inputSchema }))).toEqual(
      EXPORTED.map(({ name, inputSchema }) => ({ name, inputSchema })),
    );
  });
});

// oxlint-disable-next-line no-empty-function -- only its constructor is wanted
const AsyncFunction = (async () => {}).constructor;
