import type { NestedCalls } from '@/lib/ports';
import { createMemoryStore } from '@/lib/stores';
import { MOST_WORKFLOWS, openWorkflowStore } from '@/lib/stores/workflows';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { specialistTools } from '..';
import { builtinTools } from '..';
import { AbortReason } from '../../result';
import { createDispatcher, type CallContext, type ResolvedCall } from '../../dispatch';
import type { PermissionRule } from '../../permissions';
import { createRegistry } from '../../registry';
import { createBench, type Bench } from '../../testing/bench';

let bench: Bench;
let table: ReturnType<typeof createMemoryStore>;
let rules: PermissionRule[];
let asked: string[];
let output: string;
let call: (name: string, input: unknown, signal?: AbortSignal) => Promise<ResolvedCall>;

beforeEach(async () => {
  bench = await createBench(specialistTools);
  await bench.write('src/cart.ts', 'export const rate = 7;\n');
  table = createMemoryStore();
  rules = [{ behavior: 'allow', rule: 'WorkflowCreate' }];
  asked = [];
  output = '';
  const { sandbox, shell } = bench;
  const workflows = await openWorkflowStore({ table });
  const host: CallContext = { threadId: 't', writeRoots: [], sandbox, shell, workflows, pool: () => builtinTools };
  const dispatcher = createDispatcher({
    registry: createRegistry(builtinTools),
    permissions: {
      mode: () => 'default',
      rules: () => rules,
      async ask({ toolName }) {
        asked.push(toolName);
        return { behavior: 'allow' };
      },
      allowAlways: () => undefined,
    },
    contextFor: () => host,
  });
  let calls = 0;
  call = (name, input, signal = new AbortController().signal) =>
    dispatcher.dispatch(
      { id: `c${++calls}`, name, args: JSON.stringify(input) },
      { signal, onOutput: (text) => (output += text) },
    );
});
afterEach(() => bench.sandbox.dispose());

const step = (id: string, tool: string, input: object) => ({ id, tool, input });
const CHECK = {
  name: 'Check',
  description: 'Finds the rate and tells it.',
  steps: [
    step('find', 'Grep', { pattern: 'rate', path: '{{input.folder}}' }),
    step('read', 'Read', { file_path: '{{steps.find.text}}' }),
    step('tell', 'Bash', { command: "echo 'lines: {{steps.read.details.lines}}'" }),
  ],
};
const create = async (workflow: object) => (await call('WorkflowCreate', workflow)).result;

describe('WorkflowCreate', () => {
  it('keeps a workflow, and replaces one of the same name', async () => {
    expect(await create(CHECK)).toMatchObject({ success: true, summary: '3 steps' });
    expect(await create({ ...CHECK, name: 'check', steps: CHECK.steps.slice(0, 1) })).toMatchObject({
      summary: '1 step, replaced',
    });
    expect((await openWorkflowStore({ table })).get('CHECK')?.steps).toHaveLength(1);
  });

  it.each([
    ['a tool that is not there', [step('a', 'Reads', {})], '$.steps[0].tool', 'did you mean Read?'],
    ['an id twice', [step('a', 'CronList', {}), step('a', 'CronList', {})], '$.steps[1].id', 'another step'],
    ['a step that comes later', [step('a', 'Read', { file_path: '{{steps.b}}' })], '$.steps[0].input', 'before this'],
    ['the step itself', [step('a', 'Read', { file_path: '{{steps.a.text}}' })], '$.steps[0].input', 'before this'],
    ['a reference that is none', [step('a', 'Read', { file_path: '{{a.text}}' })], '$.steps[0].input', 'write {{'],
    ['an input its tool does not take', [step('a', 'Read', { path: 'x' })], '$.steps[0].input.file_path', ''],
    ['an id with a dot', [step('a.b', 'CronList', {})], '$.steps[0].id', ''],
    ['no step', [], '$.steps', ''],
  ])('refuses %s', async (_what, steps, path, message) => {
    const { error, issues } = await create({ ...CHECK, steps });
    expect(error).toBe('INVALID_ARGS');
    const found = issues?.find((issue) => issue.path === path);
    expect(found?.message).toContain(message);
  });

  it('refuses what is too long, and says when there is no more room', async () => {
    const long = [step('a', 'Write', { file_path: 'x', content: 'x'.repeat(50_000) })];
    expect((await create({ ...CHECK, steps: long })).error).toBe('INVALID_ARGS');
    for (let at = 0; at < MOST_WORKFLOWS; at++) await create({ ...CHECK, name: `n${at}` });
    expect((await create({ ...CHECK, name: 'one more' })).error).toBe('WRITE_ERROR');
  });
});

describe('WorkflowRun', () => {
  it('makes the calls in order with what the earlier ones said, each through the whole pipeline', async () => {
    await create(CHECK);
    const { result } = await call('WorkflowRun', { name: 'check', input: { folder: 'src' } });
    expect(result.text).toContain('all 3 steps succeeded');
    expect(result.text).toContain('lines: 1\n[Exit code: 0]');
    expect(result).toMatchObject({ success: true, summary: '3 of 3 steps' });
    expect(result.details?.nested).toMatchObject([
      { id: 'c2.1', name: 'Grep', phase: 'succeeded' },
      { id: 'c2.2', name: 'Read', phase: 'succeeded' },
      { id: 'c2.3', name: 'Bash', phase: 'succeeded' },
    ]);
    expect(asked).toEqual(['Bash']);
    expect(output).toMatch(/^1\/3 find \(Grep\) …\n {4}succeeded after \d+ ms\n2\/3/);
  });

  it('stops at the step that fails, and says which, why, and what was not run', async () => {
    const steps = [
      CHECK.steps[0],
      step('test', 'Bash', { command: 'exit 3' }),
      step('after', 'Bash', { command: 'date' }),
    ];
    await create({ ...CHECK, steps });
    const { result } = await call('WorkflowRun', { name: 'Check', input: { folder: 'src' } });
    expect(result).toMatchObject({ error: 'EXECUTION_ERROR', details: { failedStep: 'test', code: 'EXIT_CODE' } });
    expect(result.text).toContain('step 2, test (Bash), gave EXIT_CODE. Not run: after.');
  });

  it('stops at a step that a rule refuses', async () => {
    rules.push({ behavior: 'deny', rule: 'Bash' });
    await create(CHECK);
    const { result } = await call('WorkflowRun', { name: 'Check', input: { folder: 'src' } });
    expect(result).toMatchObject({ error: 'EXECUTION_ERROR', details: { failedStep: 'tell', code: 'GATE_DENIED' } });
  });

  it('says which part of a result is not there', async () => {
    await create({
      ...CHECK,
      steps: [CHECK.steps[0], step('x', 'Bash', { command: '{{steps.find.details.nothing}}' })],
    });
    const { result } = await call('WorkflowRun', { name: 'Check', input: { folder: 'src' } });
    expect(result.text).toContain('There is nothing at {{steps.find.details.nothing}}.');
  });

  it('says what is missing in its input, and which workflows there are', async () => {
    expect((await call('WorkflowRun', { name: 'Check' })).result.text).toContain('There is none yet');
    await create(CHECK);
    const { result } = await call('WorkflowRun', { name: 'Check' });
    expect(result).toMatchObject({ error: 'INVALID_ARGS', issues: [{ path: '$.input.folder' }] });
    expect((await call('WorkflowRun', { name: 'Chek' })).result).toMatchObject({
      error: 'NOT_FOUND',
      text: expect.stringContaining('There are: Check.'),
    });
  });

  it('is denied as a whole by a rule about its name, and allowed by one', async () => {
    await create(CHECK);
    rules.push({ behavior: 'deny', rule: 'WorkflowRun(Check)' });
    expect((await call('WorkflowRun', { name: 'Check' })).phase).toBe('denied');
  });

  it('ends with a step that runs when a person stops it', async () => {
    await create({
      ...CHECK,
      steps: [step('wait', 'Bash', { command: 'sleep 30' }), step('after', 'Bash', { command: 'date' })],
    });
    const stop = new AbortController();
    const stopping = call('WorkflowRun', { name: 'Check' }, stop.signal);
    while (!output.startsWith('1/2')) await new Promise((resolve) => setTimeout(resolve, 5));
    stop.abort(new AbortReason('stopped', 'A person stopped the call.'));
    const { phase, result } = await stopping;
    expect(phase).toBe('aborted');
    expect(result.text).toContain('A person stopped the call.');
    expect(output).not.toContain('2/2');
  });

  it('keeps a long result short', async () => {
    await create({ ...CHECK, steps: [step('long', 'Bash', { command: 'seq 1 5000' })] });
    const { result } = await call('WorkflowRun', { name: 'Check' });
    expect(result.text.length).toBeLessThan(10_100);
    expect(result.text).toMatch(/characters left out/);
  });

  it('needs a way to make calls', async () => {
    const nested: NestedCalls | undefined = undefined;
    const alone = await createBench(specialistTools, { workflows: await openWorkflowStore({ table }), nested });
    expect((await alone.call('WorkflowRun', { name: 'x' })).result.error).toBe('STORE_UNAVAILABLE');
    await alone.sandbox.dispose();
  });
});
