import type { PermissionMode } from '@/lib/protocol';
import { createFileCache } from '@/lib/stores/thread-memory';
import { expect } from 'vitest';
import { z } from 'zod';
import { toAnthropicTool } from '../../api-tool';
import { createAgent } from '../../agent';
import { withSkillContext, withToolUseId } from '../../context';
import { defineTool } from '../../define-tool';
import { createDispatcher } from '../../dispatch';
import { assembleToolPool } from '../../pool';
import { createRegistry } from '../../registry';
import { createBench } from '../../testing/bench';
import { eraseTool, type AnyTool } from '../../tool';
import { answers, type FidelityRow } from './fidelity-row';

const PROTOCOL = 'ToolProtocol: What a Tool Looks Like';
const RESULT = 'ToolResult and ToolExecuteResult';
const CONTEXT = 'ToolContext: The Tool’s Runtime Environment';
const TIERS = 'Three-Tier Tool Architecture';
const SPECIALIST = 'Specialist Tier: Domain-Specific Tools';
const DEFINE = 'defineTool: The Factory Function';
const EXAMPLE = 'A Complete Custom Tool Example';

const context = {
  callId: 'c',
  threadId: 't',
  signal: new AbortController().signal,
  deadline: Infinity,
  writeRoots: [],
  onOutput: () => undefined,
};

const TIER_OF = {
  core: 'Read Write Edit Glob Grep Bash AskUser ToolSearch WebFetch WebSearch',
  advanced:
    'Agent Skill TaskCreate TaskGet TaskList TaskOutput TaskStop TaskUpdate SendMessage TeamCreate TeamDelete NotebookEdit',
  specialist:
    'CronCreate CronDelete CronList LSP Config TodoWrite EnterPlanMode ExitPlanMode EnterWorktree ExitWorktree RemoteTrigger ' +
    'ListMcpResources ReadMcpResource',
};

/** The ports in the text's table, and our names for them. */
const PORTS = {
  cronStore: 'cron',
  todoStore: 'todos',
  worktreeStore: 'worktrees',
  planStore: 'plan',
  taskStore: 'tasks',
  mailboxStore: 'mailbox',
  teamStore: 'teams',
  agentSpawner: 'spawner',
  skillRegistry: 'skills',
  restrictionStack: 'restrictions',
  sandbox: 'sandbox',
  mcpConnections: 'mcp',
} as const;

/** What a model may send instead of an object. */
const NO_OBJECTS: readonly unknown[] = [undefined, null, 5, 10n, 'text', true, [], () => ({}), Symbol.iterator];

const dispatcherOf = (tools: readonly AnyTool[], mode: PermissionMode) =>
  createDispatcher({
    registry: createRegistry(tools),
    permissions: {
      mode: () => mode,
      rules: () => [],
      canUseTool: async () => ({ behavior: 'ask' }),
      ask: () => Promise.reject(new Error('nobody is asked')),
      allowAlways: () => undefined,
    },
    contextFor: () => ({ threadId: 't', writeRoots: [], cwd: '/w', env: { A: '1' } }),
  });

async function dispatch(tools: readonly AnyTool[], name: string, input: object, mode: PermissionMode) {
  const call = { id: 'use-1', name, args: JSON.stringify(input) };
  return (await dispatcherOf(tools, mode).dispatch(call, { signal: new AbortController().signal })).result;
}

const weather = defineTool({
  name: 'Weather',
  description: 'Get current weather for a city.',
  input: z.strictObject({ city: z.string(), unit: z.enum(['celsius', 'fahrenheit']).optional() }),
  isReadOnly: true,
  annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: true },
  execute: ({ city, unit = 'celsius' }) => ({ text: `${city}: 20 ${unit}` }),
});

const divide = defineTool({
  name: 'Divide',
  description: 'Divides.',
  input: z.strictObject({ a: z.number(), b: z.number() }),
  execute: ({ a, b }) =>
    b === 0 ? { success: false, text: 'Error: Division by zero.', error: 'EXECUTION_ERROR' } : { text: `${a / b}` },
});

/** The results of its protocol, stores and factory, in the order of the text. */
export const OPEN_AGENT_SDK_CALLS: readonly FidelityRow[] = [
  answers(PROTOCOL, 'Every built-in tool is in PascalCase', ({ tools }) =>
    expect(tools.map(({ name }) => name).filter((name) => !/^[A-Z][A-Za-z]+$/.test(name))).toEqual([]),
  ),
  answers(PROTOCOL, 'A tool has a name, a description, a schema, and says whether it only reads', ({ tools }) => {
    for (const tool of tools) {
      expect(toAnthropicTool(tool)).toMatchObject({ name: tool.name, input_schema: { type: 'object' } });
      expect(typeof tool.onlyReads).toBe('boolean');
    }
  }),
  answers(PROTOCOL, 'There are four hints', ({ tools }) => {
    const hints = ['destructiveHint', 'idempotentHint', 'openWorldHint', 'readOnlyHint'];
    for (const { annotations } of tools) expect(Object.keys(annotations).toSorted()).toEqual(hints);
  }),
  ...['Read', 'Glob', 'Grep', 'TaskList', 'CronList', 'LSP'].map((name) =>
    answers(PROTOCOL, `${name} only reads: it may run beside others`, ({ tool }) =>
      expect(tool(name).onlyReads).toBe(true),
    ),
  ),
  ...['Write', 'Edit', 'Bash', 'CronCreate', 'TeamCreate'].map((name) =>
    answers(PROTOCOL, `${name} changes something: it runs alone`, ({ tool }) =>
      expect(tool(name).onlyReads).toBe(false),
    ),
  ),
  answers(
    RESULT,
    'Where there is typed content, the text is that of its texts',
    async () => {
      const tool = defineTool({
        name: 'T',
        description: 'T.',
        execute: () => ({
          content: [
            { type: 'text', text: 'one' },
            { type: 'image', data: 'aGk=', mimeType: 'image/png' },
            { type: 'text', text: 'two' },
          ],
        }),
      });
      expect((await tool.call({}, context)).text).toBe('one\n[image, image/png]\ntwo');
    },
    'What is no text is named in it, for a model that is shown nothing else.',
  ),
  ...Object.entries(PORTS).map(([theirs, ours]) =>
    answers(CONTEXT, `${theirs} is there for the tools that need it`, async ({ world }) => {
      const { ports, bench } = await world();
      expect(ports[ours] ?? (ours === 'sandbox' ? bench.sandbox : undefined)).toBeDefined();
    }),
  ),
  answers(CONTEXT, 'Each call is given cwd, env, its id, the mode and canUseTool', async ({ tools, bench }) => {
    const seen: unknown[] = [];
    const looks = defineTool({
      name: 'Looks',
      description: 'L.',
      execute(_none, { callId, cwd, env, permissionMode, canUseTool }) {
        seen.push(callId, cwd, env, permissionMode, typeof canUseTool);
        return 'ok';
      },
    });
    await dispatch([...tools, eraseTool(looks)], 'Looks', {}, bench.mode);
    expect(seen).toEqual(['use-1', '/w', { A: '1' }, bench.mode, 'function']);
  }),
  answers(
    `${TIERS}: Read`,
    'A file that is in the cache is not read again',
    async ({ tools }) => {
      const bench = await createBench(tools, { fileCache: createFileCache(() => Date.now() + 60_000) });
      await bench.write('cached.txt', 'one\n');
      const { fs } = bench.sandbox;
      const { readFile } = fs;
      let reads = 0;
      Object.assign(fs, { readFile: (path: string) => ((reads += 1), readFile(path)) });
      const read = async () => (await bench.call('Read', { file_path: 'cached.txt' })).result.text;
      expect([await read(), reads]).toEqual([await read(), 1]);
      await bench.sandbox.dispose();
    },
    'When it was changed is asked all the same: a stale copy would be worse than a look at the disk.',
  ),
  answers(CONTEXT, 'withToolUseId changes the id of the call, and nothing else', () =>
    expect(withToolUseId(context, 'd')).toEqual({ ...context, callId: 'd' }),
  ),
  answers(CONTEXT, 'withSkillContext counts how deep a skill is', () =>
    expect(withSkillContext(withSkillContext(context)).skillDepth).toBe(2),
  ),
  ...Object.entries(TIER_OF).map(([tier, names]) =>
    answers(TIERS, `The tier ${tier} is ${names}`, ({ tools }) =>
      expect(tools.filter((tool) => tool.tier === tier).map(({ name }) => name)).toEqual(names.split(' ')),
    ),
  ),
  answers('Core Tier, Bash: output truncation', 'Up to 100,000 characters nothing is left out', async ({ call }) => {
    const { text } = await call('Bash', { command: "head -c 99900 /dev/zero | tr '\\0' x" });
    expect([text.includes('truncated'), text.startsWith('x'.repeat(99_900))]).toEqual([false, true]);
  }),
  answers('Core Tier: FileReadInput', 'offset is an Int: 2.5 is none', async ({ call, file }) =>
    expect(await call('Read', { file_path: await file('int.txt', 'a\nb\nc\n'), offset: 2.5 })).toMatchObject({
      issues: [{ path: '$.offset', expected: 'integer', received: '2.5' }],
    }),
  ),
  answers(
    'CodingKeys for snake_case',
    'On the wire it is run_in_background, as the model is told',
    async ({ call }) => {
      const { error, text } = await call('Bash', { command: 'true', runInBackground: true });
      expect(error).toBe('INVALID_ARGS');
      expect(text).toContain('Did you mean `run_in_background`?');
    },
  ),
  answers(
    'Advanced Tier: Sub-Agents and Task Orchestration',
    'An agent’s result is its last message',
    async ({ world }) => {
      const { bench } = await world();
      const { result } = await bench.call('Agent', { prompt: 'p', description: 'd', subagent_type: 'Plan' });
      expect(result).toMatchObject({ success: true, text: expect.stringMatching(/^That is all\./) });
    },
  ),
  ...(
    [
      ['CronCreate', { name: 'n', schedule: '@daily', command: 'ls' }],
      ['CronDelete', { job: 'n' }],
    ] as const
  ).map(([name, args]) =>
    answers(SPECIALIST, `Without its store ${name} is an error and no crash`, async ({ call }) =>
      expect(await call(name, args)).toMatchObject({
        success: false,
        text: expect.stringContaining('Error: CronStore not available.'),
      }),
    ),
  ),
  ...(
    [
      ['TodoWrite', { todos: [] }, 'TodoStore'],
      ['EnterPlanMode', {}, 'PlanStore'],
      ['EnterWorktree', { name: 'w' }, 'WorktreeStore'],
      ['TeamCreate', { name: 't', members: [] }, 'TeamStore'],
      ['Skill', {}, 'Skill registry'],
      ['ListMcpResources', {}, 'MCP connections'],
      ['WebSearch', { query: 'tea' }, 'Web service'],
      ['AskUser', { questions: [{ question: 'Tea?', options: [{ label: 'Yes' }, { label: 'No' }] }] }, 'Person to ask'],
    ] as const
  ).map(([name, args, store]) =>
    answers('Summary: Dependency injection', `Without what it needs ${name} says so`, async ({ tool, call }) => {
      const { text, error } = await call(name, args);
      if (error === 'INVALID_ARGS') throw new Error(`${tool(name).name}: ${text}`);
      expect(text).toContain(`Error: ${store} not available.`);
    }),
  ),
  answers(SPECIALIST, 'Cron job created: its id and its name', async ({ world }) => {
    const { bench } = await world();
    const { result } = await bench.call('CronCreate', { name: 'Report', schedule: '0 9 * * *', command: 'ls' });
    expect(result.text).toMatch(new RegExp(`^Cron job created: ${String(result.details?.id)} "Report"\n`));
  }),
  ...['func', 'export'].map((word) =>
    answers('Specialist Tier: LSP', `“${word}” begins a definition`, async ({ file, call }) => {
      const file_path = await file(`${word}.swift`, `${word} Found${word} = 1\nFound${word}\n`);
      const { text } = await call('LSP', { operation: 'goToDefinition', file_path, line: 2, character: 1 });
      expect(text).toContain(`${word}.swift:1`);
    }),
  ),
  answers('Specialist Tier: LSP', 'Symbols are searched for', async ({ file, call }) => {
    await file('symbols.swift', 'func onlyHere() {}\n');
    expect((await call('LSP', { operation: 'workspaceSymbol', query: 'onlyHere' })).text).toContain('symbols.swift:1');
  }),
  answers(`${DEFINE}: ToolExecuteResult`, 'A tool marks an error without throwing', async () =>
    expect(await divide.call({ a: 1, b: 0 }, context)).toMatchObject({
      success: false,
      text: 'Error: Division by zero.',
    }),
  ),
  answers(`${DEFINE}: ToolExecuteResult`, 'And succeeds otherwise', async () =>
    expect(await divide.call({ a: 1, b: 2 }, context)).toMatchObject({ success: true, text: '0.5' }),
  ),
  ...NO_OBJECTS.map((input) =>
    answers(`${DEFINE}: Basic`, `call never throws: ${typeof input} ${String(input)}`, async () => {
      expect(await weather.call(input, context)).toMatchObject({ success: false, error: 'INVALID_ARGS' });
    }),
  ),
  answers(`${DEFINE}: Basic`, 'call never throws: fields that cannot be read', async () => {
    const odd = Object.defineProperty({}, 'city', { enumerable: true, get: () => expect.unreachable() });
    expect(await weather.call(odd, context)).toMatchObject({ success: false });
  }),
  answers(
    PROTOCOL,
    'Hints steer nothing: not beside what it runs, and not whether it may in plan mode',
    async ({ tools }) => {
      const hinted = defineTool({
        name: 'Hinted',
        description: 'Edits.',
        kind: 'edit',
        annotations: { readOnlyHint: true, destructiveHint: false },
        execute: () => 'ok',
      });
      const pool = [...tools, eraseTool(hinted)];
      expect(dispatcherOf(pool, 'plan').concurrencyClassOf({ id: 'c', name: 'Hinted', args: '{}' }).reads).toBe(false);
      expect(
        createRegistry(pool)
          .listReadTools()
          .map(({ name }) => name),
      ).not.toContain('Hinted');
      expect(await dispatch(pool, 'Hinted', {}, 'plan')).toMatchObject({ success: false, error: 'GATE_DENIED' });
    },
  ),
  answers('toApiTool: Converting Tools to API Format', 'A JSON Schema goes to input_schema as it is', () => {
    const input = { type: 'object', properties: { a: { type: 'string', examples: ['x'] } }, required: ['a'] };
    const tool = eraseTool(defineTool({ name: 'A', description: 'A.', input, execute: () => '' }));
    expect(toAnthropicTool(tool).input_schema).toEqual(input);
  }),
  answers(
    `${EXAMPLE}: createAgent`,
    'A custom Read takes the place of the built-in one, and is called',
    async ({ tools }) => {
      const mine = defineTool({ name: 'Read', description: 'Mine.', kind: 'read', execute: () => 'mine' });
      const results: string[] = [];
      const agent = createAgent({
        builtinTools: tools,
        customTools: [eraseTool(mine)],
        model: {
          name: 'm',
          async *turn({ messages }) {
            const last = messages.at(-1);
            if (last?.role === 'tool') results.push(JSON.stringify(last.content));
            else
              yield [
                { type: 'call-start', id: 'c', name: 'Read' },
                { type: 'call-end', id: 'c' },
              ];
            const usage = { inputTokens: 1, outputTokens: 1, cachedInputTokens: 0 };
            yield [{ type: 'stop', reason: last?.role === 'tool' ? 'end' : 'tool_calls', usage }];
          },
        },
      });
      await agent.prompt('Read it.');
      expect(results).toEqual(['"mine"']);
      expect(agent.registry.entries.find(({ tool }) => tool.name === 'Read')).toMatchObject({ replaces: 'builtin' });
    },
  ),
  answers(`${DEFINE}: NoInputTool`, 'A tool without input gets its context alone', async () => {
    const list = defineTool({
      name: 'ListItems',
      description: 'L.',
      execute: (_none, { callId }) => `No items: ${callId}`,
    });
    expect(await list.call({}, context)).toMatchObject({ success: true, text: 'No items: c' });
  }),
  answers(`${DEFINE}: Basic`, 'A text that comes back is the result', async () => {
    const greet = defineTool({
      name: 'Greet',
      description: 'G.',
      input: z.object({ name: z.string() }),
      execute: ({ name }) => `Hello, ${name}!`,
    });
    expect(await greet.call({ name: 'Ada' }, context)).toMatchObject({ success: true, text: 'Hello, Ada!' });
    expect(await greet.call({ name: 1 }, context)).toMatchObject({ success: false });
  }),
  answers(EXAMPLE, 'A custom tool joins the pool, with its hints', ({ tools }) => {
    const { tools: pool } = assembleToolPool({ builtin: tools, custom: [eraseTool(weather)] });
    expect(pool.at(-1)).toMatchObject({
      name: 'Weather',
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: false, openWorldHint: true },
    });
  }),
  answers(EXAMPLE, 'It decodes what the model sends', async () =>
    expect(await weather.call({ city: 'Beijing' }, context)).toMatchObject({ text: 'Beijing: 20 celsius' }),
  ),
  answers('assembleToolPool', 'Names that are allowed or not are told beside the pool', ({ tools }) => {
    const { tools: left } = assembleToolPool({ builtin: tools, allow: ['Read', 'Bash'], deny: ['Bash'] });
    expect(left.map(({ name }) => name)).toEqual(['Read']);
  }),
];
