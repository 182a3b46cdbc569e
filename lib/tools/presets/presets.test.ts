import { PRESET_IDS } from '@/lib/protocol';
import { toJsonSchema, validate } from '@/lib/schema';
import { formatPath } from '@/lib/schema/path';
import { describe, expect, it } from 'vitest';
import { builtinTools } from '../builtin';
import { createRegistry } from '../registry';
import { systemOf } from '../system';
import { createBench, type Bench } from '../testing/bench';
import type { ToolContext } from '../tool';
import { behaviourOf, findPreset, PRESETS, presetTools } from '.';

const NAMES: Record<string, string> = {
  'open-agent-sdk':
    'Read Write Edit Glob Grep Bash AskUser ToolSearch WebFetch WebSearch Agent Skill TaskCreate TaskGet TaskList TaskOutput ' +
    'TaskStop TaskUpdate SendMessage TeamCreate TeamDelete NotebookEdit CronCreate CronDelete CronList LSP Config TodoWrite ' +
    'EnterPlanMode ExitPlanMode EnterWorktree ExitWorktree RemoteTrigger ListMcpResources ReadMcpResource',
  'claude-agent-sdk':
    'FileRead FileWrite FileEdit NotebookEdit Glob Grep Bash BashOutput KillShell WebFetch WebSearch TodoWrite Agent ' +
    'ExitPlanMode McpInput ListMcpResources ReadMcpResource',
  'y-agent':
    'FileRead FileWrite FileDelete FileMove ShellExec WebSearch WebFetch CodeSearch MemoryStore MemoryRecall KnowledgeSearch ' +
    'KnowledgeIngest ToolSearch Task Plan AskUser BrowserTool WorkflowCreate WorkflowRun ScheduleCreate ScheduleList ' +
    'tool_create tool_update',
  dskcode: 'read_file write_file edit_file bash grep glob fetch ls read_file_zod',
};

const toolsOf = (id: string) => {
  const preset = findPreset(id);
  if (!preset) throw new Error(`no preset ${id}`);
  return presetTools(preset, builtinTools);
};
const open = (id: string): Promise<Bench> => createBench(toolsOf(id));

const CONTEXT: ToolContext = {
  callId: 'c',
  threadId: 't',
  signal: new AbortController().signal,
  deadline: Infinity,
  writeRoots: [],
  onOutput: () => undefined,
};

describe.each(PRESETS.map(({ id }) => id))('%s', (id) => {
  const tools = toolsOf(id);

  it('has its system’s tools, each on an executor of ours', () => {
    expect(Object.keys(NAMES), 'each preset has a row in NAMES, above').toContain(id);
    expect(tools.map(({ name }) => name)).toEqual(NAMES[id]?.split(' '));
    expect(() => createRegistry(tools)).not.toThrow();
  });

  it.each(tools.map((tool) => [tool.name, tool] as const))(
    '%s says what it is and takes nothing else',
    (name, tool) => {
      const schema = toJsonSchema(tool.input);
      if (name !== 'McpInput') expect(schema).toMatchObject({ additionalProperties: false });
      const [sentence, niche] =
        systemOf(tools).behaviour.language === 'zh'
          ? [/[\u4e00-\u9fff].*。$/, /不要用它/]
          : [/^[A-Z]/, /Do not use it/i];
      for (const { description } of Object.values<{ description?: string }>(Object(schema.properties))) {
        expect(description).toMatch(sentence);
      }
      expect(tool.description).toMatch(niche);
      expect(tool.source).toBe('builtin');
      const wrong = validate(tool.input, name === 'McpInput' ? {} : { nobody_has_this: 1 });
      expect(wrong.ok).toBe(false);
    },
  );

  it('tells that it has not a field of ours, whoever makes the call, and does nothing', async () => {
    const bench = await open(id);
    for (const tool of tools) {
      const { name, fields = {} } = tool;
      if (name === 'McpInput') continue;
      const own = new Set(Object.values(fields));
      for (const ours of Object.keys(fields).filter((field) => !own.has(field))) {
        const { result } = await bench.call(name, { [ours]: true });
        const absent = [expect.objectContaining({ path: formatPath([ours]), expected: 'absent' })];
        const refused = { error: 'INVALID_ARGS', issues: expect.arrayContaining(absent) };
        expect(result, `${name} ${ours}`).toMatchObject(refused);
        expect(result.text).toContain(ours);
        // Also where no validation stands in front of the tool.
        expect(await tool.execute({ [ours]: true }, CONTEXT), `${name} ${ours}`).toMatchObject(refused);
      }
    }
    await bench.sandbox.dispose();
  });

  it('tells that what is no object is none, also where a person has turned validation off', async () => {
    const bench = await createBench(tools, {}, { validation: () => 'warn' });
    for (const { name } of tools) {
      for (const input of ['null', '[1]', '5', '"text"', 'true']) {
        const { result } = await bench.call(name, input);
        expect(result, `${name} ${input}`).toMatchObject({
          error: 'INVALID_ARGS',
          issues: [{ path: '$', expected: 'object' }],
        });
      }
    }
    await bench.sandbox.dispose();
  });

  it('speaks of nothing that it does not have: no tool, no field', () => {
    const own = new Set(tools.map(({ name }) => name));
    const foreign = builtinTools.map(({ name }) => name).filter((name) => !own.has(name));
    const slips = tools.flatMap(({ name, description, input, fields = {} }) => {
      const gone = Object.entries(fields).flatMap(([ours, theirs]) =>
        ours.includes('_') && ours !== theirs ? [ours] : [],
      );
      const text = `${description} ${JSON.stringify(toJsonSchema(input).properties)}`;
      const tool = (word: string) =>
        new RegExp(/[a-z][A-Z]/.test(word) ? `\\b${word}\\b` : `(use|with|by|and|or|,) ${word}\\b`);
      return [
        ...foreign.filter((word) => tool(word).test(text)),
        ...gone.filter((word) => new RegExp(`\\b${word}\\b`).test(text)),
      ].map((slip) => `${name}: ${slip}`);
    });
    expect(slips).toEqual([]);
  });
});

it('are the ones that the wire knows', () => expect(PRESETS.map(({ id }) => id)).toEqual(PRESET_IDS));

describe('the same work under each name', () => {
  it.each([
    [
      'open-agent-sdk',
      'Read',
      { file_path: 'a.txt' },
      'Edit',
      { file_path: 'a.txt', old_string: 'two', new_string: 'zwei' },
    ],
    [
      'claude-agent-sdk',
      'FileRead',
      { file_path: '@a.txt' },
      'FileEdit',
      { file_path: '@a.txt', old_string: 'two', new_string: 'zwei' },
    ],
    ['dskcode', 'read_file', { path: 'a.txt' }, 'edit_file', { path: 'a.txt', old_text: 'two', new_text: 'zwei' }],
  ])('%s reads, then edits', async (id, read, readInput, edit, editInput) => {
    const bench = await open(id);
    await bench.write('a.txt', 'one\ntwo\nthree\n');
    // `@` stands for the folder here: some systems want paths from the root.
    const at = (input: object) => JSON.parse(JSON.stringify(input).replaceAll('"@', `"${bench.sandbox.workdir}/`));
    if (behaviourOf(findPreset(id)).readBeforeWrite) {
      expect((await bench.call(edit, at(editInput))).result.error).toBe('FILE_NOT_READ');
    }
    expect((await bench.call(read, at(readInput))).result).toMatchObject({ success: true });
    const { result } = await bench.call(edit, at(editInput));
    expect(result).toMatchObject({ success: true, diff: { added: 1, removed: 1 } });
    expect(await bench.text('a.txt')).toBe('one\nzwei\nthree\n');
  });

  it('y-agent writes, moves and deletes', async () => {
    const bench = await open('y-agent');
    expect((await bench.call('FileWrite', { path: 'b.txt', content: 'x' })).phase).toBe('succeeded');
    expect((await bench.call('FileMove', { source: 'b.txt', destination: 'c.txt' })).phase).toBe('succeeded');
    expect((await bench.call('FileDelete', { path: 'c.txt' })).phase).toBe('succeeded');
    expect((await bench.call('FileRead', { path: 'c.txt' })).result.error).toBe('NOT_FOUND');
  });
});

describe('what a preset owns', () => {
  it('claude-agent-sdk wants absolute paths, into folders that exist', async () => {
    const bench = await open('claude-agent-sdk');
    const relative = await bench.call('FileRead', { file_path: 'a.txt' });
    expect(relative.result).toMatchObject({ error: 'INVALID_ARGS', issues: [{ path: '$.file_path' }] });
    const file_path = `${bench.sandbox.workdir}/new/a.txt`;
    const orphan = await bench.call('FileWrite', { file_path, content: 'x' });
    expect(orphan.result).toMatchObject({ error: 'NOT_FOUND', text: expect.stringContaining('/new') });
    expect((await bench.call('Glob', { pattern: '*', path: '.' })).result.success).toBe(true);
    await bench.write('a.txt', 'one\n');
    const mentioned = await bench.call('FileRead', { file_path: `@${bench.sandbox.workdir}/a.txt` });
    expect(mentioned.result).toMatchObject({ success: true });
  });

  it('claude-agent-sdk wants an MCP tool with its server', async () => {
    const bench = await open('claude-agent-sdk');
    const { result } = await bench.call('McpInput', { tool: 'echo', text: 'hi' });
    expect(result).toMatchObject({ error: 'INVALID_ARGS', issues: [{ path: '$.tool' }] });
  });

  it('y-agent cuts every result at 10,000 characters', async () => {
    const bench = await open('y-agent');
    const { result } = await bench.call('ShellExec', { command: 'head -c 30000 /dev/zero | tr "\\0" x' });
    expect(result.text.length).toBeLessThanOrEqual(10_000);
    expect(result).toMatchObject({ success: true, truncated: {} });
    const slow = await bench.call('ShellExec', {
      command: 'head -c 30000 /dev/zero | tr "\\0" x; sleep 60',
      timeout: 500,
    });
    expect(slow.result).toMatchObject({ error: 'TIMEOUT', text: expect.stringContaining('Advice') });
    expect(slow.result.text.length).toBeLessThanOrEqual(10_000);
  });

  it('dskcode reads lines from and to, knows five kinds, and says READ_ERROR of a missing file', async () => {
    const bench = await open('dskcode');
    await bench.write('a.txt', 'one\ntwo\nthree\nfour\n');
    const { result } = await bench.call('read_file', { path: 'a.txt', startLine: 2, endLine: 3 });
    expect(result.text).toContain('two');
    expect(result.text).toContain('three');
    expect(result.text).not.toMatch(/\b(one|four)\b/);
    expect((await bench.call('read_file', { path: 'none.txt' })).result.error).toBe('READ_ERROR');
    expect(toolsOf('dskcode').find(({ name }) => name === 'bash')?.kind).toBe('other');
    expect(toolsOf('dskcode').every((tool) => tool.deadlineFor?.({}) === 30_000)).toBe(true);
    expect(
      toolsOf('dskcode')
        .find(({ name }) => name === 'bash')
        ?.deadlineFor?.({ timeout: 1000 }),
    ).toBe(1000);
    const patient = await bench.call('bash', { command: 'true', timeout: 60_000 });
    expect(patient.result).toMatchObject({
      error: 'INVALID_ARGS',
      issues: [{ path: '$.timeout', expected: '<= 30000' }],
    });
  });
});

it('y-agent files its tools where its system does', () => {
  const categories = new Map(toolsOf('y-agent').map(({ name, category }) => [name, category]));
  expect(categories).toEqual(
    new Map(
      Object.entries({
        filesystem: 'FileRead FileWrite FileDelete FileMove',
        shell: 'ShellExec',
        network: 'WebSearch WebFetch BrowserTool',
        search: 'CodeSearch ToolSearch',
        memory: 'MemoryStore MemoryRecall',
        knowledge: 'KnowledgeSearch KnowledgeIngest',
        agent: 'Task Plan',
        interaction: 'AskUser',
        workflow: 'WorkflowCreate WorkflowRun',
        schedule: 'ScheduleCreate ScheduleList',
        custom: 'tool_create tool_update',
      }).flatMap(([category, names]) => names.split(' ').map((name): [string, string] => [name, category])),
    ),
  );
});

const context = {
  callId: 'c',
  threadId: 't',
  signal: new AbortController().signal,
  deadline: Infinity,
  writeRoots: [],
  onOutput: () => undefined,
};

it('makes its tools once, and their fields once a tool', async () => {
  const dskcode = findPreset('dskcode');
  const [read] = builtinTools;
  if (!dskcode || !read) throw new Error('nothing to adopt');
  let reads = 0;
  const watched = [
    {
      ...read,
      get input() {
        reads++;
        return read.input;
      },
      recoveryHint: async (input: unknown) => JSON.stringify(input),
    },
  ];
  const [made] = presetTools(dskcode, watched);
  const before = reads;
  expect(made?.titleFor?.({ path: 'a.txt' })).toBe(read.titleFor?.({ file_path: 'a.txt' }));
  expect(made?.isReadOnly({ path: 'a.txt' })).toBe(true);
  expect(await made?.recoveryHint?.({ path: 'a.txt' }, context)).toBe('{"file_path":"a.txt"}');
  expect(reads).toBe(before);
  expect(presetTools(dskcode, watched)[0]).toBe(made);
});

describe('what no preset changes', () => {
  it('a rule about our tool holds under every name', async () => {
    const bench = await open('y-agent');
    bench.rules.push({ behavior: 'deny', rule: 'Bash(git push:*)' });
    const denied = await bench.call('ShellExec', { command: 'git push --force' });
    expect(denied.result).toMatchObject({ error: 'GATE_DENIED', denial: { rule: 'Bash(git push:*)' } });
    bench.mode = 'default';
    bench.rules.push({ behavior: 'allow', rule: 'ShellExec(echo:*)' });
    expect((await bench.call('ShellExec', { command: 'echo hi' })).phase).toBe('succeeded');
    bench.answer = async ({ suggestedRule }) => ({ behavior: 'deny', reason: suggestedRule });
    expect((await bench.call('ShellExec', { command: 'npm test' })).result.text).toContain('ShellExec(npm test');
  });

  it('what is refused whatever anyone says', async () => {
    const bench = await open('dskcode');
    expect((await bench.call('bash', { command: 'rm  -r -f /' })).result.success).toBe(false);
    expect((await bench.call('bash', { command: 'rm  -r -f /' })).phase).toBe('denied');
  });
});
