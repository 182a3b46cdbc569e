import { expect } from 'vitest';
import { adviceFor } from './advice-for';
import { answers, behaves, fieldRows, namedRows, type FidelityRow } from './fidelity-row';

const BUILT_IN = 'Built-In Tools';
const DEFINITION = 'Tool Definition';
const STEPS = 'Execution Steps';

const DANGEROUS: Readonly<Record<string, boolean>> = {
  FileRead: false,
  FileWrite: false,
  FileDelete: true,
  FileMove: false,
  ShellExec: true,
  WebSearch: false,
  MemoryStore: false,
  MemoryRecall: false,
  ToolSearch: false,
  Task: false,
  Plan: false,
  AskUser: false,
  BrowserTool: false,
};

const CATEGORIES: Readonly<Record<string, string>> = {
  filesystem: 'FileRead FileWrite FileDelete FileMove',
  network: 'WebSearch WebFetch BrowserTool',
  shell: 'ShellExec',
  search: 'ToolSearch CodeSearch',
  memory: 'MemoryStore MemoryRecall',
  knowledge: 'KnowledgeSearch KnowledgeIngest',
  agent: 'Task Plan',
  workflow: 'WorkflowCreate WorkflowRun',
  schedule: 'ScheduleCreate ScheduleList',
  interaction: 'AskUser',
  custom: 'tool_create tool_update',
};

export const Y_AGENT: readonly FidelityRow[] = [
  ...namedRows(BUILT_IN, Object.keys(DANGEROUS).join(' ')),
  ...Object.entries(DANGEROUS).map(([name, dangerous]) =>
    answers(BUILT_IN, `${name} is ${dangerous ? '' : 'not '}dangerous`, ({ tool }) =>
      expect(tool(name).isDangerous({ command: 'ls' })).toBe(dangerous),
    ),
  ),
  ...Object.entries(CATEGORIES).flatMap(([category, names]) =>
    names
      .split(' ')
      .map((name) =>
        answers(
          'Tool Categories',
          `${name} is of ${category}`,
          ({ tool }) => expect(tool(name).category).toBe(category),
          name === 'AskUser' ? 'The text files it under Agent, too; a tool has one category here.' : undefined,
        ),
      ),
  ),
  ...fieldRows('Dynamic Tools', { tool_create: 'name description schema body' }),
  answers('Dynamic Tools', 'tool_update changes a tool that is there', ({ tool }) =>
    expect(tool('tool_update').executor).toBe('ToolUpdate'),
  ),
  ...['FileRead', 'ShellExec', 'Task', 'WorkflowRun', 'tool_create'].flatMap((name) => [
    answers(DEFINITION, `${name} has help`, ({ tool }) => expect(tool(name).help).toMatch(/^[A-Z].*\.$/)),
    answers(DEFINITION, `${name} has a result_schema`, ({ tool }) =>
      expect(tool(name).output).toMatchObject({ type: 'object' }),
    ),
  ]),
  answers(DEFINITION, 'A result fits its result_schema', async ({ call, file }) => {
    const { structuredContent } = await call('FileRead', { path: await file('s.txt', 'one\n') });
    expect(structuredContent).toMatchObject({ summary: '1 lines', lines: 1 });
  }),
  behaves(DEFINITION, 'is_dangerous decides what a person is asked about', 'asks', 'dangerous'),
  answers('Permission Model', 'A write is not asked about, a shell command is', async ({ bench, call }) => {
    bench.mode = 'default';
    bench.asked.length = 0;
    await call('FileWrite', { path: 'p.txt', content: 'x' });
    await call('ShellExec', { command: 'echo hi' });
    expect(bench.asked.map(({ toolName }) => toolName)).toEqual(['ShellExec']);
  }),
  behaves('Lazy Loading Strategy', 'A thread begins with an index alone', 'discovery', 'lazy'),
  answers('Lazy Loading Strategy', 'A tool begins with its line for the index: a few words', ({ tool }) => {
    expect(tool('FileRead').description).toMatch(/^Read file contents\. /);
    expect(tool('ShellExec').description).toMatch(/^Execute shell commands\. /);
  }),
  answers(`${STEPS}: 3`, 'Arguments are validated against the schema', async ({ call }) =>
    expect(await call('FileRead', { path: 1 })).toMatchObject({ error: 'INVALID_ARGS', issues: [{ path: '$.path' }] }),
  ),
  behaves(
    `${STEPS}: 3 and 4`,
    'Validation comes before everything that stands around a call',
    'order',
    'validation-permission-hooks',
  ),
  ...['ShellExec', 'FileRead'].map((name) =>
    answers(`${STEPS}: 7`, `No result of ${name} is over 10,000 characters`, async ({ call, file }) => {
      const path = await file('big.txt', Array.from({ length: 2500 }, (_, index) => `line ${index + 1}\n`).join(''));
      const { text } = await call(name, name === 'FileRead' ? { path } : { command: `cat ${path}` });
      expect(text.length).toBeLessThanOrEqual(10_000);
    }),
  ),
  answers(`${STEPS}: 7`, 'A long file comes in parts, and no line is lost between them', async ({ call, file }) => {
    const path = await file('long.txt', Array.from({ length: 2500 }, (_, index) => `line ${index + 1}\n`).join(''));
    let offset: number | undefined = 1;
    let expected = 1;
    while (offset !== undefined) {
      const { text }: { text: string } = await call('FileRead', { path, offset });
      expect(text).not.toContain('left out');
      for (const [, number, line] of text.matchAll(/^ *(\d+)\tline (\d+)$/gm)) {
        expect([Number(number), Number(line)]).toEqual([expected, expected]);
        expected += 1;
      }
      const next = /read on with offset (\d+)\]$/.exec(text)?.[1];
      offset = next === undefined ? undefined : Number(next);
      if (offset !== undefined) expect(offset).toBe(expected);
    }
    expect(expected).toBe(2501);
  }),
  answers('Rate Limiting', 'A refusal for the rate is a result that the model can read', () =>
    expect(adviceFor('y-agent', 'RATE_LIMITED')).toContain('wait'),
  ),
  ...(['READ_ERROR', 'NOT_FOUND', 'IS_DIRECTORY', 'FILE_TOO_LARGE', 'TEXT_MULTIPLE_MATCHES'] as const).map((code) =>
    answers('The text names no Glob, Grep, Edit or replace_all', `Advice after ${code} names none`, () =>
      expect(adviceFor('y-agent', code)).not.toMatch(/\b(Glob|Grep|Edit)\b|replace/),
    ),
  ),
];
