import { openConfiguration } from '@/lib/client/ports/configuration';
import { createWorktreeStore } from '@/lib/client/ports/worktrees';
import { openDynamicToolStore } from '@/lib/client/executor/dynamic-tool-store';
import { DEFAULT_TOOL_SETTINGS } from '@/lib/client/settings/tool-settings';
import type { AgentReport, AgentSpawner, McpConnections, PageDriver, PageView, PlanAnswer } from '@/lib/ports';
import type { AgentOptions, ErrorCode, Language, PermissionMode, ToolResult } from '@/lib/protocol';
import { createMemoryStore, openMailbox, openPlanStore, openTaskStore, openTeams, openTodoStore } from '@/lib/stores';
import { openKnowledgeStore } from '@/lib/stores/knowledge';
import { openMemoryStore } from '@/lib/stores/memory';
import { openCronStore } from '@/lib/stores/schedule/cron';
import { openWorkflowStore } from '@/lib/stores/workflows';
import { toJsonSchema } from '@/lib/schema';
import { builtinTools } from '../../builtin';
import { RestrictionStack } from '../../pool/restriction-stack';
import type { CallContext, DispatcherOptions } from '../../dispatch';
import { createBench, type Bench } from '../../testing/bench';
import type { AnyTool } from '../../tool';

/** A preset's tools with all surroundings that a tool could need, and settings for how those answer. */
export interface World {
  readonly bench: Bench;
  /** The ports of every call; tests remove some. */
  readonly ports: Partial<CallContext>;
  /** Makes a call given by our names; undefined if the preset lacks the tool or one of the fields. */
  call(ours: string, input: Readonly<Record<string, unknown>>): Promise<ToolResult | undefined>;
  /** That call translated to the preset's names. */
  translated(ours: string, input: Readonly<Record<string, unknown>>): { name: string; input: object } | undefined;
  agents(answer: { refused?: ErrorCode; status?: AgentReport['status'] }): void;
  plan(mode: PermissionMode, answer: PlanAnswer): void;
  nested(result: ToolResult): void;
  serve(answer: () => Promise<unknown>): void;
  mcp(answer: () => Promise<undefined>): void;
  page(answer: () => Promise<never>): void;
  fullMemory(): void;
  leave(): Promise<void>;
}

const NOW = Date.UTC(2026, 4, 1, 12, 0);
const PATHS: ReadonlySet<string> = new Set(['file_path', 'notebook_path', 'source_path', 'destination_path']);

export async function openWorld(
  tools: readonly AnyTool[],
  language: Language,
  options: Partial<DispatcherOptions> = {},
): Promise<World> {
  const ports: Partial<CallContext> = {};
  const leave = new AbortController();
  const bench = await createBench(tools, ports, { language: () => language, ...options });
  const knobs = await fill(ports, tools, bench, leave.signal);
  const translated: World['translated'] = (ours, input) => {
    const tool = find(tools, ours);
    if (!tool) return undefined;
    if (tool.name === 'McpInput') return { name: tool.name, input: mcpInput(input) };
    const wanted: readonly string[] = Object(toJsonSchema(find(builtinTools, ours)?.input ?? {})).required ?? [];
    const has = (field: string): boolean => tool.fields?.[field] !== '';
    if (!Object.keys(input).every((field) => has(field) || wanted.includes(field))) return undefined;
    const given = Object.entries(input).filter(([field]) => has(field));
    const named = given.map(([field, value]) => {
      const theirs = tool.fields?.[field] ?? field;
      const absolute = tool.absolutePaths === true && PATHS.has(field) && !String(value).startsWith('/');
      return [theirs, absolute ? `${bench.sandbox.workdir}/${String(value)}` : value];
    });
    return { name: tool.name, input: Object.fromEntries(named) };
  };
  return {
    bench,
    ports,
    translated,
    async call(ours, input) {
      const made = translated(ours, input);
      return made && (await bench.call(made.name, made.input)).result;
    },
    ...knobs,
    async leave() {
      leave.abort();
      await bench.sandbox.dispose();
    },
  };
}

const find = (tools: readonly AnyTool[], ours: string) => tools.find(({ name, executor = name }) => executor === ours);

const mcpInput = ({ server, tool, input }: Readonly<Record<string, unknown>>) => ({
  tool: `mcp__${String(server)}__${String(tool)}`,
  ...Object(input),
});

async function fill(ports: Partial<CallContext>, tools: readonly AnyTool[], bench: Bench, signal: AbortSignal) {
  const table = createMemoryStore;
  const { sandbox, shell } = bench;
  let mode: PermissionMode = 'default';
  let answer: PlanAnswer = { answer: 'approved' };
  const never = (_ms: number, until: AbortSignal) =>
    new Promise<void>((resolve) => until.addEventListener('abort', () => resolve(), { once: true }));
  const dynamicToolStore = openDynamicToolStore({
    table: table(),
    threadId: 't',
    ready: async () => undefined,
    isReserved: (name) => name === 'Reserved',
    check: () => undefined,
    onChange: () => undefined,
  });
  await dynamicToolStore.loaded;
  Object.assign(ports, {
    pool: () => tools,
    restrictions: new RestrictionStack(),
    tasks: await openTaskStore({ table: table(), threadId: 't', now: () => NOW, signal }),
    todos: await openTodoStore(table(), 't'),
    teams: await openTeams(table(), 't'),
    mailbox: await openMailbox(table(), 't', () => NOW),
    memory: await openMemoryStore({ table: table(), now: () => NOW }),
    knowledge: await openKnowledgeStore({ table: table(), now: () => NOW }),
    workflows: await openWorkflowStore({ table: table() }),
    worktrees: await createWorktreeStore({ sandbox, shell, table: table(), threadId: 't' }),
    cron: await openCronStore({
      table: table(),
      threadId: 't',
      now: () => NOW,
      wait: never,
      signal,
      perform: async () => ({ ok: true, text: '' }),
    }),
    plan: await openPlanStore({
      table: table(),
      threadId: 't',
      mode: () => mode,
      setMode: (next) => void (mode = next),
      ask: async () => answer,
    }),
    ...configuration(),
    dynamicToolStore,
    questions: { ask: async ({ questions }) => questions.map(() => ['Red']) },
    skills: {
      list: async () => ({
        skills: [
          {
            name: 'notes',
            description: 'Writes notes.',
            instructions: 'Write.',
            tools: tools.slice(0, 1).map(({ name }) => name),
            path: '/skills/notes/SKILL.md',
          },
        ],
        issues: [{ path: '/skills/odd/SKILL.md', reason: 'no description' }],
      }),
    },
    spawner: agents({}),
    nested: { call: async () => ({ success: true, text: 'Done.' }) },
    mcp: connections(async () => undefined),
    browser: driver(),
  } satisfies Partial<CallContext>);
  return {
    agents: (how: Parameters<World['agents']>[0]) => void Object.assign(ports, { spawner: agents(how) }),
    plan: (next: PermissionMode, said: PlanAnswer) => void ([mode, answer] = [next, said]),
    nested: (result: ToolResult) => void Object.assign(ports, { nested: { call: async () => result } }),
    serve: (reply: () => Promise<unknown>) =>
      void Object.assign(ports, {
        services: {
          post: async (_name: string, _body: unknown, schema: { parse(value: unknown): unknown }) =>
            schema.parse(await reply()),
        },
      }),
    mcp: (reply: () => Promise<undefined>) => void Object.assign(ports, { mcp: connections(reply) }),
    page: (reply: () => Promise<never>) => void Object.assign(ports, { browser: { ...driver(), read: reply } }),
    fullMemory: () => void Object.assign(ports, { memory: { ...ports.memory, store: async () => undefined } }),
  };
}

function configuration() {
  let tools = DEFAULT_TOOL_SETTINGS;
  let options: AgentOptions = {};
  return openConfiguration({
    settings: {
      tools: () => tools,
      setTools: (change) => void (tools = { ...tools, ...change }),
      options: () => options,
      setOptions: (change) => void (options = { ...options, ...change }),
    },
  });
}

function agents({ refused, status = 'done' }: Parameters<World['agents']>[0]): AgentSpawner {
  const usage = { turns: 1, calls: 0, inputTokens: 1, outputTokens: 1, cachedInputTokens: 0, cost: 0 };
  const worktree = { path: '/trees/mole', branch: 'mole' };
  const report: AgentReport = {
    status,
    text: 'That is all.',
    usage,
    worktree,
    ...(status !== 'done' && { error: 'ABORTED' }),
  };
  return {
    self: 'main',
    ownTypes: async () => [],
    start: async () =>
      refused
        ? { ok: false, error: refused, message: 'It was not started.' }
        : {
            ok: true,
            agent: {
              id: 'agent-1',
              name: 'mole',
              threadId: 't',
              ended: Promise.resolve(report),
              stop: () => undefined,
            },
          },
    startedBy: async () => 'agent-1',
    addressees: async (name) =>
      name === 'mole' || name === '*' ? [{ id: 'agent-1', name: 'mole', working: true }] : [],
  };
}

function connections(reply: () => Promise<undefined>): McpConnections {
  const resource = { server: 'page', uri: 'x://y', name: 'Y' };
  return {
    servers: ['page'],
    value: [],
    subscribe: () => () => undefined,
    call: async () => (await reply()) ?? { success: true, text: 'Hi.' },
    listResources: async () => (await reply()) ?? [resource],
    readResource: async () => (await reply()) ?? [{ uri: 'x://y', text: 'Y.' }],
    connect: async () => undefined,
    add: async () => undefined,
    remove: async () => undefined,
    trust: async () => undefined,
  };
}

function driver(): PageDriver {
  const see = async (): Promise<PageView> => ({ url: 'index.html', title: 'List', text: '[1] Add', console: [] });
  return {
    value: undefined,
    servers: { value: [], subscribe: () => () => undefined },
    subscribe: () => () => undefined,
    open: see,
    read: see,
    click: see,
    type: see,
    screenshot: async () => ({ mimeType: 'image/png', data: 'aGk=' }),
    show: () => undefined,
  };
}
