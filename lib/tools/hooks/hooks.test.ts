import type { CodeOutcome, CodeRunner, CodeTask } from '@/lib/ports';
import { HookSchema, type Hook, type PermissionMode } from '@/lib/protocol';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { defineTool } from '../define-tool';
import { createDispatcher, type DispatcherOptions } from '../dispatch';
import { eraseTool } from '../tool';
import { createRegistry } from '../registry';
import { createHookRunner, permissionHooks, promptSubmitted, stopping } from '.';

type Answer = (event: unknown) => unknown;

/** A sandbox in which a hook's source is the name of a function of ours. */
function codeRunnerOf(answers: Record<string, Answer>) {
  const asked: CodeTask['parameters'][] = [];
  const codeRunner: CodeRunner = {
    async run({ source, parameters }): Promise<CodeOutcome> {
      asked.push(parameters);
      const value = answers[source]?.(parameters.event);
      return value instanceof Error
        ? { ok: false, cause: 'threw', message: value.message, log: '' }
        : { ok: true, value: value instanceof Promise ? await value : value, log: source === 'chatty' ? 'hello' : '' };
    },
  };
  return { codeRunner, asked };
}

const hook = (event: Hook['event'], source: string, more: Partial<Hook> = {}): Hook =>
  HookSchema.parse({ id: source, name: source, event, source, enabled: true, ...more });

interface Setting {
  hooks?: readonly Hook[];
  answers?: Record<string, Answer>;
  execute?: (input: { command: string }) => string;
  mode?: PermissionMode;
  rules?: ReturnType<DispatcherOptions['permissions']['rules']>;
  name?: string;
  /** The built-in tool that it is under another name. */
  executor?: string;
}

/** Calls `Run` once and says what came of it. */
async function call({ hooks = [], answers = {}, mode = 'bypassPermissions', ...setting }: Setting) {
  const { codeRunner, asked } = codeRunnerOf(answers);
  const ran: string[] = [];
  const people: unknown[] = [];
  const tool = defineTool({
    name: setting.name ?? 'Run',
    description: 'x',
    kind: 'execute',
    source: 'builtin',
    input: z.strictObject({ command: z.string() }),
    ruleSubject: async ({ command }) => ({ kind: 'command', whole: command, commands: [command] }),
    execute(input) {
      ran.push(input.command);
      return setting.execute?.(input) ?? `ran ${input.command}`;
    },
  });
  const dispatcher = createDispatcher({
    registry: createRegistry([{ ...eraseTool(tool), ...(setting.executor && { executor: setting.executor }) }]),
    permissions: {
      mode: () => mode,
      rules: () => setting.rules ?? [],
      allowAlways: () => undefined,
      ask: async ({ input }) => (people.push(input), { behavior: 'allow' }),
    },
    contextFor: () => ({ threadId: 'thread', writeRoots: [] }),
    hooks: createHookRunner({ hooks: () => hooks, codeRunner }),
  });
  const { result, phase } = await dispatcher.dispatch(
    { id: 'call', name: tool.name, args: '{"command":"ls"}' },
    { signal: new AbortController().signal },
  );
  const notes = (result.trace ?? [])
    .filter(({ step }) => step === 'hooks')
    .map(({ outcome, note }) => `${outcome} ${note}`);
  return { result, phase, ran, people, asked, notes, steps: dispatcher.steps };
}

describe('PreToolUse', () => {
  it('is told of the call, and lets it go on when it says nothing', async () => {
    const { asked, ran, notes } = await call({ hooks: [hook('PreToolUse', 'chatty')] });
    expect(asked).toEqual([
      {
        event: {
          name: 'PreToolUse',
          threadId: 'thread',
          callId: 'call',
          tool: 'Run',
          kind: 'execute',
          source: 'builtin',
          input: { command: 'ls' },
        },
      },
    ]);
    expect(ran).toEqual(['ls']);
    expect(notes).toEqual(['passed PreToolUse chatty: log: hello']);
  });

  it('blocks a call: it does not run, and hooks after it are not asked', async () => {
    const hooks = [hook('PreToolUse', 'no'), hook('PreToolUse', 'later')];
    const { result, phase, ran, asked, notes } = await call({
      hooks,
      answers: { no: () => ({ block: true, reason: 'not on Sundays' }) },
    });
    expect({ phase, ran, asks: asked.length }).toEqual({ phase: 'denied', ran: [], asks: 1 });
    expect(result).toMatchObject({
      error: 'HOOK_BLOCKED',
      denial: { source: 'hook', rule: 'no', reason: 'not on Sundays' },
    });
    expect(result.text).toContain('Not run: not on Sundays (hook no).');
    expect(notes).toEqual(['blocked PreToolUse no: blocked (not on Sundays)']);
  });

  it('changes the input for the tool and for the hooks after it', async () => {
    const hooks = [hook('PreToolUse', 'a'), hook('PreToolUse', 'b')];
    const add =
      (letter: string): Answer =>
      (event) => ({
        input: {
          command: `${z.object({ input: z.object({ command: z.string() }) }).parse(event).input.command}${letter}`,
        },
      });
    const { ran, notes } = await call({ hooks, answers: { a: add('a'), b: add('b') } });
    expect(ran).toEqual(['lsab']);
    expect(notes).toEqual([
      'changed PreToolUse a: changed the arguments',
      'changed PreToolUse b: changed the arguments',
    ]);
  });

  it('cannot make a call run with an invalid input', async () => {
    const { result, ran } = await call({
      hooks: [hook('PreToolUse', 'x')],
      answers: { x: () => ({ input: { comand: 'ls' } }) },
    });
    expect(ran).toEqual([]);
    expect(result).toMatchObject({ error: 'HOOK_BLOCKED', issues: [expect.anything(), expect.anything()] });
  });

  const toRm = { hooks: [hook('PreToolUse', 'x')], answers: { x: () => ({ input: { command: 'rm x' } }) } };

  it('cannot get its own input past a deny rule', async () => {
    const { result, ran } = await call({ ...toRm, rules: [{ behavior: 'deny', rule: 'Run(rm:*)' }] });
    expect({ ran, error: result.error }).toEqual({ ran: [], error: 'GATE_DENIED' });
  });

  it('has its own input asked about, whatever was allowed before', async () => {
    const { people, ran } = await call({ ...toRm, mode: 'default', rules: [{ behavior: 'allow', rule: 'Run(ls)' }] });
    expect({ people, ran }).toEqual({ people: [{ command: 'rm x' }], ran: ['rm x'] });
  });

  it.each<[string, unknown, string]>([
    ['throws', new Error('oops'), 'failed PreToolUse x: threw: oops'],
    ['answers nonsense', 'nonsense', 'failed PreToolUse x: answered something that is not an object'],
    ['answers what means nothing here', { output: 'x' }, 'failed PreToolUse x: PreToolUse takes no output'],
    ['answers the wrong type', { block: 'yes' }, 'failed PreToolUse x: its block is not what it should be'],
  ])('that %s blocks nothing', async (_what, answer, note) => {
    const { ran, notes } = await call({ hooks: [hook('PreToolUse', 'x')], answers: { x: () => answer } });
    expect(ran).toEqual(['ls']);
    expect(notes).toEqual([note]);
  });

  it('that says something odd beside its block still blocks', async () => {
    const answers = { x: () => ({ block: true, reason: 5, message: 'no' }) };
    const { ran, result } = await call({ hooks: [hook('PreToolUse', 'x')], answers });
    expect({ ran, error: result.error }).toEqual({ ran: [], error: 'HOOK_BLOCKED' });
  });

  it.each([
    ['Run|Edit', true],
    ['Edit | Run', true],
    ['R*', true],
    ['*', true],
    ['run', false],
    ['Edit', false],
    ['', false],
    ['mcp__*', false],
  ])('with the matcher %j is asked: %s', async (matcher, expected) => {
    expect((await call({ hooks: [hook('PreToolUse', 'x', { matcher })] })).asked).toHaveLength(expected ? 1 : 0);
  });

  it('that is off is not asked', async () => {
    expect((await call({ hooks: [hook('PreToolUse', 'x', { enabled: false })] })).asked).toHaveLength(0);
  });

  it('of an MCP tool is found by the beginning of its name', async () => {
    const { asked } = await call({ name: 'mcp__git__log', hooks: [hook('PreToolUse', 'x', { matcher: 'mcp__*' })] });
    expect(asked).toHaveLength(1);
  });

  it.each([
    ['Bash|Edit', 1],
    ['ShellExec', 1],
    ['Shell', 0],
  ])('for %s is asked about a preset’s tool by either name: %i', async (matcher, times) => {
    const preset = { name: 'ShellExec', executor: 'Bash' };
    const { asked } = await call({ ...preset, hooks: [hook('PreToolUse', 'x', { matcher })] });
    expect(asked.map(({ event }) => event)).toEqual(
      Array(times).fill(expect.objectContaining({ tool: 'ShellExec', executor: 'Bash' })),
    );
    const runner = createHookRunner({
      hooks: () => [hook('PermissionRequest', 'x', { matcher })],
      codeRunner: codeRunnerOf({ x: () => ({ allow: true }) }).codeRunner,
    });
    const canUseTool = permissionHooks(runner, (name) => ({ ...preset, name }));
    const answer = await canUseTool?.('ShellExec', {}, { signal: new AbortController().signal, suggestions: [] });
    expect(answer?.behavior).toBe(times === 1 ? 'allow' : 'ask');
  });
});

describe('PostToolUse', () => {
  it('replaces the output and adds to it, in order', async () => {
    const hooks = [hook('PostToolUse', 'replace'), hook('PostToolUse', 'add'), hook('PostToolUseFailure', 'not me')];
    const { result, notes } = await call({
      hooks,
      answers: { replace: () => ({ output: 'new' }), add: () => ({ context: 'more' }) },
    });
    expect(result).toMatchObject({ success: true, text: 'new\n\nmore' });
    expect(notes).toEqual([
      'changed PostToolUse replace: replaced the output',
      'changed PostToolUse add: added something for the model to read',
    ]);
  });

  it('sees what the hook before it left', async () => {
    const hooks = [hook('PostToolUse', 'a'), hook('PostToolUse', 'b')];
    const { asked } = await call({ hooks, answers: { a: () => ({ output: 'new' }) } });
    expect(asked.map(({ event }) => event)).toMatchObject([
      { result: { text: 'ran ls' } },
      { result: { success: true, text: 'new' } },
    ]);
  });

  it('that fails is noted and changes nothing', async () => {
    const { result, notes } = await call({
      hooks: [hook('PostToolUse', 'x')],
      answers: { x: () => new Error('oops') },
    });
    expect(result).toMatchObject({ success: true, text: 'ran ls' });
    expect(notes).toEqual(['failed PostToolUse x: threw: oops']);
  });

  it('goes before truncation, and its output is cut like any other', async () => {
    const { result } = await call({
      hooks: [hook('PostToolUse', 'x')],
      answers: { x: () => ({ output: 'x'.repeat(20_000) }) },
    });
    expect(result.text.length).toBeLessThan(10_100);
  });
});

describe('PostToolUseFailure', () => {
  const fail = () => {
    throw new Error('broken');
  };
  it('is told of a call that failed, and may say so in other words', async () => {
    const hooks = [hook('PostToolUseFailure', 'x'), hook('PostToolUse', 'not me')];
    const { result, asked } = await call({ hooks, execute: fail, answers: { x: () => ({ output: 'try tea' }) } });
    expect(result).toMatchObject({
      success: false,
      error: 'EXECUTION_ERROR',
      text: expect.stringMatching(/^try tea\n/),
    });
    expect(asked).toMatchObject([{ event: { result: { success: false, error: 'EXECUTION_ERROR' } } }]);
  });

  it('is not asked about a call that never ran', async () => {
    const { asked } = await call({ hooks: [hook('PostToolUseFailure', 'x')], mode: 'plan' });
    expect(asked).toEqual([]);
  });
});

describe('a code runner that breaks its word', () => {
  afterEach(() => vi.useRealTimers());
  const never = new AbortController().signal;
  const run = (codeRunner: CodeRunner, signal = never) =>
    createHookRunner({ hooks: () => [], codeRunner }).ask(
      hook('Stop', 'x', { deadlineMs: 10 }),
      'Stop',
      { reason: 'end' },
      signal,
    );

  it.each<[string, CodeRunner['run'], string]>([
    ['rejects', () => Promise.reject(new Error('gone')), 'could not be run: gone'],
    [
      'throws',
      () => {
        throw new Error('gone');
      },
      'could not be run: gone',
    ],
    ['never settles', () => new Promise(() => undefined), 'timed out after 10 ms and was killed'],
  ])('and %s', async (_what, codeRunner, issue) => {
    vi.useFakeTimers();
    const asked = run({ run: codeRunner });
    await vi.runAllTimersAsync();
    expect(await asked).toMatchObject({ answer: {}, issue });
  });

  it('is waited for while it starts', async () => {
    vi.useFakeTimers();
    const late = new Promise<CodeOutcome>((resolve) => {
      setTimeout(() => resolve({ ok: true, value: { block: true, reason: 'Not yet.' }, log: '' }), 10_000);
    });
    const asked = run({ run: () => late });
    await vi.runAllTimersAsync();
    expect(await asked).toMatchObject({ answer: { block: true, reason: 'Not yet.' } });
  });

  it('is not waited for after an abort', async () => {
    expect(await run({ run: () => new Promise(() => undefined) }, AbortSignal.abort())).toMatchObject({
      issue: 'was stopped: the call was stopped',
    });
  });

  it('gets the deadline of the hook, or the usual one', async () => {
    const deadlines: number[] = [];
    const codeRunner: CodeRunner = {
      run: async (_task, { deadlineMs }) => (deadlines.push(deadlineMs), { ok: true, value: undefined, log: '' }),
    };
    const runner = createHookRunner({ hooks: () => [], codeRunner });
    for (const asked of [hook('Stop', 'a'), hook('Stop', 'b', { deadlineMs: 50 })]) {
      await runner.ask(asked, 'Stop', { reason: 'end' }, never);
    }
    expect(deadlines).toEqual([1000, 50]);
  });
});

describe('a conversation', () => {
  const never = new AbortController().signal;
  const runnerOf = (hooks: readonly Hook[], answers: Record<string, Answer>) =>
    createHookRunner({ hooks: () => hooks, codeRunner: codeRunnerOf(answers).codeRunner });

  it('adds what UserPromptSubmit has to say', async () => {
    const hooks = [
      hook('UserPromptSubmit', 'a'),
      hook('UserPromptSubmit', 'quiet'),
      hook('UserPromptSubmit', 'b', { matcher: 'Bash' }),
    ];
    const answers = { a: () => ({ context: 'It is Monday.' }), b: () => ({ context: 'Be brief.' }) };
    const outcome = await promptSubmitted(runnerOf(hooks, answers), 'hello', never);
    expect(outcome).toMatchObject({ context: ['It is Monday.', 'Be brief.'] });
    expect(outcome.blocked).toBeUndefined();
    expect(outcome.notices.map(({ hook: name, outcome: what }) => [name, what])).toEqual([
      ['a', 'changed'],
      ['quiet', 'passed'],
      ['b', 'changed'],
    ]);
  });

  it('holds a prompt back', async () => {
    const hooks = [hook('UserPromptSubmit', 'no'), hook('UserPromptSubmit', 'later')];
    const outcome = await promptSubmitted(
      runnerOf(hooks, { no: () => ({ block: true, reason: 'a secret' }) }),
      'key=1',
      never,
    );
    expect(outcome).toMatchObject({
      blocked: { hook: 'no', reason: 'a secret' },
      notices: [{ hook: 'no', outcome: 'blocked' }],
    });
  });

  it('goes on where Stop says so', async () => {
    const runner = runnerOf([hook('Stop', 'on')], { on: () => ({ block: true, reason: 'run the tests' }) });
    expect(await stopping(runner, 'end_turn', never)).toMatchObject({ goOn: { hook: 'on', reason: 'run the tests' } });
    expect((await stopping(runnerOf([hook('Stop', 'x')], {}), 'end_turn', never)).goOn).toBeUndefined();
  });
});

it('the order of the pipeline is as it is listed', async () => {
  const { steps } = await call({});
  expect(steps.map(({ name, phase }) => `${phase} ${name}`)).toEqual([
    'before look-up',
    'before parse',
    'before validate',
    'before permission',
    'before middleware',
    'before hooks',
    'run execution',
    'after output',
    'after hooks',
    'after middleware',
    'after truncation',
    'after retry-hint',
  ]);
});
