import type { PermissionMode } from '@/lib/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineTool } from '../define-tool';
import { commandSubject } from '../shell/command-rule';
import { numRuns, patience } from '../testing/cases';
import { eraseTool, type AnyTool } from '../tool';
import { decide } from './decide';
import { matchCommand, matchPath } from './match-rule';
import { parseRule } from './rule';

const context = {
  callId: 'call',
  threadId: 'thread',
  signal: new AbortController().signal,
  deadline: Infinity,
  writeRoots: [],
  onOutput: () => undefined,
};
const base = { description: 'x', source: 'builtin' as const, execute: () => '' };
const tools = {
  Read: eraseTool(defineTool({ ...base, name: 'Read', kind: 'read' })),
  Edit: eraseTool(
    defineTool({
      ...base,
      name: 'Edit',
      kind: 'edit',
      input: z.strictObject({ path: z.string() }),
      ruleSubject: async ({ path }) => ({ kind: 'path', paths: path.split(' '), root: '/project' }),
    }),
  ),
  Move: eraseTool(defineTool({ ...base, name: 'Move', kind: 'move' })),
  Delete: eraseTool(defineTool({ ...base, name: 'Delete', kind: 'delete', isDangerous: true })),
  Bash: eraseTool(
    defineTool({
      ...base,
      name: 'Bash',
      kind: 'execute',
      isDangerous: true,
      input: z.strictObject({ command: z.string() }),
      refuse: async ({ command }) => (command === 'destroy' ? { reason: 'never' } : undefined),
      ruleSubject: ({ command }) => commandSubject(command),
    }),
  ),
} satisfies Record<string, AnyTool>;

/** Rules as `+Edit(src/**)` to allow, `-` to deny, `?` to ask. */
async function verdict(name: keyof typeof tools, input: unknown, mode: PermissionMode, ...rules: string[]) {
  const behaviors = { '+': 'allow', '-': 'deny', '?': 'ask' } as const;
  const { verdict: decided } = await decide(
    { tool: tools[name], input, context },
    {
      mode: () => mode,
      rules: () =>
        rules.map((rule) => ({
          behavior: behaviors[rule.charAt(0) === '+' ? '+' : rule.charAt(0) === '-' ? '-' : '?'],
          rule: rule.slice(1),
        })),
      ask: async () => ({ behavior: 'allow' }),
      allowAlways: () => undefined,
    },
  );
  return decided.behavior === 'deny' ? `deny by ${decided.denial.source}` : decided.behavior;
}

describe('modes', () => {
  it.each<[PermissionMode, string, string, string, string, string]>([
    // mode, and what becomes of Read, Edit, Move, Delete, Bash
    ['default', 'allow', 'ask', 'ask', 'ask', 'ask'],
    ['acceptEdits', 'allow', 'allow', 'allow', 'ask', 'ask'],
    ['plan', 'allow', 'deny by mode', 'deny by mode', 'deny by mode', 'deny by mode'],
    ['dontAsk', 'allow', 'deny by mode', 'deny by mode', 'deny by mode', 'deny by mode'],
    ['auto', 'allow', 'allow', 'allow', 'ask', 'ask'],
    ['bypassPermissions', 'allow', 'allow', 'allow', 'allow', 'allow'],
  ])('%s', async (mode, ...expected) => {
    const inputs = [{}, { path: '/project/a' }, {}, {}, { command: 'ls' }];
    const names = ['Read', 'Edit', 'Move', 'Delete', 'Bash'] as const;
    const found = await Promise.all(names.map((name, index) => verdict(name, inputs[index], mode)));
    expect(found).toEqual(expected);
  });
});

describe('a tool that is not asked about', () => {
  const own = { ...base, name: 'Note', kind: 'other', autoApproved: true } as const;
  const decided = async (mode: PermissionMode, source: 'builtin' | 'custom', ...denied: string[]) => {
    const tool = eraseTool(defineTool({ ...own, source }));
    const rules = denied.map((rule) => ({ behavior: 'deny' as const, rule }));
    const permissions = { mode: () => mode, rules: () => rules, ask: never, allowAlways: () => undefined };
    return (await decide({ tool, input: {}, context }, permissions)).verdict.behavior;
  };
  const never = () => Promise.reject(new Error('asked'));

  it.each<PermissionMode>(['default', 'plan', 'dontAsk', 'auto'])('runs in mode %s, if it is ours', async (mode) => {
    expect(await decided(mode, 'builtin')).toBe('allow');
    expect(await decided(mode, 'builtin', 'Note')).toBe('deny');
  });

  it('is asked about if it is somebody else’s', async () => {
    expect([await decided('default', 'custom'), await decided('plan', 'custom')]).toEqual(['ask', 'deny']);
  });
});

describe('the order of decisions', () => {
  const edit = { path: '/project/src/a.ts' };
  it.each<[string, keyof typeof tools, unknown, PermissionMode, string[], string]>([
    [
      'a hard-coded refusal before an allow rule',
      'Bash',
      { command: 'destroy' },
      'bypassPermissions',
      ['+Bash'],
      'deny by hard-coded',
    ],
    ['a deny rule before bypass', 'Edit', edit, 'bypassPermissions', ['-Edit(src/**)'], 'deny by rule'],
    ['a deny rule before an allow rule', 'Edit', edit, 'default', ['+Edit', '-Edit(src/**)'], 'deny by rule'],
    ['a deny rule before reading', 'Read', {}, 'default', ['-Read'], 'deny by rule'],
    ['an ask rule before reading', 'Read', {}, 'default', ['?Read'], 'ask'],
    ['an ask rule before a mode that allows', 'Edit', edit, 'acceptEdits', ['?Edit'], 'ask'],
    ['an ask rule before an allow rule', 'Edit', edit, 'default', ['+Edit', '?Edit(src/**)'], 'ask'],
    ['no asking in bypass', 'Edit', edit, 'bypassPermissions', ['?Edit'], 'allow'],
    ['no asking in dontAsk', 'Edit', edit, 'dontAsk', ['?Edit'], 'deny by mode'],
    ['no asking around plan', 'Edit', edit, 'plan', ['?Edit'], 'deny by mode'],
    ['no allow rule around plan', 'Edit', edit, 'plan', ['+Edit'], 'deny by mode'],
    ['an allow rule before asking', 'Edit', edit, 'default', ['+Edit(src/**)'], 'allow'],
    ['an allow rule in dontAsk', 'Edit', edit, 'dontAsk', ['+Edit(src/**)'], 'allow'],
    ['no rule of another tool', 'Edit', edit, 'default', ['+Write(src/**)', '+Ed'], 'ask'],
    ['no rule that cannot be parsed', 'Edit', edit, 'default', ['+Edit(', '+()'], 'ask'],
  ])('%s', async (_what, tool, input, mode, rules, expected) => {
    expect(await verdict(tool, input, mode, ...rules)).toBe(expected);
  });
});

describe('a path that leads elsewhere', () => {
  const both = { path: '/project/src/link /etc/passwd' };
  it('is allowed only if both ends are, and denied if either is', async () => {
    expect(await verdict('Edit', both, 'default', '+Edit(src/**)')).toBe('ask');
    expect(await verdict('Edit', both, 'default', '+Edit(src/**)', '+Edit(/etc/**)')).toBe('allow');
    expect(await verdict('Edit', both, 'bypassPermissions', '-Edit(/etc/*)')).toBe('deny by rule');
  });
});

describe('a command line', () => {
  it.each([
    ['npm test', 'allow'],
    ['npm test -- --watch', 'allow'],
    ['npm  "test"', 'allow'],
    ['npm test && node --test', 'allow'],
    ['npm test 2>&1 > /dev/null', 'allow'],
    ['npm tests', 'ask'],
    ['npm test && rm x', 'ask'],
    ['npm test; rm x', 'ask'],
    ['npm test | tee x', 'ask'],
    ['npm test > x', 'ask'],
    ['npm test $(rm x)', 'ask'],
    ['npm test `rm x`', 'ask'],
    ['npm test <(rm x)', 'ask'],
    ['PATH=. npm test', 'ask'],
    ['npm() { rm x; }; npm test', 'ask'],
    ['if npm test; then rm x; fi', 'ask'],
    ['npm test "never closed', 'ask'],
    ['{npm,test}', 'allow'],
    ['{npm,rm} test', 'ask'],
    ['coproc rm x; npm test', 'ask'],
    ['select d in a; do rm x; done; npm test', 'ask'],
    ['npm test ${ rm x; }', 'ask'],
    ['npm test $((a[$(rm x)]))', 'ask'],
    ["npm test $((a['$(rm x)']))", 'ask'],
    ['npm test <<EOF\n$(rm x)\nEOF', 'ask'],
    ['npm test @(a|$(rm x))', 'ask'],
    ['', 'ask'],
  ])('%s with rules for npm test and node --test: %s', async (command, expected) => {
    expect(await verdict('Bash', { command }, 'default', '+Bash(npm test:*)', '+Bash(node --test)')).toBe(expected);
  });

  it('is denied as soon as one of its commands is', async () => {
    expect(
      await verdict('Bash', { command: 'ls && (cd x; git push origin)' }, 'bypassPermissions', '-Bash(git push:*)'),
    ).toBe('deny by rule');
    expect(await verdict('Bash', { command: '{git,push,origin}' }, 'bypassPermissions', '-Bash(git push:*)')).toBe(
      'deny by rule',
    );
  });

  it('may be allowed word for word', async () => {
    const command = 'npm test && rm x > y';
    expect(await verdict('Bash', { command }, 'default', `+Bash(${command})`)).toBe('allow');
    expect(await verdict('Bash', { command: `${command}z` }, 'default', `+Bash(${command})`)).toBe('ask');
  });
});

describe('patterns', () => {
  it.each([
    ['npm test:*', 'npm test', true],
    ['npm test:*', 'npm test a', true],
    ['npm test:*', 'npm testing', false],
    ['git * main', 'git push origin main', true],
    ['git * main', 'git push main x', false],
    ['*', 'anything', true],
    ['a*a', 'a', false],
    ['ls', 'ls -l', false],
  ])('%s and the command %s: %s', (pattern, command, expected) => {
    expect(matchCommand(pattern, command)).toBe(expected);
  });

  it.each([
    ['src/**', '/project/src/a/b.ts', true],
    ['src/**', '/project/srcs/a.ts', false],
    ['src/**', '/other/src/a.ts', false],
    ['./src/*.ts', '/project/src/a.ts', true],
    ['**', '/project/.env', true],
    ['/etc/**', '/etc/passwd', true],
    ['!src/**', '/project/a.ts', false],
  ])('%s and the path %s: %s', (pattern, path, expected) => {
    expect(matchPath(pattern, path, '/project')).toBe(expected);
  });

  it.each([
    ['Bash', { tool: 'Bash', text: 'Bash' }],
    [' Edit( src/** ) ', { tool: 'Edit', pattern: 'src/**', text: 'Edit( src/** )' }],
    ['Bash(echo (a))', { tool: 'Bash', pattern: 'echo (a)', text: 'Bash(echo (a))' }],
    ['Bash(', undefined],
    ['', undefined],
  ])('the rule %j', (text, expected) => {
    expect(parseRule(text)).toEqual(expected);
  });

  it('never throw', patience, () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (pattern, text) => {
        expect(typeof matchCommand(pattern, text)).toBe('boolean');
        expect(typeof matchPath(pattern, `/${text}`, '/')).toBe('boolean');
      }),
      { numRuns: numRuns(500), seed: 2 },
    );
  });
});
