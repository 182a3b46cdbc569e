import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { z } from 'zod';
import { openConfiguration } from '@/lib/client/ports/configuration';
import { createWorktreeStore } from '@/lib/client/ports/worktrees';
import { openDynamicToolStore } from '@/lib/client/executor/dynamic-tool-store';
import { DEFAULT_TOOL_SETTINGS } from '@/lib/client/settings/tool-settings';
import type { CodeSpan, LanguageService, NestedCalls, PageDriver, PageView, PlanAnswer, Services } from '@/lib/ports';
import type { AgentOptions, PermissionMode } from '@/lib/protocol';
import { createMemoryStore, openPlanStore, openTodoStore } from '@/lib/stores';
import { openKnowledgeStore } from '@/lib/stores/knowledge';
import { openMemoryStore } from '@/lib/stores/memory';
import { openCronStore } from '@/lib/stores/schedule/cron';
import { openWorkflowStore } from '@/lib/stores/workflows';
import { specialistTools } from './';
import { createMcpConnections, createPlayground } from '../mcp';
import { createToolServer } from '../server';
import type { Bench } from '../testing/bench';
import { tool } from '../tool-function';
import { fourCases, type Around } from './testing/four-cases';

const NOW = Date.UTC(2026, 4, 1, 12, 0);
const LONG = 'A long text. '.repeat(1600);
const ONE_WRITE = { never: 'it is one write' };

/** Makes calls one after the other, each of which has to succeed. */
const calling =
  (name: string, ...inputs: readonly object[]) =>
  async (bench: Bench): Promise<void> => {
    for (const input of inputs) {
      const { result } = await bench.call(name, input);
      if (!result.success) throw new Error(result.text);
    }
  };
const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

const withCron: Around = async (leave) => {
  const cron = await openCronStore({
    table: createMemoryStore(),
    threadId: 't',
    now: () => NOW,
    wait: (_ms, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
    signal: leave,
    perform: async () => ({ ok: true, text: '' }),
  });
  return { ports: { cron }, state: () => cron.value };
};
const job = (name: string) => ({ name, schedule: '0 9 * * *', command: `${name} `.repeat(20) });

/** Every answer is the same: what the tool makes of one is what counts here. */
const knowing =
  (span: CodeSpan, count: number): Around =>
  () => {
    const answer = async <T>(value: T, signal: AbortSignal): Promise<T> => {
      signal.throwIfAborted();
      return value;
    };
    const spans = times(count, () => span);
    const code: LanguageService = {
      knows: () => true,
      definition: (_, signal) => answer(spans, signal),
      implementation: (_, signal) => answer(spans, signal),
      references: (_, signal) => answer(spans, signal),
      hover: (_, signal) => answer('const a: number', signal),
      symbols: (_, signal) => answer([], signal),
      diagnostics: (_, signal) => answer([], signal),
    };
    return { ports: { code } };
  };
const SPAN = { path: '/a.ts', line: 1, column: 1, endLine: 1, endColumn: 2, text: 'const a = 1;' };

const withSettings: Around = () => {
  let tools = DEFAULT_TOOL_SETTINGS;
  let options: AgentOptions = {};
  const { configuration } = openConfiguration({
    settings: {
      tools: () => tools,
      setTools: (change) => void (tools = { ...tools, ...change }),
      options: () => options,
      setOptions: (change) => void (options = { ...options, ...change }),
    },
  });
  return { ports: { ...(configuration && { configuration }) }, state: () => [tools, options] };
};

const withTodos: Around = async () => {
  const todos = await openTodoStore(createMemoryStore(), 't');
  return { ports: { todos }, state: () => todos.value };
};
const todo = (content: string, status = 'pending') => ({ content, status, activeForm: content });

const planning =
  (before: PermissionMode, answer: PlanAnswer): Around =>
  async () => {
    let mode = before;
    const plan = await openPlanStore({
      table: createMemoryStore(),
      threadId: 't',
      mode: () => mode,
      setMode: (next) => void (mode = next),
      async ask(_request, signal) {
        signal.throwIfAborted();
        return answer;
      },
    });
    return { ports: { plan }, state: () => [mode, plan.value] };
  };

const withWorktrees: Around = async (_leave, { sandbox, shell }) => {
  const table = createMemoryStore();
  const worktrees = await createWorktreeStore({ sandbox, shell, table, threadId: 't' });
  return { ports: { worktrees }, state: () => [shell.cwd, worktrees.current()] };
};

const receiving =
  (text: string): Around =>
  () => {
    const asked: unknown[] = [];
    const services: Services = {
      async post(name, body, schema, signal) {
        signal.throwIfAborted();
        asked.push([name, body]);
        return schema.parse({ id: 'msg_1', status: 200, text });
      },
    };
    return { ports: { services }, state: () => [...asked] };
  };

/** The server in the page, and one elsewhere that keeps what it is told and has so many resources. */
const withServers =
  (resources = 1): Around =>
  () => {
    const told: string[] = [];
    const mcp = createMcpConnections({
      page: { name: 'playground', open: createPlayground() },
      async reach() {
        const tell = tool('tell', 'Keeps a text.', { text: z.string() }, ({ text }) => {
          told.push(text);
          return { content: [{ type: 'text', text }] };
        });
        const { instance } = createToolServer({ name: 'far', tools: [tell] });
        for (const at of times(resources, (index) => index)) {
          const uri = `far://${at}`;
          instance.registerResource(`${'Resource '.repeat(20)}${at}`, uri, {}, () => ({
            contents: [{ uri, text: at === 0 ? 'Short.' : LONG }],
          }));
        }
        const [mine, its] = InMemoryTransport.createLinkedPair();
        await instance.connect(its);
        return mine;
      },
      drafts: [{ name: 'far', url: 'https://far.example/mcp' }],
      trusted: [],
      save: async () => undefined,
      onTools: () => undefined,
    });
    return { ports: { mcp }, state: () => [...told] };
  };

const withMemory: Around = async () => {
  const memory = await openMemoryStore({ table: createMemoryStore(), now: () => NOW });
  return { ports: { memory }, state: () => memory.value };
};

const withKnowledge: Around = async () => {
  const knowledge = await openKnowledgeStore({ table: createMemoryStore(), now: () => NOW });
  return { ports: { knowledge }, state: () => knowledge.value };
};

const withWorkflows =
  (said = 'Done.'): Around =>
  async () => {
    const made: unknown[] = [];
    const nested: NestedCalls = {
      async call(call, signal) {
        signal.throwIfAborted();
        made.push(call);
        return { success: true, text: said };
      },
    };
    const workflows = await openWorkflowStore({ table: createMemoryStore() });
    return {
      ports: { workflows, nested, pool: () => specialistTools },
      state: () => [workflows.value, ...made],
    };
  };
const WORKFLOW = {
  name: 'Check',
  description: 'Lists the jobs.',
  steps: [{ id: 'list', tool: 'CronList', input: {} }],
};

const showing =
  (text: string): Around =>
  () => {
    const did: unknown[] = [];
    const see = async (action: string, signal: AbortSignal): Promise<PageView> => {
      signal.throwIfAborted();
      did.push(action);
      return { url: 'index.html', title: 'List', text, console: [] };
    };
    const browser: PageDriver = {
      value: undefined,
      servers: { value: [], subscribe: () => () => undefined },
      subscribe: () => () => undefined,
      open: (_, signal) => see('open', signal),
      read: (signal) => see('read', signal),
      click: (_, signal) => see('click', signal),
      type: (_target, _text, signal) => see('type', signal),
      screenshot: async () => ({ mimeType: 'image/png', data: 'aGk=' }),
      show: () => undefined,
    };
    return { ports: { browser }, state: () => [...did] };
  };

const withDynamicTools: Around = async () => {
  const dynamicToolStore = openDynamicToolStore({
    table: createMemoryStore(),
    threadId: 't',
    ready: async () => undefined,
    isReserved: () => false,
    check: () => undefined,
    onChange: (tools) => void (dynamicTools = tools),
  });
  let dynamicTools: readonly unknown[] = [];
  await dynamicToolStore.loaded;
  return { ports: { dynamicToolStore }, state: () => dynamicTools };
};
const DRAFT = {
  name: 'Double',
  description: 'Doubles a number and returns it.',
  schema: { type: 'object', properties: { n: { type: 'number' } } },
  body: 'return String(input.n * 2);',
};
const LONG_DRAFT = { ...DRAFT, body: `return ${JSON.stringify(LONG)};` };

fourCases(specialistTools, {
  CronCreate: {
    around: withCron,
    input: job('Report'),
    wrong: [{ ...job('Report'), does: 'nothing' }, '$.does'],
    middle: ONE_WRITE,
    over: { never: 'it names one job and its next run' },
  },
  CronDelete: {
    around: withCron,
    arrange: calling('CronCreate', job('Report')),
    input: { job: 'Report' },
    wrong: [{ job: ' ' }, '$.job'],
    middle: ONE_WRITE,
    over: { never: 'it names one job' },
  },
  CronList: {
    around: withCron,
    arrange: calling('CronCreate', job('Report')),
    input: {},
    wrong: [{ all: true }, '$.all'],
    middle: { never: 'it reads what is in memory' },
    over: { arrange: calling('CronCreate', ...times(40, (at) => job(`Job ${at}`))) },
  },
  LSP: {
    around: knowing(SPAN, 1),
    arrange: (bench) => bench.write('a.ts', SPAN.text),
    input: { operation: 'references', file_path: 'a.ts', symbol: 'a' },
    wrong: [{ operation: 'references', file_path: 'a.ts' }, '$.symbol'],
    deny: 'LSP(*.ts)',
    over: { around: knowing({ ...SPAN, text: LONG }, 120) },
  },
  Config: {
    around: withSettings,
    input: { key: 'language', value: 'zh' },
    wrong: [{ key: '' }, '$.key'],
    middle: ONE_WRITE,
    over: {
      arrange: calling('Config', { key: 'disabled_tools', value: times(150, (at) => `${at}`.padEnd(90, 'x')) }),
      input: { key: 'disabled_tools' },
    },
  },
  TodoWrite: {
    around: withTodos,
    input: { todos: [todo('Sweep', 'in_progress'), todo('Rinse')] },
    wrong: [{ todos: [todo('Sweep', 'done')] }, '$.todos[0].status'],
    middle: ONE_WRITE,
    over: {
      input: { todos: times(100, (at) => todo(`Sweep ${'very '.repeat(30)}${at}`, at ? 'pending' : 'in_progress')) },
    },
  },
  EnterPlanMode: {
    around: planning('default', { answer: 'approved' }),
    input: {},
    wrong: [{ plan: 'x' }, '$.plan'],
    middle: ONE_WRITE,
    over: { never: 'it always says the same' },
  },
  ExitPlanMode: {
    around: planning('plan', { answer: 'approved' }),
    input: { plan: '# Sweep\n\nThen rinse.' },
    wrong: [{ plan: ' ' }, '$.plan'],
    over: { around: planning('plan', { answer: 'change', feedback: LONG }) },
  },
  EnterWorktree: {
    around: withWorktrees,
    arrange: (bench) => bench.write('a.txt', 'one\n'),
    input: { name: 'fix' },
    wrong: [{ name: '../fix' }, '$.name'],
    middle: { never: 'git makes a worktree whole' },
    over: { never: 'it names one folder and its branch' },
  },
  ExitWorktree: {
    around: withWorktrees,
    arrange: calling('EnterWorktree', { name: 'fix' }),
    input: { action: 'remove' },
    wrong: [{ action: 'merge' }, '$.action'],
    middle: { never: 'git removes a worktree whole' },
    over: { never: 'it names one folder and its branch' },
  },
  RemoteTrigger: {
    around: receiving('Thanks.'),
    input: { url: 'https://hooks.example/deploy', event: 'deploy.requested' },
    wrong: [{ url: 'https://hooks.example/deploy', event: 'x', data: [] }, '$.data'],
    over: { around: receiving(LONG) },
  },
  McpCall: {
    around: withServers(),
    input: { server: 'far', tool: 'tell', input: { text: 'Hello.' } },
    wrong: [{ server: 'far', tool: 'tell', input: 'Hello.' }, '$.input'],
    deny: 'McpCall(far *)',
    over: { input: { server: 'far', tool: 'tell', input: { text: LONG } } },
  },
  ListMcpResources: {
    around: withServers(),
    input: {},
    wrong: [{ server: '' }, '$.server'],
    over: { around: withServers(80) },
  },
  ReadMcpResource: {
    around: withServers(2),
    input: { server: 'far', uri: 'far://0' },
    wrong: [{ server: 'far' }, '$.uri'],
    over: { input: { server: 'far', uri: 'far://1' } },
  },
  MemoryStore: {
    around: withMemory,
    input: { text: 'They like tea.' },
    wrong: [{ text: 'x'.repeat(2001) }, '$.text'],
    middle: ONE_WRITE,
    over: { never: 'it names at most ten tags' },
  },
  MemoryRecall: {
    around: withMemory,
    arrange: calling('MemoryStore', { text: 'They like tea.' }),
    input: { query: 'tea' },
    wrong: [{ query: 'tea', limit: 21 }, '$.limit'],
    middle: { never: 'it reads what is in memory' },
    over: {
      arrange: calling('MemoryStore', ...times(20, (at) => ({ text: `tea ${at} ${'and water '.repeat(100)}` }))),
      input: { query: 'tea', limit: 20 },
    },
  },
  KnowledgeIngest: {
    around: withKnowledge,
    arrange: (bench) => bench.write('tea.md', '# Tea\n\nHot water.'),
    input: { file_path: 'tea.md' },
    wrong: [{ text: 'Hot water.' }, '$.title'],
    deny: 'KnowledgeIngest(*.md)',
    over: { never: 'it names one document' },
  },
  KnowledgeSearch: {
    around: withKnowledge,
    arrange: calling('KnowledgeIngest', { title: 'Tea', text: 'Hot water.' }),
    input: { query: 'water' },
    wrong: [{ query: '' }, '$.query'],
    middle: { never: 'it reads an index that stands in memory' },
    over: {
      arrange: calling('KnowledgeIngest', { title: 'Much', text: 'Hot water. '.repeat(3000) }),
      input: { query: 'water', limit: 20 },
    },
  },
  CodeSearch: {
    arrange: (bench) => bench.write('a.ts', 'export function twice() {}\n'),
    input: { query: 'twice' },
    wrong: [{ query: 'twice', limit: 0 }, '$.limit'],
    over: {
      arrange: (bench) => bench.write('many.ts', times(60, (at) => `export function twice${at}() {}\n`).join('')),
      notice: /\n\[… 51 more; add words, or narrow it with path or glob\]$/,
    },
  },
  WorkflowCreate: {
    around: withWorkflows(),
    input: WORKFLOW,
    wrong: [{ ...WORKFLOW, steps: [] }, '$.steps'],
    middle: ONE_WRITE,
    over: { never: 'it names at most 30 steps' },
  },
  WorkflowRun: {
    around: withWorkflows(),
    arrange: calling('WorkflowCreate', WORKFLOW),
    input: { name: 'Check' },
    wrong: [{ name: 'Check', input: 1 }, '$.input'],
    deny: 'WorkflowRun(Check)',
    over: { around: withWorkflows(LONG) },
  },
  Browser: {
    around: showing('Hello.'),
    input: { action: 'click', target: '1' },
    wrong: [{ action: 'fly' }, '$.action'],
    over: { around: showing(LONG) },
  },
  ToolCreate: {
    around: withDynamicTools,
    input: DRAFT,
    wrong: [{ ...DRAFT, name: '1' }, '$.name'],
    middle: ONE_WRITE,
    over: { arrange: calling('ToolCreate', LONG_DRAFT) },
  },
  ToolUpdate: {
    around: withDynamicTools,
    arrange: calling('ToolCreate', DRAFT),
    input: { name: 'Double', version: 1, body: 'return input.n + input.n;' },
    wrong: [{ name: 'Double', version: 0 }, '$.version'],
    middle: ONE_WRITE,
    over: { arrange: calling('ToolUpdate', { ...LONG_DRAFT, version: 1 }) },
  },
});
