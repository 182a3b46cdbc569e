import type { Hook } from '@/lib/protocol';
import { createNodeCodeRunner } from '@/lib/sandbox/code-runner/testing/node-code-runner';
import { defineTool } from '@/lib/tools/define-tool';
import { createDispatcher } from '@/lib/tools/dispatch';
import { eraseTool } from '@/lib/tools/tool';
import { createHookRunner, permissionHooks, type HookPayloads } from '@/lib/tools/hooks';
import { createRegistry } from '@/lib/tools/registry';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { buildWorkshop } from './build.mjs';
import { runCases } from './cases';
import { compilePack } from './compile';
import { ownHooks } from './own-hooks';
import type { CompiledPack } from './pack';
import type { HookEvents } from './runtime/hooks';

const runner = createNodeCodeRunner();
const { signal } = new AbortController();
let runtime = '';
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'own-hooks-'));
  await buildWorkshop(folder);
  runtime = readFileSync(join(folder, 'workshop-runtime.js'), 'utf8');
});

const IMPORT = "import { defineHook, defineMiddleware } from 'toolyard';\n";
const compile = (main: string) =>
  compilePack({ toolyardPack: 1, name: 'mine', files: { 'main.ts': IMPORT + main } }, runtime, runner, signal);
async function packOf(main: string): Promise<CompiledPack> {
  const compiled = await compile(main);
  if (!compiled.ok) throw new Error(compiled.faults.map(({ message }) => message).join('\n'));
  return compiled.pack;
}

/** Calls a tool that says its input back, with the hooks of a pack around it. Nobody else allows it. */
async function callAround(main: string, input: object = { text: 'hello' }, more: readonly Hook[] = []) {
  const hooks = [...ownHooks(await packOf(main), runtime), ...more];
  const asked: string[] = [];
  const tool = eraseTool(
    defineTool({
      name: 'Echo',
      description: 'Says it.',
      kind: 'edit',
      input: z.strictObject({ text: z.string() }),
      execute: ({ text }) => text,
    }),
  );
  const hookRunner = createHookRunner({ hooks: () => hooks, codeRunner: runner });
  const dispatcher = createDispatcher({
    registry: createRegistry([tool]),
    hooks: hookRunner,
    permissions: {
      mode: () => 'default',
      rules: () => [],
      get canUseTool() {
        return permissionHooks(hookRunner, () => tool);
      },
      ask: async ({ toolName }) => (asked.push(toolName), { behavior: 'allow' }),
      allowAlways: () => undefined,
    },
    contextFor: () => ({ threadId: 'a', writeRoots: [] }),
  });
  const { result } = await dispatcher.dispatch({ id: 'a', name: 'Echo', args: JSON.stringify(input) }, { signal });
  return { result, asked, notes: (result.trace ?? []).map(({ outcome, note }) => `${outcome}: ${note}`).join('\n') };
}

const pre = (run: string, more = ''): string =>
  `export const h = defineHook({ name: 'Mine', event: 'PreToolUse', ${more}run${run} });`;
const HASTY = 'deadlineMs: 100, ';

describe('what a pack puts around calls', () => {
  it('a hook blocks a call, or changes what is sent', async () => {
    const main = pre(
      "({ input }) { if (input.text === 'no') return { block: true, reason: 'Not that.' }; return { input: { text: input.text + '!' } }; }",
    );
    expect((await callAround(main, { text: 'no' })).result).toMatchObject({
      error: 'HOOK_BLOCKED',
      denial: { rule: 'Mine', reason: 'Not that.' },
    });
    expect((await callAround(main)).result).toMatchObject({ success: true, text: 'hello!' });
  });

  it('a middleware stands before and after, in its own file, and hears of the tools it names', async () => {
    const main = (matcher: string) =>
      `export const m = defineMiddleware({ name: 'Around', matcher: '${matcher}', pre: ({ input }) => ({ input: { text: input.text.toUpperCase() } }), post: ({ result }) => ({ output: '<' + result.text + '>' }) });`;
    expect((await callAround(main('Ec*|Read'))).result.text).toBe('<HELLO>');
    expect((await callAround(main('Read'))).result.text).toBe('hello');
  });

  it('canUseTool decides in a person’s place, or leaves it to them', async () => {
    const main =
      "export const canUseTool = async (tool: string, input: any, { suggestions }: any) => tool !== 'Echo' || !Array.isArray(suggestions) ? undefined : input.text === 'yes' ? { behavior: 'allow', updatedInput: { text: 'sure' } } : input.text === 'no' ? { behavior: 'deny', message: 'Never.' } : { behavior: 'ask' };";
    const yes = await callAround(main, { text: 'yes' });
    expect([yes.result.text, yes.asked]).toEqual(['sure', []]);
    const no = await callAround(main, { text: 'no' });
    expect([no.result.error, no.result.denial?.reason, no.asked]).toEqual(['HOOK_BLOCKED', 'Never.', []]);
    expect(await callAround(main)).toMatchObject({ asked: ['Echo'], result: { text: 'hello' } });
  });

  it.each([
    ['throws', pre("() { throw new TypeError('oh') }"), 'failed: PreToolUse Mine: threw: TypeError: oh'],
    ['loops', pre('() { for (;;) {} }', HASTY), 'timed out after 100 ms and was killed'],
    [
      'never answers',
      pre('() { return new Promise(() => undefined) }', HASTY),
      'timed out after 100 ms and was killed',
    ],
    ['returns a number', pre('() { return 3 }'), 'answered something that is not an object'],
    ['returns what nobody knows', pre('() { return { stop: true } }'), 'PreToolUse takes no stop'],
    ['returns megabytes', pre("() { return { reason: 'x'.repeat(3_000_000) } }"), 'more than 1000000 characters'],
    ['reaches for the network', pre("() { return fetch('https://example.com') }"), 'fetch is not defined'],
    [
      'throws as a middleware',
      "export const m = defineMiddleware({ name: 'Mine', post() { throw new Error('oh') } });",
      'Middleware Mine: threw: oh',
    ],
    [
      'decides nonsense',
      "export const canUseTool = () => 'yes';",
      'PermissionRequest canUseTool: threw: TypeError: it answered "yes": return { behavior: "allow" }',
    ],
  ])('one that %s is told of in the trace, and the call goes on', async (_, main, words) => {
    const { result, notes } = await callAround(main);
    expect(result).toMatchObject({ success: true, text: 'hello' });
    expect(notes).toContain(words);
  });

  it.each([
    [
      'a hook of an event that is none',
      "export const h = defineHook({ name: 'Mine', event: 'Never', run() {} });",
      'Mine: event is one of PermissionRequest',
    ],
    [
      'a hook without a name',
      "export const h = defineHook({ event: 'Stop', run() {} });",
      'defineHook: name is a text',
    ],
    [
      'a hook without a function',
      "export const h = defineHook({ name: 'Mine', event: 'Stop' });",
      'Mine has no function run',
    ],
    [
      'a hook that takes for ever',
      "export const h = defineHook({ name: 'Mine', event: 'Stop', deadlineMs: 1e9, run() {} });",
      'deadlineMs is a whole number',
    ],
    [
      'a hook for tools that have no name',
      "export const h = defineHook({ name: 'Mine', event: 'PreToolUse', matcher: ['Bash'], run() {} });",
      'matcher is a text of tool names',
    ],
    [
      'a middleware that does nothing',
      "export const m = defineMiddleware({ name: 'Mine' });",
      'Mine has to have a function pre',
    ],
    [
      'two of one name',
      `${pre('() {}')} export const m = defineMiddleware({ name: 'Mine', pre() {} });`,
      'Two hooks are called Mine.',
    ],
    ['a canUseTool that is no function', 'export const canUseTool = true;', 'canUseTool is a function'],
    ['categories that are none', 'export const categories = [3];', 'a category has letters'],
    [
      'a category that is too long',
      `export const categories = { Grep: '${'x'.repeat(41)}' };`,
      'categories, Grep: a category has letters',
    ],
  ])('%s does not compile', async (_, main, words) => {
    expect(await compile(main)).toMatchObject({ ok: false, faults: [{ message: expect.stringContaining(words) }] });
  });

  it('categories are those of all its files, and a tool may name its own', async () => {
    const pack = await packOf(
      "import { defineTool } from 'toolyard'; export const categories = { Grep: 'research' }; export const t = defineTool({ name: 'T', description: 'd', category: 'mine', execute: () => '' });",
    );
    expect(pack).toMatchObject({ categories: { Grep: 'research' }, tools: [{ name: 'T', category: 'mine' }] });
  });

  it('a case that fails says what was expected and what came', async () => {
    const pack = await packOf(
      `${pre("() { return { block: true, reason: 'No.' } }")} export const cases = [
        { hook: 'Mine', event: {}, expect: { block: true } }, { hook: 'Mine', event: {}, expect: {} }, { hook: 'Mine', event: {}, expect: { reason: 'Yes.' } }, { hook: 'Other', event: {}, expect: {} }];`,
    );
    const outcomes = await runCases(
      pack.cases,
      { tools: [], hooks: ownHooks(pack, runtime), codeRunner: runner },
      signal,
    );
    expect(outcomes.map(({ fault }) => fault)).toEqual([
      undefined,
      'expected {}, and got {"block":true,"reason":"No."}',
      'expected {"reason":"Yes."}, and got {"block":true,"reason":"No."}',
      'The pack has no hook Other; it has Mine.',
    ]);
  });
});

it('hooks are told what their types say', () => {
  expectTypeOf<keyof HookEvents>().toEqualTypeOf<keyof HookPayloads>();
  // What no type of the page says more of than that it is an input, a pack gets as an object: tools take nothing else.
  type Told = {
    [E in keyof HookPayloads]: HookPayloads[E] extends { input: unknown }
      ? Omit<HookPayloads[E], 'input'>
      : HookPayloads[E];
  };
  type Typed = {
    [E in keyof HookEvents]: HookEvents[E] extends { input: unknown } ? Omit<HookEvents[E], 'input'> : HookEvents[E];
  };
  expectTypeOf<Told>().toExtend<Typed>();
});
