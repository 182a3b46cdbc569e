import type { Language } from '@/lib/protocol';
import { HookSchema } from '@/lib/protocol';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineTool } from '../define-tool';
import { eraseTool } from '../tool';
import { createHookRunner } from '../hooks';
import { poolEntry } from '../pool/pool-entry';
import { RestrictionStack } from '../pool/restriction-stack';
import { createRegistry } from '../registry';
import { refuseCommand } from '../shell/refuse-command';
import { createDispatcher, type DispatcherOptions } from '.';

const shell = eraseTool(
  defineTool({
    name: 'Shell',
    description: 'Runs.',
    input: z.strictObject({ command: z.string() }),
    refuse: ({ command }, { language }) =>
      refuseCommand(command, { workdir: '/home/p', home: '/home', cwd: '/home/p', env: {} }, language),
    execute: () => 'ran',
  }),
);

type Case = Partial<Omit<DispatcherOptions, 'permissions'>> & {
  command?: string;
  permissions?: Partial<DispatcherOptions['permissions']>;
};

const narrowed = new RestrictionStack();
narrowed.push([], 'review');

const patterned = new RestrictionStack();
patterned.push(['Shell(git:*)'], 'review');

const off = (why: NonNullable<ReturnType<typeof poolEntry>['why']>): Case => ({
  registry: createRegistry([poolEntry(shell, { why, missing: 'x' })]),
});

const CASES: Record<string, Case> = {
  'a command that destroys': { command: 'rm -rf /' },
  'a command that cannot be parsed': { command: 'echo "' },
  'a command that is too tangled': { command: `echo ${'{a,b,c,d}'.repeat(8)}` },
  'a deny rule': { permissions: { rules: () => [{ behavior: 'deny', rule: 'Shell' }] } },
  'plan mode': { permissions: { mode: () => 'plan' } },
  'mode dontAsk': { permissions: { mode: () => 'dontAsk' } },
  'a person who says nothing': { permissions: { ask: async () => ({ behavior: 'deny', reason: '' }) } },
  'an approval of something else': { permissions: { ask: async () => ({ behavior: 'allow', argsHash: 'x' }) } },
  'a callback that answers nothing': { permissions: { canUseTool: async () => JSON.parse('{}') } },
  'a callback that throws': { permissions: { canUseTool: () => Promise.reject(new Error('E1')) } },
  'a callback that changes the input to nonsense': {
    permissions: { canUseTool: async () => ({ behavior: 'allow', updatedInput: {} }) },
  },
  'a hook without a reason': {
    hooks: createHookRunner({
      hooks: () => [HookSchema.parse({ id: 'h', name: 'h', event: 'PreToolUse', source: '', enabled: true })],
      codeRunner: { run: async () => ({ ok: true, value: { block: true }, log: '' }) },
    }),
  },
  'a step that changes the input to nonsense': { middleware: [{ name: 'm', pre: () => ({ input: {} }) }] },
  'a step that fails': { middleware: [{ name: 'm', pre: () => Promise.reject(new Error('E1')) }] },
  'a skill that narrows': { contextFor: () => ({ threadId: 't', writeRoots: [], restrictions: narrowed }) },
  'a skill that says with what': {
    contextFor: () => ({ threadId: 't', writeRoots: [], restrictions: patterned }),
  },
  'a tool that the settings turned off': off('settings'),
  'a feature flag': off('feature flag'),
  'another provider': off('provider'),
  'a missing port': off('capability'),
  'a list of tools': off('filter'),
};

async function refusal({ command = 'ls', permissions, ...options }: Case, language: Language): Promise<string> {
  const dispatcher = createDispatcher({
    registry: createRegistry([shell]),
    contextFor: () => ({ threadId: 't', writeRoots: [] }),
    ...options,
    language: () => language,
    permissions: {
      mode: () => 'bypassPermissions',
      rules: () => [],
      ask: () => Promise.reject(new Error('not asked')),
      allowAlways: () => undefined,
      ...(permissions && { mode: () => 'default' }),
      ...permissions,
    },
  });
  const call = { id: 'c', name: 'Shell', args: JSON.stringify({ command }) };
  const { result } = await dispatcher.dispatch(call, { signal: new AbortController().signal });
  expect(result.success).toBe(false);
  return result.text;
}

/** Words that no name, path or message of a program is made of. */
const ENGLISH = /\b(the|this|is|are|not|would|may|of|to|and|it|was|by)\b/i;

describe('why a call may not run is told in the language that is set', () => {
  it.each(Object.entries(CASES))('%s', async (_what, refused) => {
    const english = await refusal(refused, 'en');
    expect(english).toMatch(ENGLISH);
    expect(english).not.toMatch(/[\u4e00-\u9fff]/);
    const chinese = (await refusal(refused, 'zh')).replace(/[（(][^（()）]*[)）]/g, '');
    expect(chinese).toMatch(/[\u4e00-\u9fff]/);
    expect(chinese).not.toMatch(ENGLISH);
  });
});
