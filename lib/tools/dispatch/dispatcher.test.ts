import { ERROR_CODES, type ErrorCode } from '@/lib/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AbortReason } from '../result';
import { defineTool, type ToolDefinition } from '../define-tool';
import { eraseTool } from '../tool';
import { createRegistry } from '../registry';
import { numRuns, patience } from '../testing/cases';
import { createDispatcher, toResultMetadata, type DispatchPhase, type ResolvedCall } from '.';

const input = z.strictObject({ text: z.string().describe('A text.'), times: z.int().min(1).default(1) });

type Definition = Partial<ToolDefinition<z.infer<typeof input>>>;

/** A dispatcher over one tool, `Probe`, that repeats a text unless told otherwise. */
function probe(definition: Definition = {}, blobs = new Map<string, string>()) {
  const tool = defineTool({
    name: 'Probe',
    description: 'Repeats a text.',
    kind: 'read',
    input,
    execute: ({ text, times }) => text.repeat(times),
    ...definition,
  });
  return createDispatcher({
    registry: createRegistry([eraseTool(tool)]),
    permissions: {
      mode: () => 'default',
      rules: () => [],
      ask: async () => ({ behavior: 'allow' }),
      allowAlways: () => undefined,
    },
    contextFor: () => ({
      threadId: 'thread',
      writeRoots: [],
      blobs: {
        put: async (text) => {
          blobs.set(`hash of ${text.length}`, text);
          return `hash of ${text.length}`;
        },
        get: async (hash) => blobs.get(hash),
      },
    }),
  });
}

async function run(args: unknown, definition?: Definition, signal = new AbortController().signal, name = 'Probe') {
  const phases: DispatchPhase[] = [];
  const text = typeof args === 'string' ? args : JSON.stringify(args);
  const resolved = await probe(definition).dispatch(
    { id: 'call', name, args: text },
    { signal, onPhase: (phase) => phases.push(phase) },
  );
  return { ...resolved, phases };
}

describe('a call', () => {
  it('runs through its phases to one result', async () => {
    const { result, phases, timings, callId } = await run({ text: 'ab', times: 2 });
    expect(result).toEqual({ success: true, text: 'abab' });
    expect(phases).toEqual(['running', 'succeeded']);
    expect(callId).toBe('call');
    expect(timings.queuedAt <= timings.startedAt && timings.startedAt <= timings.endedAt).toBe(true);
  });

  it.each([true, undefined])('has the time of a person, if its tool only asks one: %s', async (waitsForPerson) => {
    const { timings } = await run({ text: 'ab' }, { ...(waitsForPerson && { waitsForPerson }) });
    expect(timings.asks).toBe(waitsForPerson);
  });

  it('that is stopped before it begins does not begin', async () => {
    const stop = new AbortController();
    const phases: DispatchPhase[] = [];
    let begun = false;
    const execute = (): string => {
      begun = true;
      return 'done';
    };
    const { result } = await probe({ execute }).dispatch(
      { id: 'call', name: 'Probe', args: '{"text":"a"}' },
      { signal: stop.signal, onStart: () => stop.abort(), onPhase: (phase) => phases.push(phase) },
    );
    expect([result.error, phases, begun]).toEqual(['ABORTED', ['aborted'], false]);
  });

  it('gets the defaults of its schema', async () => {
    expect((await run({ text: 'ab' })).result.text).toBe('ab');
  });

  it.each<[string, unknown, string, DispatchPhase[]]>([
    ['wrong arguments', { texts: 'a' }, 'INVALID_ARGS', ['invalid']],
    ['an array', [], 'INVALID_ARGS', ['invalid']],
    ['no arguments', '', 'INVALID_ARGS', ['invalid']],
    ['half a call', '{"text": "a', 'PARTIAL_JSON', ['invalid']],
    ['something else than JSON', 'text = a', 'INVALID_JSON', ['invalid']],
  ])('answers %s without running', async (_what, args, error, phases) => {
    expect(await run(args)).toMatchObject({ phases, result: { success: false, error } });
  });

  it('finds its tool by a name in another case, and says what is near', async () => {
    expect((await run({ text: 'a' }, {}, undefined, 'probe')).result.success).toBe(true);
    const { result } = await run({ text: 'a' }, {}, undefined, 'Prob');
    expect(result).toMatchObject({ error: 'TOOL_NOT_FOUND', text: expect.stringContaining('Did you mean Probe?') });
  });
});

describe('a tool that misbehaves', () => {
  const never = () => new Promise<string>(() => undefined);

  it.each<[string, Definition, string]>([
    [
      'throws',
      {
        execute: () => {
          throw new Error('broken');
        },
      },
      'EXECUTION_ERROR',
    ],
    ['throws nothing', { execute: () => Promise.reject(undefined) }, 'EXECUTION_ERROR'],
    ['throws what cannot be shown', { execute: () => Promise.reject(Object.create(null)) }, 'EXECUTION_ERROR'],
    [
      'throws in isReadOnly',
      {
        isReadOnly: () => {
          throw new Error('broken');
        },
      },
      'EXECUTION_ERROR',
    ],
    [
      'throws in ruleSubject',
      { kind: 'edit', ruleSubject: () => Promise.reject(new Error('broken')) },
      'EXECUTION_ERROR',
    ],
    ['returns nothing', { execute: () => JSON.parse('null') }, 'INVALID_OUTPUT'],
    ['returns a number', { execute: () => JSON.parse('1') }, 'INVALID_OUTPUT'],
    ['returns half a result', { execute: () => JSON.parse('{"success": true}') }, 'INVALID_OUTPUT'],
    ['returns an unknown code', { execute: () => JSON.parse('{"text": "", "error": "OOPS"}') }, 'INVALID_OUTPUT'],
    ['fails without a code', { execute: () => ({ text: 'no', success: false }) }, 'EXECUTION_ERROR'],
    ['never settles', { execute: never, deadlineFor: () => 1, abortGrace: 1 }, 'TIMEOUT'],
  ])('that %s becomes a result', async (_what, definition, error) => {
    expect((await run({ text: 'a' }, definition)).result).toMatchObject({ success: false, error });
  });

  it('and fails to preview is asked about without one', async () => {
    const { result } = await run({ text: 'a' }, { kind: 'edit', preview: () => Promise.reject(new Error('broken')) });
    expect(result.success).toBe(true);
  });

  it('keeps silent after it is settled', async () => {
    const output: string[] = [];
    let say: (text: string) => void = () => undefined;
    const dispatcher = probe({
      deadlineFor: () => 1,
      abortGrace: 1,
      execute: (_input, context) => {
        say = (text) => context.onOutput(text);
        say('before');
        return new Promise<string>(() => undefined);
      },
    });
    const signal = new AbortController().signal;
    await dispatcher.dispatch(
      { id: 'call', name: 'Probe', args: '{"text":""}' },
      { signal, onOutput: (text) => output.push(text) },
    );
    say('after');
    expect(output).toEqual(['before']);
  });
});

describe('a call to somewhere else of which nobody knows whether it was carried out', () => {
  const fails = (error: ErrorCode, details?: Record<string, unknown>) => () => ({
    success: false,
    error,
    text: 'No answer.',
    ...(details && { details }),
  });
  const remote = { kind: 'execute', annotations: { openWorldHint: true } } as const;

  it.each<[string, Definition, boolean]>([
    ['times out', { ...remote, execute: fails('TIMEOUT') }, false],
    ['breaks off', { ...remote, execute: fails('NETWORK_ERROR') }, false],
    ['fails over there', { ...remote, execute: fails('SERVER_ERROR') }, false],
    ['is cut off', { ...remote, deadlineFor: () => 1, execute: () => new Promise(() => undefined) }, false],
    ['was never sent', { ...remote, execute: fails('NETWORK_ERROR', { sent: false }) }, true],
    [
      'may be made twice',
      { ...remote, annotations: { openWorldHint: true, idempotentHint: true }, execute: fails('TIMEOUT') },
      true,
    ],
    ['only reads', { ...remote, kind: 'fetch', isReadOnly: true, execute: fails('TIMEOUT') }, true],
    ['stays in here', { kind: 'execute', annotations: { openWorldHint: false }, execute: fails('TIMEOUT') }, true],
  ])('that %s', async (_what, definition, mayRepeat) => {
    const { result } = await run({ text: 'a' }, definition);
    expect(result.retryable).toBe(mayRepeat);
    expect(/once more/.test(result.text)).toBe(mayRepeat);
    expect(/not known/.test(result.text)).toBe(!mayRepeat);
  });
});

describe('an abort', () => {
  it('before the call keeps it from running', async () => {
    const execute = () => expect.unreachable();
    const { phases, result } = await run(
      { text: 'a' },
      { execute },
      AbortSignal.abort(new AbortReason('superseded', 'Too late.')),
    );
    expect({ phases, result }).toMatchObject({
      phases: ['aborted'],
      result: { error: 'ABORTED', text: expect.stringContaining('Too late.') },
    });
  });

  it('during the call reaches the tool, which may still say how far it got', async () => {
    const stop = new AbortController();
    const execute: Definition['execute'] = async (_input, { signal }) => {
      stop.abort(new AbortReason('stopped', 'Stop.'));
      return { success: false, error: 'ABORTED', text: `half done: ${String(signal.aborted)}` };
    };
    expect((await run({ text: 'a' }, { execute }, stop.signal)).result.text).toMatch(/^half done: true\n/);
  });

  it('while a person is asked settles the call', async () => {
    const stop = new AbortController();
    const dispatcher = createDispatcher({
      registry: createRegistry([eraseTool(defineTool({ name: 'Change', description: 'x', execute: () => 'done' }))]),
      permissions: {
        mode: () => 'default',
        rules: () => [],
        allowAlways: () => undefined,
        ask: (_request, signal) => {
          stop.abort();
          return Promise.reject(signal.reason);
        },
      },
      contextFor: () => ({ threadId: 'thread', writeRoots: [] }),
    });
    const resolved = await dispatcher.dispatch({ id: 'call', name: 'Change', args: '{}' }, { signal: stop.signal });
    expect(resolved).toMatchObject({ phase: 'aborted', result: { error: 'ABORTED' } });
  });
});

describe('output', () => {
  it('over the limit keeps head and tail and goes whole into the blobs', async () => {
    const blobs = new Map<string, string>();
    const text = `${'a'.repeat(9000)}${'b'.repeat(9000)}`;
    const dispatcher = probe({ execute: () => text }, blobs);
    const resolved = await dispatcher.dispatch(
      { id: 'call', name: 'Probe', args: '{"text":""}' },
      { signal: new AbortController().signal },
    );
    expect(resolved.result.text).toMatch(/^a{5000}\n\n\[… 8,000 characters left out …\]\n\nb{5000}$/);
    expect(resolved.result.truncated).toEqual({ omitted: 8000, hash: 'hash of 18000' });
    expect(blobs.get('hash of 18000')).toBe(text);
    expect(toResultMetadata(resolved)).toEqual({
      success: true,
      truncated: resolved.result.truncated,
      trace: [{ step: 'truncation', outcome: 'changed', note: 'left out 8,000 characters in the middle' }].map(
        (entry) => expect.objectContaining(entry),
      ),
      timings: resolved.timings,
    });
  });

  it.each([
    [{ sum: 3 }, { success: true, structuredContent: { sum: 3 } }],
    [{ sum: 'three' }, { error: 'INVALID_OUTPUT', issues: [{ path: '$.sum', expected: 'number' }] }],
    [undefined, { error: 'INVALID_OUTPUT' }],
  ])('%j is checked against the output schema', async (structuredContent, expected) => {
    const output = z.object({ sum: z.number() });
    const { result } = await run({ text: 'a' }, { output, execute: () => ({ text: 'ok', structuredContent }) });
    expect(result).toMatchObject(expected);
  });
});

it('whatever comes in, exactly one result comes out', patience, async () => {
  const outputs = fc.oneof(
    fc.string(),
    fc.anything(),
    fc.constantFrom(...ERROR_CODES).map((error) => ({ text: '', error })),
  );
  const args = fc.oneof(
    fc.string(),
    fc.json(),
    fc.record({ text: fc.string(), times: fc.nat(3) }).map((value) => JSON.stringify(value)),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('Probe', 'probe', 'constructor', '', '__proto__'),
      args,
      outputs,
      fc.boolean(),
      fc.boolean(),
      async (name, text, output, throws, aborted) => {
        const phases: DispatchPhase[] = [];
        const execute = async (): Promise<string> => {
          if (throws) throw output;
          return JSON.parse(JSON.stringify({ output })).output;
        };
        const signal = aborted ? AbortSignal.abort(output) : new AbortController().signal;
        const resolved: ResolvedCall = await probe({ execute, deadlineFor: () => 1000 }).dispatch(
          { id: 'call', name, args: text },
          { signal, onPhase: (phase) => phases.push(phase) },
        );
        expect(resolved.result.success).toBe(resolved.result.error === undefined);
        expect(resolved.phase).toBe(phases.at(-1));
        expect(phases.filter((phase) => phase !== 'running')).toHaveLength(1);
      },
    ),
    { numRuns: numRuns(500), seed: 2 },
  );
});
