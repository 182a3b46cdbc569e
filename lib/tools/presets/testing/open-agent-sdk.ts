import { expect } from 'vitest';
import { z } from 'zod';
import { toAnthropicTool } from '../../api-tool';
import { defineTool } from '../../define-tool';
import { eraseTool } from '../../tool';
import { assembleToolPool, filterTools, RestrictionStack } from '../../pool';
import { planBatches } from '../../schedule';
import { answers, behaves, describedRows, exactName, fieldRows, namedRows, type FidelityRow } from './fidelity-row';

const PROTOCOL = 'ToolProtocol: What a Tool Looks Like';
const CORE = 'Core Tier: File System and Shell';
const DEFINE = 'defineTool: The Factory Function';
const POOL = 'Tool Pool Assembly and Filtering';

const context = {
  callId: 'c',
  threadId: 't',
  signal: new AbortController().signal,
  deadline: Infinity,
  writeRoots: [],
  onOutput: () => undefined,
};
const custom = (name: string) =>
  eraseTool(defineTool({ name, description: 'Mine.', input: z.strictObject({}), execute: () => 'mine' }));

export const OPEN_AGENT_SDK: readonly FidelityRow[] = [
  ...namedRows(
    'Three-Tier Tool Architecture: Core',
    'Read Write Edit Glob Grep Bash AskUser ToolSearch WebFetch WebSearch',
  ),
  ...namedRows(
    'Three-Tier Tool Architecture: Advanced',
    'Agent Skill TaskCreate TaskGet TaskList TaskOutput TaskStop TaskUpdate SendMessage TeamCreate TeamDelete NotebookEdit',
  ),
  ...namedRows(
    'Three-Tier Tool Architecture: Specialist',
    'CronCreate CronDelete CronList LSP Config TodoWrite EnterPlanMode ExitPlanMode EnterWorktree ExitWorktree RemoteTrigger ' +
      'ListMcpResources ReadMcpResource',
  ),
  answers(
    'Three-Tier Tool Architecture',
    'There are 34 tools: 10, 11 and 13',
    ({ tools }) => {
      const tiers = ['core', 'advanced', 'specialist'];
      expect(tiers.map((tier) => tools.filter((tool) => tool.tier === tier).length)).toEqual([10, 12, 13]);
    },
    'The text counts eleven in its middle tier and lists twelve; the list is kept, so there are 35.',
  ),
  ...fieldRows(CORE, {
    Read: 'file_path offset? limit?',
    Bash: 'command timeout? description? run_in_background? dangerously_disable_sandbox?',
  }),
  ...fieldRows('Advanced Tier: Sub-Agents and Task Orchestration', {
    Agent:
      'prompt description subagent_type? model? name? maxTurns? run_in_background? isolation? team_name? mode? resume?',
  }),
  ...fieldRows('Specialist Tier: Domain-Specific Tools', { CronCreate: 'name schedule command' }),
  ...describedRows('Advanced and Specialist Tier', {
    Agent: 'Launch a subagent to handle complex, multi-step tasks autonomously',
    CronCreate: 'Create a scheduled recurring task (cron job)',
  }),
  exactName(`${PROTOCOL}: name`, 'Read', ['read', 'READ']),
  ...['Explore', 'Plan', 'reviewer'].map((kind) =>
    answers(
      'Advanced Tier: Sub-Agents and Task Orchestration',
      `${kind} is a kind of agent to ask for`,
      async (system) => {
        const { ports, bench } = await system.world();
        const { spawner } = ports;
        const asked: unknown[] = [];
        const start = async (task: { type?: string | undefined }) => {
          asked.push(task.type);
          return { ok: false as const, error: 'NOT_FOUND' as const, message: 'None.' };
        };
        Object.assign(ports, { spawner: { ...spawner, start } });
        await bench.call('Agent', { prompt: 'p', description: 'd', subagent_type: kind });
        Object.assign(ports, { spawner });
        expect(asked).toEqual([kind]);
      },
    ),
  ),
  ...['text', 1, true, [1], { a: 1 }, null].map((value) =>
    answers(`${DEFINE}: RawInputTool`, `Config takes ${JSON.stringify(value)} as a value`, async ({ world }) => {
      const { bench } = await world();
      const { result } = await bench.call('Config', { key: 'nobody.knows', value });
      expect([result.error, result.text]).toEqual(['NOT_FOUND', expect.stringContaining('nobody.knows')]);
    }),
  ),
  answers(PROTOCOL, 'A hint that it only reads counts for nothing in execution', () => {
    const hinted = defineTool({
      name: 'E',
      description: 'Edits.',
      kind: 'edit',
      annotations: { readOnlyHint: true },
      execute: () => '',
    });
    expect([hinted.onlyReads, hinted.isReadOnly({})]).toEqual([false, false]);
  }),
  answers(PROTOCOL, 'destructiveHint is true unless the tool says otherwise', () =>
    expect(defineTool({ name: 'E', description: 'E.', execute: () => '' }).annotations.destructiveHint).toBe(true),
  ),
  behaves(PROTOCOL, 'Reads run together and first, everything else one at a time', 'scheduling', 'reads-first'),
  answers(PROTOCOL, 'The loop buckets calls: reads, then changes', ({ behaviour }) => {
    const calls = ['w1', 'r1', 'w2', 'r2'].map((id) => ({ id, name: id, args: '{}' }));
    const batches = planBatches(
      calls,
      ({ id }) => ({ reads: id.startsWith('r'), beside: false }),
      behaviour.scheduling,
    );
    expect(batches.map((batch) => batch.map(({ id }) => id))).toEqual([['r1', 'r2'], ['w1'], ['w2']]);
  }),
  answers('ToolResult and ToolExecuteResult', 'A resource has a name', () => {
    const tool = defineTool({
      name: 'R',
      description: 'R.',
      execute: () => ({ content: [{ type: 'resource', uri: 'file:///a', name: 'A' }] }),
    });
    return expect(tool.call({}, context)).resolves.toMatchObject({ content: [{ uri: 'file:///a', name: 'A' }] });
  }),
  answers(
    'ToolContext: The Tool’s Runtime Environment',
    'canUseTool and env are there for a tool',
    async ({ bench }) => {
      const asked: string[] = [];
      const tool = defineTool({
        name: 'Asks',
        description: 'A.',
        execute: (_input, { canUseTool, env, permissionMode }) => {
          asked.push(typeof canUseTool, typeof env, typeof permissionMode);
          return 'ok';
        },
      });
      await tool.call(
        {},
        { ...context, canUseTool: async () => ({ behavior: 'allow' }), env: {}, permissionMode: bench.mode },
      );
      expect(asked).toEqual(['function', 'object', 'string']);
    },
  ),
  answers(CORE, 'A file is read with line numbers', async ({ file, call }) => {
    const { text } = await call('Read', { file_path: await file('a.txt', 'one\ntwo\n') });
    expect(text).toContain('     1\tone\n     2\ttwo');
  }),
  answers(CORE, 'offset and limit page a file', async ({ file, call }) => {
    const { text } = await call('Read', { file_path: await file('a.txt', 'one\ntwo\nthree\n'), offset: 2, limit: 1 });
    expect(text).toContain('     2\ttwo');
    expect(text).not.toContain('three');
  }),
  answers(CORE, 'A command has 120 s', ({ tool }) =>
    expect(tool('Bash').deadlineFor?.({ command: 'x' })).toBe(120_000),
  ),
  answers(CORE, 'A command has 600 s at most', async ({ call }) =>
    expect(await call('Bash', { command: 'true', timeout: 600_001 })).toMatchObject({ error: 'INVALID_ARGS' }),
  ),
  answers(CORE, 'At its time a command is ended', async ({ call }) =>
    expect(await call('Bash', { command: 'sleep 60', timeout: 200 })).toMatchObject({ error: 'TIMEOUT' }),
  ),
  answers(
    CORE,
    'Over 100,000 characters the first and the last 50,000 are left, joined by ...(truncated)...',
    async ({ call }) => {
      const { text } = await call('Bash', { command: 'seq 1 40000' });
      const [head = '', tail = ''] = text.split('\n\n...(truncated)...\n\n');
      expect([head.length, tail.length]).toEqual([50_000, 50_000]);
      expect(head).toMatch(/^1\n2\n/);
      expect(tail).toMatch(/\n40000\n\[Exit code: 0\]$/);
    },
  ),
  answers(
    CORE,
    'A background command returns a task id at once, and can be followed up with the tools there are',
    async ({ call }) => {
      const { text, details } = await call('Bash', { command: 'echo hi; sleep 30', run_in_background: true });
      expect(text).toContain(`TaskOutput (task_id ${String(details?.shellId)})`);
      expect(text).not.toMatch(/BashOutput|KillShell/);
      expect(await call('TaskOutput', { task_id: details?.shellId })).toMatchObject({ success: true });
      expect(await call('TaskStop', { task_id: details?.shellId })).toMatchObject({ success: true });
    },
  ),
  answers(CORE, 'The annotations of Bash say that it destroys', ({ tool }) =>
    expect(tool('Bash').annotations.destructiveHint).toBe(true),
  ),
  answers(
    'Advanced Tier: Sub-Agents and Task Orchestration',
    'Without a spawner the result says so',
    async ({ call }) =>
      expect(await call('Agent', { prompt: 'p', description: 'd' })).toMatchObject({
        success: false,
        text: expect.stringContaining('Error: Agent spawner not available.'),
      }),
  ),
  answers('Specialist Tier: Domain-Specific Tools', 'Without its store the result says so', async ({ call }) =>
    expect(await call('CronList', {})).toMatchObject({
      success: false,
      text: expect.stringContaining('Error: CronStore not available.'),
    }),
  ),
  ...['goToDefinition', 'goToImplementation', 'definition', 'findReferences'].map((operation) =>
    answers(
      'Specialist Tier: LSP',
      `${operation} is found by search in the working folder alone`,
      async ({ file, call }) => {
        const file_path = await file('a.swift', 'func greet() {}\ngreet()\n');
        const { text } = await call('LSP', { operation, file_path, line: 2, character: 1 });
        expect(text).toContain('a.swift:1');
      },
    ),
  ),
  ...['class', 'struct', 'enum', 'protocol', 'typealias', 'let', 'var'].map((word) =>
    answers('Specialist Tier: LSP', `“${word}” begins a definition`, async ({ file, call }) => {
      const file_path = await file('b.swift', `${word} Thing = 1\nThing\n`);
      const { text } = await call('LSP', { operation: 'goToDefinition', file_path, line: 2, character: 1 });
      expect(text).toContain('b.swift:1');
    }),
  ),
  answers(DEFINE, 'An input that is no object is a failed result', async () => {
    const tool = defineTool({ name: 'N', description: 'N.', input: z.object({ a: z.string() }), execute: () => 'ok' });
    expect(await tool.call('no object', context)).toMatchObject({ success: false, error: 'INVALID_ARGS' });
  }),
  answers(DEFINE, 'A closure that throws is a failed result', async () => {
    const tool = defineTool({
      name: 'N',
      description: 'N.',
      execute: () => {
        throw new Error('no luck');
      },
    });
    expect(await tool.call({}, context)).toMatchObject({ success: false, text: expect.stringContaining('no luck') });
  }),
  answers(`${DEFINE}: RawInputTool`, 'A value of any type reaches the closure', async () => {
    const tool = defineTool({
      name: 'Config',
      description: 'C.',
      input: { type: 'object', properties: { key: { type: 'string' } } },
      execute: ({ value }) => JSON.stringify(value),
    });
    expect(await tool.call({ key: 'a', value: [1, null] }, context)).toMatchObject({ text: '[1,null]' });
  }),
  answers(`${DEFINE}: CodingKeys`, 'Names on the wire are mapped to those of the author', async () => {
    const tool = defineTool<{ runInBackground: boolean }>({
      name: 'B',
      description: 'B.',
      input: { type: 'object', properties: { run_in_background: { type: 'boolean' } } },
      codingKeys: { runInBackground: 'run_in_background' },
      execute: ({ runInBackground }) => String(runInBackground),
    });
    expect(await tool.call({ run_in_background: true }, context)).toMatchObject({ text: 'true' });
  }),
  behaves(POOL, 'Of tools of one name the later one counts', 'override', 'later'),
  answers(POOL, 'A custom Read takes the place of the built-in one', ({ tool, behaviour }) => {
    const { tools, entries } = assembleToolPool({
      builtin: [tool('Read')],
      custom: [custom('Read')],
      override: behaviour.override,
    });
    expect(tools.map(({ name, source }) => [name, source])).toEqual([['Read', 'custom']]);
    expect(entries[0]?.replaces).toBe('builtin');
  }),
  answers(POOL, 'An MCP tool takes the place of a custom one', ({ behaviour }) => {
    const parts = { builtin: [], custom: [custom('Look')], mcp: [custom('Look')], override: behaviour.override };
    expect(assembleToolPool(parts).tools.map(({ source }) => source)).toEqual(['mcp']);
  }),
  answers(`${POOL}: filterTools`, 'An empty allow list filters nothing', () =>
    expect(filterTools([custom('A')], { allow: [] })).toHaveLength(1),
  ),
  answers(`${POOL}: filterTools`, 'The deny list is stronger than the allow list', () =>
    expect(filterTools([custom('A'), custom('B')], { allow: ['A', 'B'], deny: ['A'] }).map(({ name }) => name)).toEqual(
      ['B'],
    ),
  ),
  answers(`${POOL}: ToolRestrictionStack`, 'The inner list counts; without any, all tools do', () => {
    const stack = new RestrictionStack();
    stack.push(['Bash', 'Read']);
    stack.push(['Grep', 'Glob']);
    expect([stack.allows('Grep'), stack.allows('Bash')]).toEqual([true, false]);
    stack.pop();
    expect([stack.allows('Grep'), stack.allows('Bash')]).toEqual([false, true]);
    stack.pop();
    expect(stack.allows('Anything')).toBe(true);
  }),
  answers('toApiTool: Converting Tools to API Format', 'name, description and input_schema', ({ tool }) =>
    expect(Object.keys(toAnthropicTool(tool('Read')))).toEqual(['name', 'description', 'input_schema']),
  ),
  answers(
    'toApiTool: Converting Tools to API Format',
    'and annotations where they are wanted',
    ({ tool }) =>
      expect(toAnthropicTool(tool('Read'), { annotated: true }).annotations).toMatchObject({ readOnlyHint: true }),
    'The API refuses the field, so it is left out unless it is asked for.',
  ),
];
