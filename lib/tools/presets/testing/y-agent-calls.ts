import { ActivationSet, loadTokenCounter, searchTools, toolIndex } from '@/lib/discovery';
import { dialects, parseToolCalls } from '@/lib/models/dialects';
import type { ModelRequest } from '@/lib/models/model';
import { withTextCallFallback } from '@/lib/models/text-call-fallback';
import { withTextCalls } from '@/lib/models/text-calls';
import { expect } from 'vitest';
import { toDynamicTool } from '@/lib/client/executor/dynamic-tool';
import { createDispatcher } from '../../dispatch';
import { toApiTool } from '../../api-tool';
import { assembleToolPool } from '../../pool';
import { createRateLimiter } from '../../dispatch/limits';
import { createRegistry } from '../../registry';
import {
  answers,
  describedRows,
  exactName,
  nothingInBackground,
  type FidelityRow,
  type SystemBench,
} from './fidelity-row';
import { openWorld } from './world';

const STEPS = 'Execution Steps';
const PARSING = 'Multi-Format Tool Call Parsing';
const DYNAMIC = 'Dynamic Tools';

/** The descriptions in its table of built-in tools. */
const DESCRIBED: Readonly<Record<string, string>> = {
  FileRead: 'Read file contents',
  FileWrite: 'Write/create files',
  FileDelete: 'Delete files',
  FileMove: 'Move/rename files',
  ShellExec: 'Execute shell commands',
  WebSearch: 'Web search queries',
  MemoryStore: 'Store long-term memory',
  MemoryRecall: 'Recall from memory',
  ToolSearch: 'Search and activate tools',
  Task: 'Delegate to sub-agent',
  Plan: 'Structured planning',
  AskUser: 'Request user input',
  BrowserTool: 'CDP browser automation',
};

const NO_USAGE = { inputTokens: 1, outputTokens: 1, cachedInputTokens: 0 };

const BAR = '\uFF5C';

/** The same call as each provider's models write it in text. */
const WRITTEN: Readonly<Record<string, string>> = {
  'OpenAI and Ollama, in XML': '<tool_call>{"name":"FileRead","arguments":{"path":"a.txt"}}</tool_call>',
  'DeepSeek, in DSML': `<${BAR}DSML${BAR}function_calls><${BAR}DSML${BAR}invoke name="FileRead"><${BAR}DSML${BAR}parameter name="path" string="true">a.txt</${BAR}DSML${BAR}parameter></${BAR}DSML${BAR}invoke></${BAR}DSML${BAR}function_calls>`,
  MiniMax:
    '<minimax:tool_call><invoke name="FileRead"><parameter name="path">a.txt</parameter></invoke></minimax:tool_call>',
  'GLM-4, with tags': '<tool_call>FileRead\n<arg_key>path</arg_key>\n<arg_value>a.txt</arg_value>\n</tool_call>',
  'GLM-4, plain': 'FileRead\n{"path": "a.txt"}',
  'Qwen3-Coder': '<tool_call>\n<function=FileRead>\n<parameter=path>\na.txt\n</parameter>\n</function>\n</tool_call>',
};

const DRAFT = {
  name: 'Double',
  description: 'Doubles a number.',
  schema: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'], additionalProperties: false },
  body: 'return input.n * 2;',
};

/** Calls a dynamic tool that the agent made. */
async function dynamic({ bench, tools }: SystemBench, args: object, answer = true) {
  const tool = toDynamicTool(DRAFT, { run: async () => ({ ok: true, value: 4, log: '' }) });
  let asked = 0;
  const dispatcher = createDispatcher({
    registry: createRegistry([...tools, tool]),
    permissions: {
      mode: () => 'default',
      rules: () => [],
      ask: async () => {
        asked += 1;
        return answer ? { behavior: 'allow' } : { behavior: 'deny', reason: 'No.' };
      },
      allowAlways: () => undefined,
    },
    contextFor: () => ({ threadId: 't', writeRoots: [], sandbox: bench.sandbox }),
  });
  const call = { id: 'c', name: 'Double', args: JSON.stringify(args) };
  const { result } = await dispatcher.dispatch(call, { signal: new AbortController().signal });
  return { result, asked, tool };
}

/** The results of its calls, in the order of the text. */
export const Y_AGENT_CALLS: readonly FidelityRow[] = [
  ...describedRows('Built-In Tools', DESCRIBED),
  exactName(`${STEPS}: 2`, 'FileRead', ['fileread', 'FILEREAD', 'file_read']),
  answers('Lazy Loading Strategy', 'Twenty tools are active at most; the one used longest ago gives way', () => {
    const set = new ActivationSet();
    for (let tool = 1; tool <= 20; tool++) set.activate([`tool${tool}`]);
    set.touch('tool1');
    expect(set.activate(['tool21'])).toEqual({ added: ['tool21'], evicted: ['tool2'] });
    expect(set.active).toHaveLength(20);
    expect(set.activate(['tool2']).added).toEqual(['tool2']);
  }),
  answers('Lazy Loading Strategy', 'A tool that was evicted is still in the index', ({ tools }) => {
    const index = toolIndex(tools.map(toApiTool));
    for (const { name } of tools) expect(index.includes(`${name}: `)).toBe(name !== 'ToolSearch');
  }),
  answers(
    'Lazy Loading Strategy: Token Savings',
    'A definition costs 200 to 500 tokens, and all of them 5,000 to 15,000',
    async ({ tools }) => {
      const counter = await loadTokenCounter('claude-sonnet-4-5');
      const each = tools.map((tool) => counter.countTools([toApiTool(tool)]));
      const all = counter.countTools(tools.map(toApiTool));
      expect(all / each.length).toBeGreaterThan(200);
      expect(Math.max(...each)).toBeLessThan(500);
      expect([all > 5000, all < 15_000]).toEqual([true, true]);
    },
    'On the average: the smallest, ToolSearch, ScheduleList and Plan, have too few fields for 200.',
  ),
  answers(
    'Lazy Loading Strategy: Token Savings',
    'About 5 tokens for a name and one line of description',
    async () => {
      const counter = await loadTokenCounter('claude-sonnet-4-5');
      const lines = Object.entries(DESCRIBED).map(([name, words]) => `${name}: ${words}`);
      expect(counter.countTokens(lines.join('\n')) / lines.length).toBeGreaterThan(7);
    },
    'The text’s own lines for its own tools come to more than 7: a name alone takes 3 to 4.',
  ),
  ...(
    [
      ['BuiltIn', 'builtin'],
      ['Mcp', 'mcp'],
      ['Custom', 'custom'],
      ['Dynamic', 'dynamic'],
    ] as const
  ).map(([type, source]) =>
    answers('Tool Definition: tool_type', `${type} is one of four types`, ({ tools }) => {
      const [first] = tools;
      const other = first && { ...first, name: source === 'mcp' ? 'mcp__s__Other' : 'Other', source };
      const pool = assembleToolPool({
        builtin: tools,
        ...(other && source === 'mcp' && { mcp: [other] }),
        ...(other && source !== 'mcp' && { custom: [other] }),
      });
      const found =
        source === 'builtin' ? first?.source : pool.tools.find(({ name }) => name.endsWith('Other'))?.source;
      expect(found).toBe(source);
    }),
  ),
  ...[{}, { query: '' }, { query: '  ' }].map((input) =>
    answers(
      'Tool Categories: Search',
      `A search for nothing, ${JSON.stringify(input)}, names the field`,
      async ({ call }) =>
        expect(await call('ToolSearch', input)).toMatchObject({ error: 'INVALID_ARGS', issues: [{ path: '$.query' }] }),
    ),
  ),
  answers('Tool Categories: Custom', 'A category of one’s own is one to look in', ({ tools }) => {
    const filed = tools.map((tool) => (tool.name === 'FileRead' ? { ...tool, category: 'Recipes' } : tool));
    const { found } = searchTools(filed.map(toApiTool), { category: 'recipes' });
    expect(found).toEqual(['FileRead']);
    expect(toolIndex(filed.map(toApiTool))).toContain('[Recipes]\nFileRead: ');
  }),
  answers(
    'Rate Limiting',
    'A call over the limit is a result that says how long to wait, and no hard failure',
    async ({ tools }) => {
      const limiter = createRateLimiter({ limits: () => ({ calls: 1, tools: {} }), now: () => 0 });
      const world = await openWorld(tools, 'en', { limiter });
      await world.bench.write('a.txt', 'one\n');
      const results = [1, 2].map(async () => (await world.bench.call('FileRead', { path: 'a.txt' })).result);
      const [first, second] = await Promise.all(results);
      const other = (await world.bench.call('Plan', { plan: '# Tea' })).result;
      await world.leave();
      expect([first?.success, second?.error, other.success]).toEqual([true, 'RATE_LIMITED', true]);
      expect([second?.retryable, second?.text]).toEqual([true, expect.stringMatching(/^Not run: FileRead.*Wait 60 s/)]);
    },
  ),
  ...(
    [
      ['Where there are calls of its own, the text is not read', true, ['c']],
      ['Where there are none, calls in the text are made', false, ['text_call_1']],
    ] as const
  ).map(([says, native, ids]) =>
    answers(`${PARSING}: Native`, says, async ({ tools }) => {
      const spoken = withTextCallFallback({
        name: 'm',
        async *turn() {
          yield [{ type: 'text', delta: WRITTEN['Qwen3-Coder'] ?? '' }];
          if (native)
            yield [
              { type: 'call-start', id: 'c', name: 'Plan' },
              { type: 'call-end', id: 'c' },
            ];
          yield [{ type: 'stop', reason: native ? 'tool_calls' : 'end', usage: NO_USAGE }];
        },
      });
      const made: string[] = [];
      const request = { system: '', messages: [], tools: tools.map(toApiTool), maxTokens: 1 };
      for await (const events of spoken.turn({ ...request, signal: new AbortController().signal })) {
        for (const event of events) if (event.type === 'call-start') made.push(event.id);
      }
      expect(made).toEqual(ids);
    }),
  ),
  answers(
    'Tool Calling Modes: PromptBased',
    'The tools are taught in the system prompt, and none is sent beside it',
    async ({ tools }) => {
      const asked: ModelRequest[] = [];
      const spoken = withTextCalls(
        {
          name: 'm',
          async *turn(request) {
            asked.push(request);
            yield [{ type: 'stop', reason: 'end', usage: NO_USAGE }];
          },
        },
        dialects.xml,
      );
      const request = { system: '', messages: [], tools: tools.map(toApiTool), maxTokens: 1 };
      for await (const [event] of spoken.turn({ ...request, signal: new AbortController().signal }))
        expect(event?.type).toBe('stop');
      expect(asked[0]?.tools).toEqual([]);
      for (const { name } of tools) expect(asked[0]?.system).toContain(name);
    },
  ),
  answers('Tool Definition', 'Parameters are a JSON Schema', ({ tools }) => {
    for (const { input } of tools) expect(input).toMatchObject({ type: 'object', properties: expect.anything() });
  }),
  answers('Tool Definition', 'A tool says which capabilities it needs', ({ tool }) =>
    expect([tool('FileRead').capabilities, tool('MemoryStore').capabilities]).toEqual([['sandbox'], ['memory']]),
  ),
  ...nothingInBackground('Built-In Tools', {
    ShellExec: { command: 'touch ran' },
    Task: { prompt: 'p', description: 'd' },
  }),
  answers(`${STEPS}: 2`, 'A tool that is not registered is an error that names those that are', async ({ call }) => {
    const { error, text } = await call('FileRaed', { path: 'a' });
    expect(error).toBe('TOOL_NOT_FOUND');
    expect(text).toContain('FileRead');
  }),
  answers(
    `${STEPS}: 7`,
    'A failure is within 10,000 characters, with its advice and its exit code',
    async ({ call }) => {
      const { error, text } = await call('ShellExec', { command: 'seq 1 40000; exit 4' });
      expect([error, text.length <= 10_000]).toEqual(['EXIT_CODE', true]);
      expect(text).toMatch(/^1\n2\n[^]*\nAdvice: [^]*\[Exit code: 4\]$/);
    },
  ),
  answers(`${STEPS}: 7`, 'Lines of thousands of characters do not lift the cap either', async ({ call, file }) => {
    const path = await file('wide.txt', `${'y'.repeat(3000)}\n`.repeat(50));
    const { text } = await call('FileRead', { path });
    expect(text.length).toBeLessThanOrEqual(10_000);
    expect(text).toMatch(/read on with offset \d+\]$/);
  }),
  answers(`${STEPS}: 8`, 'A page of the browser comes without its address', async ({ world }) => {
    const { bench } = await world();
    const { result } = await bench.call('BrowserTool', { action: 'open', address: 'index.html' });
    expect(result.success).toBe(true);
    expect(JSON.stringify(result)).not.toContain('index.html');
  }),
  answers(`${STEPS}: 8`, 'A page of the web comes without its address', async ({ world }) => {
    const { bench, serve } = await world();
    const page = {
      title: 'Tea',
      text: 'Three minutes.',
      by: 'model',
      model: 'm',
      cut: false,
      cached: false,
      bytes: 10,
    };
    serve(async () => ({ kind: 'page', ...page }));
    const { result } = await bench.call('WebFetch', { url: 'https://tea.example/green', prompt: 'How long?' });
    expect(result).toMatchObject({ success: true, text: expect.stringContaining('Three minutes.') });
    expect(JSON.stringify(result)).not.toContain('tea.example');
  }),
  answers(`${STEPS}: 8`, 'A question waits for the person, whose answer is the result', async ({ world }) => {
    const { bench } = await world();
    const questions = [{ question: 'Which?', options: [{ label: 'Red' }, { label: 'Blue' }] }];
    expect((await bench.call('AskUser', { questions })).result.text).toContain('Red');
  }),
  ...Object.entries(WRITTEN).map(([who, text]) =>
    answers(PARSING, `A call is read as written by ${who}`, ({ tools }) => {
      const prompted = tools.map(({ name, description, input }) => ({ name, description, parameters: Object(input) }));
      const { calls } = parseToolCalls(text, prompted);
      expect(calls.map((call) => [call.name, call.arguments])).toEqual([['FileRead', { path: 'a.txt' }]]);
    }),
  ),
  answers(DYNAMIC, 'tool_create makes a tool, tool_update the next version of it', async ({ world }) => {
    const { bench } = await world();
    expect((await bench.call('tool_create', DRAFT)).result).toMatchObject({ success: true, details: { version: 1 } });
    const update = { name: 'Double', version: 1, body: 'return input.n + input.n;' };
    expect((await bench.call('tool_update', update)).result).toMatchObject({ success: true, details: { version: 2 } });
  }),
  answers(DYNAMIC, 'A dynamic tool is of the type Dynamic', async (system) =>
    expect((await dynamic(system, { n: 2 })).tool.source).toBe('dynamic'),
  ),
  answers(DYNAMIC, 'Its arguments are validated as those of any other', async (system) =>
    expect((await dynamic(system, { n: 'x' })).result).toMatchObject({ error: 'INVALID_ARGS' }),
  ),
  answers(DYNAMIC, 'It is asked about as any other that is dangerous', async (system) => {
    const { result, asked } = await dynamic(system, { n: 2 }, false);
    expect([asked, result.error]).toEqual([1, 'GATE_DENIED']);
  }),
];
