import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import {
  PromptListChangedNotificationSchema,
  ResourceListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { clampMode } from '@/lib/client/agents/clamp-mode';
import { toolsetFactory } from '@/lib/client/executor/make-toolset';
import { DEFAULT_TOOL_SETTINGS } from '@/lib/client/settings/tool-settings';
import { createNodeCodeRunner } from '@/lib/sandbox/code-runner/testing/node-code-runner';
import { expect } from 'vitest';
import { z } from 'zod';
import { AGENT_TYPES } from '../../builtin/agents/agent-types';
import { pdfOf } from '../../builtin/files/testing/pdf-of';
import { createMcpConnections } from '../../mcp';
import { createToolServer } from '../../server';
import { isLong } from '../../testing/cases';
import { tool as sdkTool } from '../../tool-function';
import { answers, describedRows, exactName, type FidelityRow } from './fidelity-row';
import { clientOf, double } from './tool-client';

const CORE = 'Core Tool System Architecture';
const AGENTS = 'Agent Control Tools: Agent';
const EVENTS = 'Internal Communication Patterns: Internal Event System';
const LAZY = 'Performance Characteristics: Lazy Loading';

/** Connections to one server that count how often it was opened. */
function counted() {
  let opened = 0;
  const mcp = createMcpConnections({
    page: { name: 'page', open: () => Promise.reject(new Error('not here')) },
    async reach() {
      opened += 1;
      const { instance } = createToolServer({ name: 'far', tools: [double] });
      const [mine, its] = InMemoryTransport.createLinkedPair();
      await instance.connect(its);
      wire = mine;
      return mine;
    },
    drafts: [{ name: 'far', url: 'https://far.example/mcp' }],
    trusted: [],
    save: async () => undefined,
    onTools: () => undefined,
  });
  let wire: InMemoryTransport | undefined;
  return {
    opened: () => opened,
    use: async () => (await mcp.call('far', 'double', { a: 2 }, new AbortController().signal)).text,
    async cut() {
      await wire?.close();
      await expect.poll(() => mcp.value[1]?.state).toBe('idle');
    },
  };
}

/** The names of the tools of an agent type. */
async function toolsOf(kind: string): Promise<string[]> {
  const allow = AGENT_TYPES.find(({ name }) => name === kind)?.tools;
  const limits = { calls: 30, tools: {} };
  const make = toolsetFactory({
    codeRunner: createNodeCodeRunner(),
    hooks: () => [],
    limits: () => limits,
  });
  const filter = allow ? { allow } : {};
  const options = { settings: DEFAULT_TOOL_SETTINGS, missing: [], dynamicTools: [], filter };
  return make({ ...options, preset: 'claude-agent-sdk' }).on.map(({ name }) => name);
}

/** What its tools are used for, and their surroundings: servers, agents, shells, events. */
export const CLAUDE_AGENT_SDK_AROUND: readonly FidelityRow[] = [
  ...describedRows('Built-in Tools Internal Usage', {
    FileRead: 'Reads file contents',
    FileWrite: 'Writes file contents',
    FileEdit: 'Edits file via string replacement',
    NotebookEdit: 'Edits Jupyter notebook cells',
    Glob: 'Matches files by glob pattern',
    Grep: 'Searches file content with regex',
    Bash: 'Executes bash commands',
    BashOutput: 'Gets background shell output',
    KillShell: 'Kills background shell',
    WebFetch: 'Fetches web content',
    WebSearch: 'Searches the web',
    TodoWrite: 'Manages todo list',
    Agent: 'Invokes subagent',
    ExitPlanMode: 'Submits plan for approval',
    McpInput: 'Invokes MCP tool',
    ListMcpResources: 'Lists MCP resources',
    ReadMcpResource: 'Reads MCP resource',
  }),
  exactName(`${CORE}: Tool Invocation Flow`, 'Glob', ['glob', 'GLOB']),
  answers(CORE, 'tool() validates nothing', () =>
    expect(sdkTool('no name at all!', '', {}, () => ({ content: [] })).name).toBe('no name at all!'),
  ),
  answers(CORE, 'A server without tools does not say that it has any, until one is added', async () => {
    const capabilities = async (server: ReturnType<typeof createToolServer>) =>
      (await clientOf(server)).getServerCapabilities()?.tools !== undefined;
    const later = createToolServer({ name: 's' });
    later.instance.tool('t', 'T.', {}, () => ({ content: [] }));
    expect([
      await capabilities(createToolServer({ name: 's' })),
      await capabilities(createToolServer({ name: 's', tools: [double] })),
      await capabilities(later),
    ]).toEqual([false, true, true]);
  }),
  answers('File Operations Tools', 'A PDF is read as its text, page by page', async ({ bench, call }) => {
    await bench.write('report.pdf', pdfOf(['First page', 'Last page']));
    const { text } = await call('FileRead', { file_path: `${bench.sandbox.workdir}/report.pdf` });
    expect(text).toMatch(/First page[^]*Last page/);
  }),
  answers(
    'Command Execution Tools',
    'KillShell asks first: a shell may end in its own way',
    async ({ call, bench }) => {
      const command = 'trap "echo bye > bye.txt; exit 3" TERM; touch ready; while true; do sleep 0.1; done';
      const { details } = await call('Bash', { command, run_in_background: true });
      await expect.poll(() => bench.text('ready').catch(() => undefined)).toBe('');
      expect((await call('KillShell', { shell_id: details?.shellId })).text).toContain('exit code 3');
      expect(await bench.text('bye.txt')).toBe('bye\n');
    },
  ),
  ...(isLong
    ? [
        answers('Command Execution Tools', 'and kills one that does not', async ({ call, bench }) => {
          const command = 'trap "" TERM; touch deaf; while true; do sleep 0.1; done';
          const { details } = await call('Bash', { command, run_in_background: true });
          await expect.poll(() => bench.text('deaf').catch(() => undefined)).toBe('');
          expect((await call('KillShell', { shell_id: details?.shellId })).text).toContain('exit code 137');
        }),
      ]
    : []),
  answers(AGENTS, 'Explore has the tools that discover files, and no other', async () =>
    expect((await toolsOf('Explore')).toSorted()).toEqual(['FileRead', 'Glob', 'Grep']),
  ),
  answers(AGENTS, 'general-purpose has every tool', async ({ tools }) =>
    expect(await toolsOf('general-purpose')).toEqual(tools.map(({ name }) => name)),
  ),
  answers(AGENTS, 'A child has its parent’s mode, and never a broader one', () =>
    expect([
      clampMode('default', undefined),
      clampMode('default', 'bypassPermissions'),
      clampMode('plan', 'acceptEdits'),
      clampMode('bypassPermissions', 'plan'),
    ]).toEqual(['default', 'default', 'plan', 'plan']),
  ),
  answers(LAZY, 'A server is not connected until its first use, and then once', async () => {
    const { use, opened } = counted();
    expect(opened()).toBe(0);
    expect([await use(), await use(), opened()]).toEqual(['4', '4', 1]);
  }),
  answers('MCP Integration Tools: McpInput', 'A connection that broke is made again', async () => {
    const { use, cut, opened } = counted();
    await use();
    await cut();
    expect([await use(), opened()]).toEqual(['4', 2]);
  }),
  answers(
    'MCP Integration Tools: ListMcpResources',
    'Nothing is kept: each list is asked for anew',
    async ({ world }) => {
      const { mcp, call } = await world();
      let asked = 0;
      mcp(async () => void (asked += 1));
      await call('ListMcpResources', {});
      await call('ListMcpResources', { server: 'page' });
      expect(asked).toBe(2);
    },
  ),
  answers(EVENTS, 'ResourceListChanged and PromptListChanged reach connected clients', async () => {
    const { instance } = createToolServer({ name: 's', tools: [double] });
    instance.registerResource('a', 's://a', {}, () => ({ contents: [] }));
    const prompt = instance.registerPrompt('p', { argsSchema: { a: z.string() } }, () => ({ messages: [] }));
    const client = await clientOf({ type: 'sdk', name: 's', instance });
    const heard: string[] = [];
    client.setNotificationHandler(ResourceListChangedNotificationSchema, ({ method }) => void heard.push(method));
    client.setNotificationHandler(PromptListChangedNotificationSchema, ({ method }) => void heard.push(method));
    instance.registerResource('b', 's://b', {}, () => ({ contents: [] }));
    prompt.disable();
    await expect
      .poll(() => heard)
      .toEqual(['notifications/resources/list_changed', 'notifications/prompts/list_changed']);
  }),
];
