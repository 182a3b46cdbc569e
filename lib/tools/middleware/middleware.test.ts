import type { CodeRunner } from '@/lib/ports';
import { HookSchema } from '@/lib/protocol';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineTool } from '../define-tool';
import { createDispatcher, type DispatcherOptions } from '../dispatch';
import { eraseTool } from '../tool';
import { createHookRunner } from '../hooks';
import { createRateLimiter } from '../dispatch/limits';
import { createRegistry } from '../registry';
import type { Middleware } from '.';

/** Calls `Run` through middleware, and says what came of it. */
async function call(
  middleware: readonly Middleware[],
  more: Partial<DispatcherOptions> = {},
  args: unknown = { n: 1 },
) {
  const ran: unknown[] = [];
  const tool = defineTool({
    name: 'Run',
    description: 'x',
    kind: 'read',
    source: 'builtin',
    input: z.strictObject({ n: z.int() }),
    execute: (input) => (ran.push(input), 'ok'),
  });
  const dispatcher = createDispatcher({
    registry: createRegistry([eraseTool(tool)]),
    permissions: {
      mode: () => 'default',
      rules: () => [],
      allowAlways: () => undefined,
      ask: async () => ({ behavior: 'allow' }),
    },
    contextFor: () => ({ threadId: 'thread', writeRoots: [] }),
    middleware,
    ...more,
  });
  const dispatch = async () => {
    const { signal } = new AbortController();
    return (await dispatcher.dispatch({ id: 'c', name: 'Run', args: JSON.stringify(args) }, { signal })).result;
  };
  const result = await dispatch();
  const notes = (result.trace ?? []).map(({ step, outcome, note }) => `${step} ${outcome}: ${note}`);
  return { result, ran, notes, dispatcher, dispatch };
}

describe('middleware', () => {
  it('is passed in order before the call and in reverse after it', async () => {
    const order: string[] = [];
    const log = (name: string): Middleware => ({
      name,
      pre: () => void order.push(`pre ${name}`),
      post: () => void order.push(`post ${name}`),
    });
    const { notes, dispatcher } = await call([log('a'), log('b')]);
    expect(order).toEqual(['pre a', 'pre b', 'post b', 'post a']);
    expect(notes).toEqual([]);
    expect(dispatcher.steps.map(({ name }) => name)).toEqual(
      'look-up parse validate permission a b execution output b a truncation retry-hint'.split(' '),
    );
  });

  it('blocks with a reason: what stands further in is not passed, what stands around is told', async () => {
    const order: string[] = [];
    const { result, ran, notes } = await call([
      { name: 'outer', post: ({ error }) => void order.push(`outer saw ${error}`) },
      { name: 'guard', pre: () => ({ block: 'not now' }), post: () => void order.push('never') },
      { name: 'inner', pre: () => void order.push('never') },
    ]);
    expect({ ran, order }).toEqual({ ran: [], order: ['outer saw HOOK_BLOCKED'] });
    expect(result.denial).toEqual({ source: 'hook', rule: 'guard', reason: 'not now' });
    expect(notes[0]).toBe('guard blocked: not now');
  });

  it('changes the input, which is validated again', async () => {
    expect((await call([{ name: 'm', pre: () => ({ input: { n: 2 } }) }])).ran).toEqual([{ n: 2 }]);
    const { ran, result } = await call([{ name: 'm', pre: () => ({ input: { n: 'two' } }) }]);
    expect({ ran, error: result.error }).toEqual({ ran: [], error: 'HOOK_BLOCKED' });
    expect(result.text).toContain(
      'the step m changed the arguments to something that Run does not take: $.n should be',
    );
  });

  it('that fails before the call blocks it, and after it is only noted', async () => {
    const fail = () => Promise.reject(new Error('broken'));
    expect(await call([{ name: 'm', pre: fail }])).toMatchObject({ ran: [], result: { error: 'EXECUTION_ERROR' } });
    const { result, notes } = await call([{ name: 'm', post: fail }]);
    expect(result).toMatchObject({ success: true, text: 'ok' });
    expect(notes).toEqual(['m failed: broken']);
  });

  it('replaces the result, but only by a result', async () => {
    const replaced = await call([{ name: 'm', post: (result) => ({ ...result, text: 'new' }) }]);
    expect(replaced.result.text).toBe('new');
    expect(replaced.notes).toEqual(['m changed: changed the result']);
    const kept = await call([{ name: 'm', post: () => JSON.parse('{"text":5}') }]);
    expect(kept.result).toMatchObject({ success: true, text: 'ok' });
  });
});

describe('a rate limit', () => {
  const limited = () => ({ limiter: createRateLimiter({ limits: () => ({ calls: 1, tools: {} }), now: () => 0 }) });

  it.each([
    ['en', 'may be called once a minute, and that is used up. Wait 60 s'],
    ['zh', '请等待 60 秒后再调用'],
  ] as const)('is a result that the model can read, in %s', async (language, words) => {
    const { dispatch, ran } = await call([], { ...limited(), language: () => language });
    const refused = await dispatch();
    expect(ran).toHaveLength(1);
    expect(refused).toMatchObject({
      error: 'RATE_LIMITED',
      retryable: true,
      details: { retryAfterMs: 60_000, calls: 1 },
    });
    expect(refused.text).toContain(words);
    expect(refused.trace?.map(({ step, outcome }) => `${step} ${outcome}`)).toEqual([
      'rate-limit blocked',
      'retry-hint noted',
    ]);
  });

  it('is not used up by calls that are invalid', async () => {
    const options = limited();
    await call([], options, { n: 'one' });
    expect((await call([], options)).result.success).toBe(true);
  });
});

describe('middleware that a person wrote', () => {
  /** Each answers what its name says for the phase; what each was asked is kept. */
  const written = (answers: Readonly<Record<string, Readonly<Record<string, unknown>>>>) => {
    const asked: string[] = [];
    const hooks = Object.keys(answers).map((name) =>
      HookSchema.parse({ id: name, name, event: 'Middleware', source: name, enabled: true }),
    );
    const codeRunner: CodeRunner = {
      async run({ source, parameters }) {
        const { phase, result } = Asked.parse(parameters.event);
        asked.push(`${phase} ${source}${result ? ` after ${result.success}` : ''}`);
        return { ok: true, value: answers[source]?.[phase], log: '' };
      },
    };
    return { asked, options: { hooks: createHookRunner({ hooks: () => hooks, codeRunner }) } };
  };
  const Asked = z.object({
    event: z.object({ phase: z.string(), result: z.object({ success: z.boolean() }).optional() }),
  }).shape.event;

  it('is passed in order before the call and in reverse after it, around the hooks', async () => {
    const { asked, options } = written({ a: {}, b: {} });
    const { dispatcher, notes } = await call([], options);
    expect(asked).toEqual(['pre a', 'pre b', 'post b after true', 'post a after true']);
    expect(notes[0]).toBe('middleware passed: Middleware a: nothing to say');
    expect(dispatcher.steps.map(({ name }) => name)).toEqual(
      'look-up parse validate permission middleware hooks execution output hooks middleware truncation retry-hint'.split(
        ' ',
      ),
    );
  });

  it('aborts a call, changes its input, and changes what the model reads', async () => {
    const stopped = await call([], written({ a: { pre: { block: true, reason: 'not now' } } }).options);
    expect([stopped.ran, stopped.result.error, stopped.result.denial?.reason]).toEqual([[], 'HOOK_BLOCKED', 'not now']);
    const changed = await call([], written({ a: { pre: { input: { n: 2 } }, post: { output: 'other' } } }).options);
    expect([changed.ran, changed.result.text]).toEqual([[{ n: 2 }], 'other']);
    const wrong = await call([], written({ a: { pre: { input: { n: 'two' } } } }).options);
    expect(wrong.ran).toEqual([]);
  });
});

describe('validation that only warns', () => {
  it('runs a call that does not fit, with its issues in the result', async () => {
    const { ran, result, notes, dispatcher } = await call([], { validation: () => 'warn' }, { n: 'one' });
    expect(ran).toEqual([{ n: 'one' }]);
    expect(result).toMatchObject({ success: true, text: 'ok', issues: [{ path: '$.n' }] });
    expect(notes).toEqual(['validate noted: runs all the same: 1 issue']);
    expect(dispatcher.isReadOnly({ id: 'c', name: 'Run', args: '{"n":"one"}' })).toBe(false);
  });

  it('runs nothing that is not complete JSON, and blocks by default', async () => {
    const { dispatcher } = await call([], { validation: () => 'warn' });
    const { signal } = new AbortController();
    const cut = await dispatcher.dispatch({ id: 'c', name: 'Run', args: '{"n":' }, { signal });
    expect(cut.result.error).toBe('PARTIAL_JSON');
    expect((await call([], {}, { n: 'one' })).result.error).toBe('INVALID_ARGS');
  });

  it('tells issues in the chosen language', async () => {
    expect((await call([], { language: () => 'zh' }, { n: 'one' })).result.text).toMatch(/[\u4e00-\u9fff]/);
  });
});
