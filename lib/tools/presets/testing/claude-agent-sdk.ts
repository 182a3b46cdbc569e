import { HookSchema } from '@/lib/protocol';
import { createMemoryStore, openTodoStore } from '@/lib/stores';
import { expect } from 'vitest';
import { z } from 'zod';
import { createDispatcher } from '../../dispatch';
import { createHookRunner } from '../../hooks';
import { createRegistry } from '../../registry';
import { planBatches } from '../../schedule';
import { createToolServer } from '../../server';
import { tool as sdkTool } from '../../tool-function';
import { answers, behaves, fieldRows, type FidelityRow } from './fidelity-row';

const CORE = 'Core Tool System Architecture';
const FILES = 'File Operations Tools';
const FIND = 'File Discovery Tools';
const SHELL = 'Command Execution Tools';
const FLOW = 'Internal Tool Execution Flow';
const STATE = 'Internal State Management';

export const CLAUDE_AGENT_SDK: readonly FidelityRow[] = [
  ...fieldRows(FILES, {
    FileRead: 'file_path offset? limit?',
    FileWrite: 'file_path content',
    FileEdit: 'file_path old_string new_string replace_all?',
    NotebookEdit: 'notebook_path cell_id? new_source cell_type? edit_mode?',
  }),
  ...fieldRows(FIND, {
    Glob: 'pattern path?',
    Grep: 'pattern path? glob? output_mode? -A? -B? -C? -n? -i? type? head_limit? multiline?',
  }),
  ...fieldRows(SHELL, {
    Bash: 'command timeout? description? run_in_background?',
    BashOutput: 'bash_id filter?',
    KillShell: 'shell_id',
  }),
  ...fieldRows('Web Tools', { WebFetch: 'url prompt', WebSearch: 'query allowed_domains? blocked_domains?' }),
  ...fieldRows('Task Management Tool', { TodoWrite: 'todos' }),
  ...fieldRows('Agent Control Tools', { Agent: 'description prompt subagent_type', ExitPlanMode: 'plan' }),
  ...fieldRows('MCP Integration Tools', { ListMcpResources: 'server?', ReadMcpResource: 'server uri' }),
  ...fieldRows('MCP Integration Tools', { McpInput: 'tool' }, 'Any further field goes to the tool of the server.'),
  answers('Built-in Tools Internal Usage', 'There are 17 tools', ({ tools }) => expect(tools).toHaveLength(17)),
  answers(CORE, 'tool() returns name, description, inputSchema and handler', () => {
    const shape = { a: z.number() };
    const handler = () => ({ content: [] });
    expect(sdkTool('t', 'T.', shape, handler)).toMatchObject({
      name: 't',
      description: 'T.',
      inputSchema: shape,
      handler,
    });
  }),
  answers(CORE, 'createSdkMcpServer() returns type, name and instance; tools can be added to that', () => {
    const server = createToolServer({ name: 's' });
    expect(server).toMatchObject({ type: 'sdk', name: 's' });
    const added = server.instance.tool('t', 'T.', {}, () => ({ content: [] }));
    expect(added.enabled).toBe(true);
  }),
  answers(FILES, 'A path has to be absolute', async ({ call }) =>
    expect(await call('FileRead', { file_path: 'a.txt' })).toMatchObject({ error: 'INVALID_ARGS' }),
  ),
  answers(FILES, 'A file is read as cat -n shows it, lines cut at 2,000 characters', async ({ call, file }) => {
    const { text } = await call('FileRead', { file_path: await file('long.txt', `${'x'.repeat(3000)}\n`) });
    expect(text).toMatch(/^ {5}1\tx{2000}\[/);
  }),
  answers(FILES, 'The parent folder has to exist', async ({ call, bench }) => {
    const file_path = `${bench.sandbox.workdir}/none/a.txt`;
    expect(await call('FileWrite', { file_path, content: 'x' })).toMatchObject({ error: 'NOT_FOUND' });
  }),
  behaves(FILES, 'An existing file is read before it is written or edited', 'readBeforeWrite', true),
  answers(FILES, 'A write without a read is refused', async ({ call, file }) =>
    expect(await call('FileWrite', { file_path: await file('w.txt', 'a\n'), content: 'b\n' })).toMatchObject({
      error: 'FILE_NOT_READ',
    }),
  ),
  answers(FILES, 'old_string has to exist', async ({ call, file }) => {
    const file_path = await file('e1.txt', 'one\n');
    await call('FileRead', { file_path });
    const edit = { file_path, old_string: 'two', new_string: 'x' };
    expect(await call('FileEdit', edit)).toMatchObject({ error: 'TEXT_NOT_FOUND' });
  }),
  answers(FILES, 'old_string has to be unique unless replace_all is set', async ({ call, file }) => {
    const file_path = await file('e2.txt', 'a\na\n');
    await call('FileRead', { file_path });
    const edit = { file_path, old_string: 'a', new_string: 'b' };
    expect(await call('FileEdit', edit)).toMatchObject({ error: 'TEXT_MULTIPLE_MATCHES' });
    expect(await call('FileEdit', { ...edit, replace_all: true })).toMatchObject({ success: true });
  }),
  answers(FILES, 'new_string has to differ', async ({ call, file }) => {
    const file_path = await file('e3.txt', 'a\n');
    await call('FileRead', { file_path });
    expect(await call('FileEdit', { file_path, old_string: 'a', new_string: 'a' })).toMatchObject({
      error: 'NO_CHANGE',
    });
  }),
  answers(
    FILES,
    'An edit returns the updated content',
    async ({ call, file }) => {
      const file_path = await file('e4.txt', 'one\ntwo\nthree\n');
      await call('FileRead', { file_path });
      const { text } = await call('FileEdit', { file_path, old_string: 'two', new_string: 'zwei' });
      expect(text).toContain('     2\tzwei');
    },
    'The changed part of it, as a whole file may be longer than a result.',
  ),
  answers(FILES, 'A cell is found by its id, or by its index', async ({ call, file }) => {
    const cell = { cell_type: 'code', metadata: {}, source: 'a = 1', outputs: [], execution_count: null };
    const notebook = { nbformat: 4, nbformat_minor: 4, metadata: {}, cells: [cell] };
    const notebook_path = await file('n.ipynb', JSON.stringify(notebook));
    expect(await call('NotebookEdit', { notebook_path, cell_id: '0', new_source: 'a = 2' })).toMatchObject({
      success: true,
    });
  }),
  behaves('Built-in Tools', 'Numbers are z.number(): none has to be whole', 'laxity', {
    names: false,
    integers: true,
    schemas: false,
  }),
  ...(
    [
      ['FileRead', 'offset', 2.5, /^ {5}2\ttwo/],
      ['FileRead', 'limit', 1.9, /^ {5}1\tone\n\[/],
    ] as const
  ).map(([name, field, value, shown]) =>
    answers('Built-in Tools', `${name} takes ${value} as ${field}, cut to a whole number`, async ({ call, file }) => {
      const { text } = await call(name, { file_path: await file('half.txt', 'one\ntwo\nthree\n'), [field]: value });
      expect(text).toMatch(shown);
    }),
  ),
  answers('Built-in Tools', 'Grep takes 1.5 lines after a match for one', async ({ call, file }) => {
    await file('after.txt', 'found\nnext\nlast\n');
    const { text } = await call('Grep', { pattern: 'found', path: 'after.txt', output_mode: 'content', '-A': 1.5 });
    expect(text).toMatch(/next/);
    expect(text).not.toMatch(/last/);
  }),
  answers(FIND, 'Paths are absolute, the newest first', async ({ call, file, bench }) => {
    await file('g/old.md', 'x');
    await file('g/new.md', 'x');
    const { text } = await call('Glob', { pattern: 'g/*.md' });
    expect(text.split('\n').every((path) => path.startsWith(bench.sandbox.workdir))).toBe(true);
  }),
  answers(FIND, 'head_limit cuts a list', async ({ call, file }) => {
    await file('h.txt', 'a\na\na\n');
    const { text } = await call('Grep', { pattern: 'a', path: 'h.txt', output_mode: 'content', head_limit: 1 });
    expect(text).toContain('2 more');
  }),
  answers(SHELL, 'A killed shell is removed from the map of shells', async ({ call }) => {
    const { details } = await call('Bash', { command: 'sleep 30', run_in_background: true });
    expect(await call('KillShell', { shell_id: details?.shellId })).toMatchObject({ success: true });
    expect(await call('BashOutput', { bash_id: details?.shellId })).toMatchObject({ error: 'NOT_FOUND' });
    expect(await call('KillShell', { shell_id: details?.shellId })).toMatchObject({ error: 'NOT_FOUND' });
  }),
  answers(SHELL, 'The result of a background command names the tools that follow it', async ({ call }) => {
    const { text, details } = await call('Bash', { command: 'sleep 30', run_in_background: true });
    expect(text).toMatch(/BashOutput \(bash_id .*KillShell \(shell_id /);
    await call('KillShell', { shell_id: details?.shellId });
  }),
  answers('Web Tools', 'A query has two characters or more', async ({ call }) =>
    expect(await call('WebSearch', { query: 'a' })).toMatchObject({ error: 'INVALID_ARGS' }),
  ),
  ...(
    [
      ['exactly one is in progress', ['in_progress', 'pending'], true],
      ['none is in progress', ['pending'], false],
      ['two are in progress', ['in_progress', 'in_progress'], false],
      ['all are completed', ['completed'], false],
      ['the list is empty', [], true],
    ] as const
  ).map(([when, statuses, fits]) =>
    answers(
      'Task Management Tool',
      `A list of to-dos ${fits ? 'fits' : 'does not fit'} where ${when}`,
      async ({ tool, bench }) => {
        const todos = statuses.map((status, index) => ({ content: `${index}`, status, activeForm: `${index}` }));
        const store = await openTodoStore(createMemoryStore(), 't');
        const dispatcher = createDispatcher({
          registry: createRegistry([tool('TodoWrite')]),
          permissions: {
            mode: () => bench.mode,
            rules: () => [],
            ask: () => Promise.reject(new Error()),
            allowAlways: () => undefined,
          },
          contextFor: () => ({ threadId: 't', writeRoots: [], todos: store }),
        });
        const call = { id: 'c', name: 'TodoWrite', args: JSON.stringify({ todos }) };
        const { result } = await dispatcher.dispatch(call, { signal: new AbortController().signal });
        expect(result.success).toBe(fits);
      },
    ),
  ),
  behaves(FLOW, 'Permission, then hooks, then validation', 'order', 'permission-hooks-validation'),
  answers(FLOW, 'A person is asked before arguments are looked at', async ({ bench, call }) => {
    bench.mode = 'default';
    bench.asked.length = 0;
    expect(await call('Bash', { command: 1 })).toMatchObject({ error: 'INVALID_ARGS' });
    expect(bench.asked.map(({ toolName }) => toolName)).toEqual(['Bash']);
  }),
  answers(FLOW, 'A hook may fix arguments before they are validated', async ({ tool, bench }) => {
    const hook = HookSchema.parse({ id: 'h', name: 'h', event: 'PreToolUse', source: 'x', enabled: true });
    const codeRunner = {
      run: async () => ({ ok: true as const, value: { input: { command: 'echo fixed' } }, log: '' }),
    };
    const dispatcher = createDispatcher({
      registry: createRegistry([tool('Bash')]),
      permissions: {
        mode: () => bench.mode,
        rules: () => [],
        ask: () => Promise.reject(new Error()),
        allowAlways: () => undefined,
      },
      contextFor: () => ({ threadId: 't', writeRoots: [], sandbox: bench.sandbox, shell: bench.shell }),
      hooks: createHookRunner({ hooks: () => [hook], codeRunner }),
    });
    const call = { id: 'c', name: 'Bash', args: '{"comand":"echo"}' };
    const { result } = await dispatcher.dispatch(call, { signal: new AbortController().signal });
    expect(result).toMatchObject({ success: true, text: expect.stringContaining('fixed') });
  }),
  answers(`${FLOW}: Internal Error Handling`, 'Invalid arguments for tool …: …', async ({ call }) => {
    const { text } = await call('Glob', { pattern: 1 });
    expect(text).toMatch(/^Invalid arguments for tool Glob: \$\.pattern/);
  }),
  behaves(STATE, 'Nothing is kept over a reload but files', 'keeps', 'files'),
  answers(
    'Performance Characteristics: Parallel Execution',
    'Changes of one file that are asked for at the same time are all kept',
    async ({ call, file, bench }) => {
      const words = ['one', 'two', 'three', 'four'];
      const file_path = await file('all.txt', `${words.join('\n')}\n`);
      await call('FileRead', { file_path });
      const edit = (old_string: string) => call('FileEdit', { file_path, old_string, new_string: `${old_string}!` });
      const results = await Promise.all(words.map(edit));
      expect(results.map(({ success }) => success)).toEqual(words.map(() => true));
      expect(await bench.text('all.txt')).toBe(words.map((word) => `${word}!\n`).join(''));
    },
  ),
  behaves('Performance Characteristics: Parallel Execution', 'Calls run at the same time', 'scheduling', 'together'),
  answers('Performance Characteristics: Parallel Execution', 'An agent runs alone', ({ behaviour, tool }) => {
    const calls = ['a', 'Agent', 'b', 'c'].map((id) => ({ id, name: id, args: '{}' }));
    const beside = tool('Agent').runsBeside ?? false;
    const company = ({ id }: { id: string }) => ({ reads: false, beside: id === 'Agent' && beside });
    const batches = planBatches(calls, company, behaviour.scheduling);
    expect(batches.map((batch) => batch.map(({ id }) => id))).toEqual([['a'], ['Agent'], ['b', 'c']]);
  }),
  behaves('The text says nothing of it', 'All forms are shown at once', 'discovery', 'full'),
];
