import { expect } from 'vitest';
import { loadTokenCounter, tokenFigures, toolIndex } from '@/lib/discovery';
import { toAnthropicTool, toApiTool } from '../../api-tool';
import { createDispatcher } from '../../dispatch';
import type { Middleware } from '../../middleware';
import { createRateLimiter } from '../../dispatch/limits';
import { createRegistry } from '../../registry';
import type { AnyTool } from '../../tool';
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

/** Calls one of these tools through the given middleware. */
async function through(
  tools: readonly AnyTool[],
  middleware: readonly Middleware[],
  input: unknown,
  name = 'FileRead',
) {
  const dispatcher = createDispatcher({
    registry: createRegistry(tools),
    permissions: {
      mode: () => 'bypassPermissions',
      rules: () => [],
      ask: () => Promise.reject(new Error()),
      allowAlways: () => undefined,
    },
    contextFor: () => ({ threadId: 't', writeRoots: [] }),
    middleware,
  });
  const call = { id: 'c', name, args: JSON.stringify(input) };
  return (await dispatcher.dispatch(call, { signal: new AbortController().signal })).result;
}

const INPUTS: Readonly<Record<string, unknown>> = {
  FileRead: { path: 'a.txt' },
  ToolSearch: { query: 'file' },
  Task: { prompt: 'p', description: 'd' },
  Plan: { plan: '# Tea' },
  WorkflowCreate: { name: 'w', description: 'w', steps: [{ id: 'a', tool: 'FileRead', input: {} }] },
  WorkflowRun: { name: 'w' },
  ScheduleCreate: { name: 's', schedule: '@daily', command: 'x' },
  ScheduleList: {},
};

/** Which of the surroundings of calls see a call of a tool. */
async function seenBy(tools: readonly AnyTool[], name: string): Promise<string[]> {
  const seen: string[] = [];
  const outer = { name: 'm', pre: () => void seen.push('pre'), post: () => void seen.push('post') };
  await through(tools, [outer, { name: 'h', pre: () => void seen.push('hook') }], INPUTS[name], name);
  return seen;
}

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
  ...fieldRows(
    'Dynamic Tools',
    { tool_create: 'name description schema body' },
    'The text names three; what a call of the tool runs has to come from somewhere, so there is a body.',
  ),
  answers('Dynamic Tools', 'tool_update changes a tool that is there', ({ tool }) =>
    expect(tool('tool_update').executor).toBe('ToolUpdate'),
  ),
  ...Object.values(CATEGORIES)
    .flatMap((names) => names.split(' '))
    .flatMap((name) => [
      answers(DEFINITION, `${name} has help`, ({ tool }) => expect(tool(name).help).toMatch(/^[A-Z].*\.$/)),
      answers(DEFINITION, `${name} has a result_schema`, ({ tool }) =>
        expect(tool(name).output).toMatchObject({ type: 'object' }),
      ),
    ]),
  answers(DEFINITION, 'A result fits its result_schema', async ({ call, file }) => {
    const { structuredContent } = await call('FileRead', { path: await file('s.txt', 'one\n') });
    expect(structuredContent).toMatchObject({ summary: '1 line', lines: 1 });
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
  answers(
    'Lazy Loading Strategy: Token Savings',
    'The index costs a few tokens a tool, and its categories less than 100 in all',
    async ({ tool }) => {
      const counter = await loadTokenCounter('claude-sonnet-4-5');
      const names = Object.values(CATEGORIES).flatMap((list) => list.split(' '));
      const lines = toolIndex(names.map((name) => toApiTool(tool(name)))).split('\n');
      const [headings, entries] = [true, false].map((heading) =>
        lines.filter((line) => line.startsWith('[') === heading),
      );
      expect(headings).toHaveLength(Object.keys(CATEGORIES).length);
      expect(counter.countTokens(headings?.join('\n') ?? '')).toBeLessThan(100);
      expect(counter.countTokens(entries?.join('\n') ?? '') / (entries?.length ?? 0)).toBeLessThan(9);
    },
    'The text says about 5; a longer name takes more by itself.',
  ),
  answers(
    'Lazy Loading Strategy: Token Savings',
    'All that a session starts with besides the index is ToolSearch, which costs less than 90 tokens',
    async ({ tool, tools }) => {
      const counter = await loadTokenCounter('claude-sonnet-4-5');
      expect(counter.countTokens(JSON.stringify(toAnthropicTool(tool('ToolSearch'))))).toBeLessThan(90);
      expect(tools.filter(({ alwaysActive }) => alwaysActive).map(({ name }) => name)).toEqual(['ToolSearch']);
    },
    'The text says about 50, which its name, its line and two bare fields come to; what they mean comes on top.',
  ),
  answers(
    'Lazy Loading Strategy: Token Savings',
    'Index and ToolSearch save 60 % or more of what all definitions cost',
    async ({ tools }) => {
      const counter = await loadTokenCounter('claude-sonnet-4-5');
      const { full, saved } = tokenFigures(counter, tools.map(toApiTool), []);
      expect(full).toBeGreaterThan(5000);
      expect(saved).toBeGreaterThan(0.9);
    },
  ),
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
  ...['ToolSearch', 'Task', 'Plan', 'WorkflowCreate', 'WorkflowRun', 'ScheduleCreate', 'ScheduleList'].map((name) =>
    answers(
      `${STEPS}: 1`,
      `${name} is taken before the registry: no middleware and no hook sees it`,
      async ({ tool }) => expect(await seenBy([tool(name), tool('FileRead')], name)).toEqual([]),
    ),
  ),
  answers(`${STEPS}: 4 and 6`, 'Any other call passes middleware before and after it', async ({ tool }) =>
    expect(await seenBy([tool('FileRead')], 'FileRead')).toEqual(['pre', 'hook', 'post']),
  ),
  answers(
    `${STEPS}: 4`,
    'Middleware that aborts before a call blocks it, and one that fails after it changes nothing',
    async ({ tool, file }) => {
      const path = await file('mw.txt', 'one\n');
      const abort = await through([tool('FileRead')], [{ name: 'm', pre: () => ({ block: 'no' }) }], { path });
      const late = [{ name: 'm', post: () => Promise.reject(new Error('late')) }];
      const fine = await through([tool('FileRead')], late, { path });
      expect([abort.error, fine.error, fine.trace?.[0]?.outcome]).toEqual([
        'HOOK_BLOCKED',
        'STORE_UNAVAILABLE',
        'failed',
      ]);
    },
  ),
  answers('Rate Limiting', 'Calls in a window of time are settable', () => {
    const limits = { calls: 2, windowSeconds: 10, tools: { ShellExec: 1 } };
    const limiter = createRateLimiter({ limits: () => limits, now: () => 0 });
    const take = (name: string) => limiter.take('t', { name });
    expect([take('FileRead'), take('FileRead'), take('FileRead'), take('ShellExec'), take('ShellExec')]).toMatchObject([
      { ok: true },
      { ok: true },
      { ok: false, windowSeconds: 10 },
      { ok: true },
      { ok: false },
    ]);
  }),
  {
    ...behaves('Rate Limiting', 'A runaway meets the limit before the loop guard', 'guardPatience', 11),
    differs:
      'At the limit that it begins with, 30 a minute. What no limit counts is for the guard alone: calls that are refused for their ' +
      'arguments, searches for tools, and loops slower than the limit.',
  },
  answers('Rate Limiting', 'A refusal for the rate is a result that the model can read', () =>
    expect(adviceFor('y-agent', 'RATE_LIMITED')).toContain('wait'),
  ),
  ...(['READ_ERROR', 'NOT_FOUND', 'IS_DIRECTORY', 'FILE_TOO_LARGE', 'TEXT_MULTIPLE_MATCHES'] as const).map((code) =>
    answers('The text names no Glob, Grep, Edit or replace_all', `Advice after ${code} names none`, () =>
      expect(adviceFor('y-agent', code)).not.toMatch(/\b(Glob|Grep|Edit)\b|replace/),
    ),
  ),
];
