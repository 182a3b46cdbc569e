import { ErrorCode } from '@modelcontextprotocol/sdk/types.js';
import { expect } from 'vitest';
import { z } from 'zod';
import { createToolServer } from '../../server';
import { tool as sdkTool } from '../../tool-function';
import { answers, fieldsOf, nothingInBackground, type FidelityRow, type SystemBench } from './fidelity-row';
import { clientOf, double } from './tool-client';

const CORE = 'Core Tool System Architecture: McpServer.tool()';
const FILES = 'File Operations Tools';
const FIND = 'File Discovery Tools';
const SHELL = 'Command Execution Tools';
const CONTROL = 'Agent Control Tools';
const MCP = 'MCP Integration Tools';

const NOTEBOOK = JSON.stringify({
  nbformat: 4,
  nbformat_minor: 5,
  metadata: { kernelspec: { name: 'python3' } },
  cells: [
    {
      id: 'one',
      cell_type: 'code',
      metadata: { tags: ['kept'] },
      source: 'a = 1',
      outputs: [{ output_type: 'stream', name: 'stdout', text: 'hi' }],
      execution_count: 3,
    },
    { id: 'two', cell_type: 'markdown', metadata: {}, source: '# Two' },
  ],
});

const CellsSchema = z.object({ cells: z.array(z.looseObject({ id: z.string().optional() })) });

/** Edits a notebook that was not read before, and returns its cells. */
async function edited({ file, call, bench }: SystemBench, name: string, edit: object) {
  const notebook_path = await file(name, NOTEBOOK);
  const { success } = await call('NotebookEdit', { notebook_path, new_source: '', ...edit });
  expect(success).toBe(true);
  return CellsSchema.parse(JSON.parse(await bench.text(name))).cells;
}

const broken = sdkTool('broken', 'Fails.', {}, () => {
  throw new Error('no luck');
});

const refuses = (says: string, off: boolean, call: { name: string; arguments?: Record<string, unknown> }) =>
  answers(CORE, says, async () => {
    const server = createToolServer({ name: 's', tools: [double] });
    const later = server.instance.tool('later', 'Comes later.', {}, () => ({ content: [] }));
    if (off) later.disable();
    const client = await clientOf(server);
    await expect(client.callTool(call)).rejects.toMatchObject({ code: ErrorCode.InvalidParams });
  });

const shownBy = (mode: string, expected: RegExp, more: object = {}): FidelityRow =>
  answers(FIND, `Grep shows ${mode}`, async ({ file, call }) => {
    await file('grep/a.ts', 'one\nTwo\nthree\n');
    const { text } = await call('Grep', { pattern: 'Two', path: 'grep', ...more });
    expect(text).toMatch(expected);
  });

/** The results of its tools, in the order of the text. */
export const CLAUDE_AGENT_SDK_CALLS: readonly FidelityRow[] = [
  answers(CORE, 'The version is 1.0.0 unless one is given', async () =>
    expect((await clientOf(createToolServer({ name: 's' }))).getServerVersion()).toEqual({
      name: 's',
      version: '1.0.0',
    }),
  ),
  answers(CORE, 'A registered tool can be enabled, disabled, updated and removed', async () => {
    const server = createToolServer({ name: 's' });
    const added = server.instance.tool('t', 'T.', {}, () => ({ content: [] }));
    const client = await clientOf(server);
    const listed = async () => (await client.listTools()).tools.map(({ description }) => description);
    added.update({ description: 'U.' });
    expect(await listed()).toEqual(['U.']);
    added.disable();
    expect(await listed()).toEqual([]);
    added.enable();
    expect(await listed()).toEqual(['U.']);
    added.remove();
    expect(await listed()).toEqual([]);
  }),
  refuses('A tool that is not there is an McpError, InvalidParams', false, { name: 'none' }),
  refuses('A tool that is disabled is an McpError, InvalidParams', true, { name: 'later' }),
  refuses('Invalid input is an McpError, InvalidParams', false, { name: 'double', arguments: { a: 'x' } }),
  answers(
    CORE,
    'A handler that throws is a result with its message, marked as an error',
    async () => {
      const client = await clientOf(createToolServer({ name: 's', tools: [broken] }));
      const result = await client.callTool({ name: 'broken' });
      expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(/^no luck/) }] });
    },
    'A line of advice follows the message.',
  ),
  ...(
    [
      ['FileWrite', 'file_path', { content: 'x' }],
      ['FileEdit', 'file_path', { old_string: 'a', new_string: 'b' }],
      ['NotebookEdit', 'notebook_path', { new_source: 'x' }],
    ] as const
  ).map(([name, field, more]) =>
    answers(FILES, `${name} takes no path from the current folder`, async ({ call }) => {
      for (const path of ['a.txt', './a.txt', '../a.txt', '~/a.txt', '@a.txt']) {
        expect(await call(name, { [field]: path, ...more })).toMatchObject({
          error: 'INVALID_ARGS',
          issues: [{ path: `$.${field}` }],
        });
      }
    }),
  ),
  answers(
    'Web Tools',
    'A page and what is wanted of it are sent together',
    async ({ world }) => {
      const { ports, bench } = await world();
      const sent: unknown[] = [];
      const { services } = ports;
      const post = async (...request: unknown[]) =>
        Promise.reject(new Error(String(sent.push(...request.slice(0, 2)))));
      Object.assign(ports, { services: { post } });
      await bench.call('WebFetch', { url: 'http://tea.example/green', prompt: 'How long?' });
      Object.assign(ports, { services });
      expect(sent).toEqual(['web-fetch', { url: 'http://tea.example/green', prompt: 'How long?' }]);
    },
    'The server makes https of http and keeps a page for 15 minutes by its address alone.',
  ),
  answers(
    'Web Tools: Internal Constraints',
    'A search needs no country',
    async ({ tool }) => expect(fieldsOf(tool('WebSearch'))).toBe('query allowed_domains? blocked_domains?'),
    'The text’s search service answers in the USA alone; the one that stands behind ours answers anywhere.',
  ),
  answers(FILES, 'An image is read as an image', async ({ call, bench }) => {
    const png = Uint8Array.from(
      atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
      (c) => c.charCodeAt(0),
    );
    await bench.write('p.png', png);
    const { content } = await call('FileRead', { file_path: `${bench.sandbox.workdir}/p.png` });
    expect(content).toContainEqual(expect.objectContaining({ type: 'image', mimeType: 'image/png' }));
  }),
  answers(FILES, 'A notebook is read as cells, with their outputs', async ({ file, call }) => {
    const { text } = await call('FileRead', { file_path: await file('r.ipynb', NOTEBOOK) });
    expect(text).toMatch(/\[cell 0 · id one[^]*a = 1[^]*hi[^]*\[cell 1 · id two/);
  }),
  answers(FILES, 'offset and limit page a file', async ({ file, call }) => {
    const { text } = await call('FileRead', { file_path: await file('p.txt', 'a\nb\nc\n'), offset: 2, limit: 1 });
    expect(text).toContain('     2\tb');
    expect(text).not.toMatch(/\t[ac]$/m);
  }),
  answers(FILES, 'A notebook is edited as it is on disk: no read comes before', async (system) =>
    expect(await edited(system, 'unread.ipynb', { cell_id: 'one', new_source: 'a = 2' })).toHaveLength(2),
  ),
  answers(FILES, 'replace changes the source, and keeps metadata and outputs', async (system) =>
    expect((await edited(system, 'replaced.ipynb', { cell_id: 'one', new_source: 'a = 2' }))[0]).toMatchObject({
      source: 'a = 2',
      metadata: { tags: ['kept'] },
      outputs: [{ text: 'hi' }],
    }),
  ),
  answers(FILES, 'insert adds a cell after the one that is named', async (system) => {
    const edit = { cell_id: 'one', edit_mode: 'insert', cell_type: 'markdown', new_source: 'New' };
    const cells = await edited(system, 'inserted.ipynb', edit);
    expect(cells.map(({ source }) => [source].flat().join(''))).toEqual(['a = 1', 'New', '# Two']);
  }),
  answers(FILES, 'delete removes a cell', async (system) => {
    const cells = await edited(system, 'deleted.ipynb', { cell_id: 'one', edit_mode: 'delete' });
    expect(cells.map(({ id }) => id)).toEqual(['two']);
  }),
  answers(FIND, 'The file that was changed last comes first', async ({ file, call }) => {
    await file('order/b.md', 'x');
    await call('Bash', { command: 'touch -d "2 days ago" order/b.md' });
    await file('order/a.md', 'x');
    await call('Bash', { command: 'touch -d "1 day ago" order/a.md' });
    await file('order/c.md', 'x');
    const { text } = await call('Glob', { pattern: 'order/*.md' });
    expect(text.split('\n').map((path) => path.at(-4))).toEqual(['c', 'a', 'b']);
  }),
  shownBy('the names of files', /^grep\/a\.ts$/m, { output_mode: 'files_with_matches' }),
  shownBy('how many lines match', /a\.ts:1/, { output_mode: 'count' }),
  shownBy('lines with their numbers', /a\.ts:2:Two/, { output_mode: 'content' }),
  shownBy('lines without their numbers', /a\.ts:Two/, { output_mode: 'content', '-n': false }),
  shownBy('lines after', /2:Two[^]*3-three/, { output_mode: 'content', '-A': 1 }),
  shownBy('lines before', /1-one[^]*2:Two/, { output_mode: 'content', '-B': 1 }),
  shownBy('lines around', /1-one[^]*2:Two[^]*3-three/, { output_mode: 'content', '-C': 1 }),
  shownBy('any case', /a\.ts:2:Two/, { output_mode: 'content', pattern: 'tWO', '-i': true }),
  shownBy('one kind of file', /^grep\/a\.ts$/m, { type: 'ts' }),
  shownBy('nothing of another kind', /^Nothing matches/, { type: 'py' }),
  shownBy('files that fit a glob', /^grep\/a\.ts$/m, { glob: '*.ts' }),
  shownBy('matches that span lines', /one/, { output_mode: 'content', pattern: 'one.Two', multiline: true }),
  answers(SHELL, 'A command returns stdout, stderr and its exit code', async ({ call }) => {
    const { text, error } = await call('Bash', { command: 'echo out; echo err >&2; exit 3' });
    expect(error).toBe('EXIT_CODE');
    expect(text).toMatch(/out\nerr[^]*\[Exit code: 3\]/);
  }),
  answers(SHELL, 'A command that is over its time is killed', async ({ call }) =>
    expect(await call('Bash', { command: 'sleep 60', timeout: 200 })).toMatchObject({ error: 'TIMEOUT' }),
  ),
  answers(
    SHELL,
    'A look at a background shell shows what is new; what a filter leaves out is gone',
    async ({ call }) => {
      const command = 'echo one; echo two; sleep 60';
      const { details } = await call('Bash', { command, run_in_background: true });
      const bash_id = details?.shellId;
      await expect.poll(async () => (await call('BashOutput', { bash_id, filter: 'two' })).text).toContain('two');
      const { text } = await call('BashOutput', { bash_id });
      expect(text).not.toMatch(/one|two/);
      expect(text).toContain('still running');
      await call('KillShell', { shell_id: bash_id });
    },
  ),
  answers('Web Tools', 'An address is checked', async ({ call }) =>
    expect(await call('WebFetch', { url: 'nonsense', prompt: 'p' })).toMatchObject({ error: 'INVALID_ARGS' }),
  ),
  ...['content', 'activeForm'].map((field) =>
    answers('Task Management Tool', `A to-do needs ${field}`, async ({ call }) => {
      const todo = { content: 'a', status: 'in_progress', activeForm: 'a', [field]: undefined };
      expect(await call('TodoWrite', { todos: [todo] })).toMatchObject({
        error: 'INVALID_ARGS',
        issues: [{ path: `$.todos[0].${field}` }],
      });
    }),
  ),
  ...(
    [
      ['Outside of plan mode it is refused', 'default', { answer: 'approved' }, /not plan mode/, 'UNSUPPORTED'],
      ['Approved, the mode is default from then on', 'plan', { answer: 'approved' }, /mode is default/, undefined],
      ['Changes asked for, planning goes on', 'plan', { answer: 'change', feedback: 'Less.' }, /Less\./, undefined],
      ['Rejected, the run ends', 'plan', { answer: 'rejected' }, /run ends/, 'GATE_DENIED'],
    ] as const
  ).map(([says, mode, answer, text, error]) =>
    answers(`${CONTROL}: ExitPlanMode`, says, async ({ world }) => {
      const { plan, call } = await world();
      plan(mode, answer);
      const result = await call('ExitPlanMode', { plan: '# Tea' });
      plan('default', { answer: 'approved' });
      expect(result?.error).toBe(error);
      expect(result?.text).toMatch(text);
    }),
  ),
  answers(`${CONTROL}: Agent`, 'Its result is the agent’s last message, with what it used', async ({ world }) => {
    const result = await (await world()).call('Agent', { prompt: 'p', description: 'd', subagent_type: 'Explore' });
    expect(result?.text).toMatch(/^That is all\.\n\n\[agent-1: 1 turn, 0 calls, 2 tokens/);
  }),
  ...nothingInBackground(`${CONTROL}: Agent`, { Agent: { prompt: 'p', description: 'd', subagent_type: 'Explore' } }),
  answers(`${CONTROL}: Agent`, 'subagent_type is wanted', async ({ call }) =>
    expect(await call('Agent', { prompt: 'p', description: 'd' })).toMatchObject({
      error: 'INVALID_ARGS',
      issues: [{ path: '$.subagent_type' }],
    }),
  ),
  answers(
    `${MCP}: McpInput`,
    'The server is looked up by the tool’s name, and gets the other fields',
    async ({ world }) => {
      const asked: unknown[] = [];
      const { ports, bench } = await world();
      const { mcp } = ports;
      const call = async (...request: unknown[]) => {
        asked.push(...request.slice(0, 3));
        return { success: true, text: 'Hi.' };
      };
      Object.assign(ports, { mcp: { ...mcp, call } });
      const { result } = await bench.call('McpInput', { tool: 'mcp__page__echo', text: 'hi' });
      Object.assign(ports, { mcp });
      expect(result.text).toBe('Hi.');
      expect(asked).toEqual(['page', 'echo', { text: 'hi' }]);
    },
  ),
  answers(`${MCP}: ListMcpResources`, 'Each resource comes with its server', async ({ world }) =>
    expect((await (await world()).call('ListMcpResources', {}))?.text).toContain('server page, uri x://y'),
  ),
  answers(`${MCP}: ReadMcpResource`, 'A resource is read from the server that is named', async ({ world }) =>
    expect((await (await world()).call('ReadMcpResource', { server: 'page', uri: 'x://y' }))?.text).toContain('Y.'),
  ),
];
