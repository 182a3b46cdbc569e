import type { ApprovalDecision, ApprovalRequest, CanUseTool } from '@/lib/ports';
import { sha256, type PermissionMode } from '@/lib/protocol';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineTool } from '../define-tool';
import { createDispatcher } from '../dispatch';
import { RestrictionStack } from '../pool/restriction-stack';
import { createRegistry } from '../registry';
import { commandSubject, suggestCommandRule } from '../shell/command-rule';
import { eraseTool, type AnyTool } from '../tool';
import { dryRun, ruleCovers, type PermissionRule, type Permissions } from '.';

interface Setting {
  name?: string;
  source?: AnyTool['source'];
  mode?: PermissionMode;
  rules?: readonly PermissionRule[];
  canUseTool?: CanUseTool;
  /** What the running skill lists. */
  listed?: readonly string[];
  answer?: (request: ApprovalRequest) => ApprovalDecision;
}

/** A shell-like tool whose calls are decided about, and what became of one. */
function setUp({ name = 'Bash', source = 'builtin', mode = 'default', rules = [], ...setting }: Setting) {
  const { canUseTool, listed, answer } = setting;
  const restrictions = new RestrictionStack();
  restrictions.push(listed, 'skill');
  const ran: string[] = [];
  const asked: ApprovalRequest[] = [];
  const kept: string[] = [];
  const tool = eraseTool(
    defineTool({
      name,
      source,
      description: 'x',
      kind: 'execute',
      isDangerous: true,
      input: z.strictObject({ command: z.string() }),
      refuse: async ({ command }) => (command === 'destroy' ? { reason: 'never' } : undefined),
      ruleSubject: ({ command }) => commandSubject(command),
      suggestRule: ({ command }) => suggestCommandRule(name, command),
      execute: ({ command }) => (ran.push(command), 'ok'),
    }),
  );
  const permissions: Permissions = {
    mode: () => mode,
    rules: () => rules,
    allowAlways: (rule) => kept.push(rule),
    async ask(request) {
      asked.push(request);
      return answer?.(request) ?? { behavior: 'deny', reason: 'no' };
    },
    ...(canUseTool && { canUseTool }),
  };
  const dispatcher = createDispatcher({
    registry: createRegistry([tool]),
    permissions,
    contextFor: () => ({ threadId: 'thread', writeRoots: [], restrictions }),
  });
  const { signal } = new AbortController();
  const request = (command: string) => {
    const context = {
      callId: 'c',
      threadId: 'thread',
      writeRoots: [],
      signal,
      deadline: Infinity,
      onOutput: () => undefined,
    };
    return { tool, input: { command }, context };
  };
  return {
    ran,
    asked,
    kept,
    tool,
    async call(command: string) {
      const args = JSON.stringify({ command });
      const { result } = await dispatcher.dispatch({ id: 'c', name, args }, { signal });
      const told = result.trace?.find(({ step }) => step === 'permission');
      return { result, told: told && `${told.outcome} ${told.note}` };
    },
    dryRun: (command: string) => dryRun(request(command), permissions),
  };
}

describe('rules bind to source and name', () => {
  it.each<[string, AnyTool['source'], string, 'allow' | 'ask']>([
    ['Bash', 'builtin', 'Bash', 'allow'],
    ['Bash', 'builtin', 'builtin:Bash', 'allow'],
    ['Bash', 'builtin', 'dynamic:Bash', 'ask'],
    ['Bash', 'dynamic', 'Bash', 'ask'],
    ['Bash', 'dynamic', 'Bash(ls:*)', 'ask'],
    ['Bash', 'dynamic', 'dynamic:Bash(ls:*)', 'allow'],
    ['Bash', 'custom', 'Bash', 'ask'],
    ['Bash', 'custom', 'custom:Bash', 'allow'],
    ['Bash', 'mcp', 'Bash', 'ask'],
    ['mcp__git__log', 'mcp', 'mcp__git__log', 'allow'],
    ['mcp__git__log', 'mcp', 'mcp__git', 'ask'],
    ['mcp__git__log', 'dynamic', 'mcp__git__log', 'ask'],
  ])('%s of source %s, with %s allowed', async (name, source, rule, verdict) => {
    const rules = [{ behavior: 'allow', rule }] as const;
    expect((await setUp({ name, source, rules }).dryRun('ls -l')).verdict).toBe(verdict);
  });

  it.each<[AnyTool['source'], string, 'deny' | 'allow']>([
    ['builtin', 'Bash', 'deny'],
    ['dynamic', 'Bash', 'deny'],
    ['dynamic', 'builtin:Bash', 'allow'],
    ['dynamic', 'dynamic:Bash(ls:*)', 'deny'],
  ])('a tool of source %s, with %s denied', async (source, rule, verdict) => {
    const rules = [{ behavior: 'deny', rule }] as const;
    expect((await setUp({ source, rules, mode: 'bypassPermissions' }).dryRun('ls -l')).verdict).toBe(verdict);
  });

  it('an allow rule that means another source is pointed out', async () => {
    const { checks } = await setUp({ source: 'dynamic', rules: [{ behavior: 'allow', rule: 'Bash' }] }).dryRun('ls');
    expect(checks.find(({ check }) => check === 'allow rules')?.note).toContain('this one is dynamic');
  });
});

describe('always allow', () => {
  it.each([
    'ls',
    'npm test',
    'npm test && rm x',
    'ls *',
    'echo a\\*b:*',
    ' ls ',
    'cat <<EOF\n(x)\nEOF',
    'echo "*" > a',
  ])('suggests for %j a rule that covers it, and keeps it', async (command) => {
    for (const source of ['builtin', 'custom', 'dynamic'] as const) {
      const bench = setUp({ source, answer: ({ suggestedRule }) => ({ behavior: 'always', rule: suggestedRule }) });
      expect((await bench.call(command)).told).toMatch(/^passed person: allowed it always, by the rule /);
      expect(bench.kept).toHaveLength(1);
      const again = setUp({ source, rules: bench.kept.map((rule) => ({ behavior: 'allow', rule })) });
      expect((await again.dryRun(command)).verdict).toBe('allow');
    }
  });

  it('of a line with a star allows no other line', async () => {
    const { asked, call } = setUp({});
    await call('rm *');
    const rules = asked.map(({ suggestedRule: rule }) => ({ behavior: 'allow', rule }) as const);
    expect((await setUp({ rules }).dryRun('rm src')).verdict).toBe('ask');
  });

  it.each([
    ['Bash(ls:*)', 'covers'],
    ['Bash', 'covers'],
    ['Bash(rm:*)', 'other-call'],
    ['Edit', 'other-tool'],
    ['dynamic:Bash', 'other-tool'],
    ['Bash(', 'not-a-rule'],
    ['', 'not-a-rule'],
  ])('by the rule %j: %s', async (rule, cover) => {
    const bench = setUp({ answer: () => ({ behavior: 'always', rule }) });
    const { result, told } = await bench.call('ls -l');
    expect(bench.asked[0]?.covers?.(rule)).toBe(cover);
    expect(ruleCovers(rule, { tool: bench.tool, subject: await commandSubject('ls -l') })).toBe(cover);
    // The person did allow this call; only the rule is not kept.
    expect({ success: result.success, kept: bench.kept }).toEqual({
      success: true,
      kept: cover === 'covers' ? [rule] : [],
    });
    expect(told).toContain(cover === 'covers' ? 'always, by the rule' : 'was not kept');
  });
});

describe('an approval', () => {
  it('is bound to the arguments it was given for', async () => {
    const { asked, ran, call } = setUp({ answer: () => ({ behavior: 'allow', argsHash: 'of something else' }) });
    const { result } = await call('ls');
    expect(result).toMatchObject({
      error: 'GATE_DENIED',
      denial: { source: 'person', reason: expect.stringContaining('other arguments') },
    });
    expect(ran).toEqual([]);
    expect(asked[0]?.argsHash).toBe(await sha256('{"command":"ls"}'));
  });

  it('with the hash of its request counts', async () => {
    const { ran, call } = setUp({ answer: ({ argsHash }) => ({ behavior: 'allow', argsHash }) });
    expect((await call('ls')).told).toBe('passed person: allowed it this once');
    expect(ran).toEqual(['ls']);
  });
});

describe('canUseTool', () => {
  const change =
    (updatedInput: unknown): CanUseTool =>
    async () => ({ behavior: 'allow', updatedInput });

  it('allows without asking a person, and is told what would allow the like', async () => {
    const seen: unknown[] = [];
    const { ran, asked, call } = setUp({ canUseTool: async (...all) => (seen.push(all), { behavior: 'allow' }) });
    expect((await call('npm test')).told).toBe('passed canUseTool: The callback allows it.');
    expect({ ran, asked }).toEqual({ ran: ['npm test'], asked: [] });
    expect(seen).toEqual([
      [
        'Bash',
        { command: 'npm test' },
        { note: expect.any(Function), signal: expect.any(AbortSignal), suggestions: ['Bash(npm test:*)'] },
      ],
    ]);
  });

  it('denies with its message', async () => {
    const { result } = await setUp({ canUseTool: async () => ({ behavior: 'deny', message: 'not today' }) }).call('ls');
    expect(result).toMatchObject({ error: 'GATE_DENIED', denial: { source: 'callback', reason: 'not today' } });
  });

  it('changes the input', async () => {
    const { ran, call } = setUp({ canUseTool: change({ command: 'ls -a' }) });
    expect((await call('ls')).told).toBe('changed canUseTool: The callback allows it with another input.');
    expect(ran).toEqual(['ls -a']);
  });

  it.each<[string, CanUseTool, string]>([
    ['an invalid input', change({ comand: 'x' }), 'callback'],
    ['what is refused for good', change({ command: 'destroy' }), 'hard-coded'],
    ['what a rule denies', change({ command: 'git push' }), 'rule'],
    ['nothing, but throws', () => Promise.reject(new Error('broken')), 'callback'],
    ['neither', () => JSON.parse('null'), 'callback'],
  ])('cannot let through %s', async (_what, canUseTool, source) => {
    const { ran, call } = setUp({ canUseTool, rules: [{ behavior: 'deny', rule: 'Bash(git push:*)' }] });
    expect((await call('ls')).result.denial?.source).toBe(source);
    expect(ran).toEqual([]);
  });

  it('cannot let through what the running skill does not list', async () => {
    const { ran, call } = setUp({ canUseTool: change({ command: 'rm a' }), listed: ['Bash(ls:*)'] });
    expect((await call('ls')).result.denial).toMatchObject({ source: 'rule', rule: 'Bash(ls:*)' });
    expect(ran).toEqual([]);
  });

  it('is not asked about what a rule denies, nor in a dry run', async () => {
    const canUseTool: CanUseTool = () => expect.unreachable();
    const { call } = setUp({ canUseTool, rules: [{ behavior: 'deny', rule: 'Bash' }] });
    expect((await call('ls')).result.denial?.source).toBe('rule');
    expect((await setUp({ canUseTool }).dryRun('ls')).verdict).toBe('ask');
  });

  it('cannot change the input in place', async () => {
    const canUseTool: CanUseTool = async (_name, input) => {
      Object.assign(input ?? {}, { command: 'rm' });
      return { behavior: 'allow' };
    };
    const { ran, call } = setUp({ canUseTool });
    await call('ls');
    expect(ran).toEqual(['ls']);
  });
});

describe('a dry run', () => {
  const rules = [
    { behavior: 'deny', rule: 'Bash(git push:*)' },
    { behavior: 'ask', rule: 'Bash(npm publish:*)' },
    { behavior: 'allow', rule: 'Bash(npm:*)' },
  ] as const;
  it.each<[string, PermissionMode, string]>([
    ['destroy', 'bypassPermissions', 'hard-coded refusals: deny'],
    ['git push', 'bypassPermissions', 'hard-coded refusals: none, deny rules: deny (Bash(git push:*))'],
    [
      'npm publish',
      'default',
      'hard-coded refusals: none, deny rules: none, skill: none, canUseTool: none, ask rules: ask (Bash(npm publish:*))',
    ],
    [
      'npm test',
      'default',
      'hard-coded refusals: none, deny rules: none, skill: none, canUseTool: none, ask rules: none, mode: none, allow rules: allow (Bash(npm:*))',
    ],
    [
      'ls',
      'dontAsk',
      'hard-coded refusals: none, deny rules: none, skill: none, canUseTool: none, ask rules: none, mode: none, allow rules: none, otherwise: ask, mode: deny',
    ],
    [
      'npm test',
      'plan',
      'hard-coded refusals: none, deny rules: none, skill: none, canUseTool: none, ask rules: none, mode: deny',
    ],
  ])('of %s in mode %s shows every check up to the one that decides', async (command, mode, expected) => {
    const { checks, verdict } = await setUp({ mode, rules }).dryRun(command);
    const shown = checks.map(
      ({ check, verdict: own, rule }) => `${check}: ${own}${rule === undefined ? '' : ` (${rule})`}`,
    );
    expect(shown.join(', ')).toBe(expected);
    expect(checks.at(-1)?.verdict).toBe(verdict);
    expect(checks.every(({ note }) => note.length > 0)).toBe(true);
  });

  it('is what dispatch does', async () => {
    for (const mode of ['default', 'acceptEdits', 'plan', 'dontAsk', 'auto', 'bypassPermissions'] as const) {
      for (const command of ['destroy', 'git push', 'npm publish', 'npm test', 'ls']) {
        const bench = setUp({ mode, rules });
        const { verdict } = await bench.dryRun(command);
        expect({ ran: bench.ran, asked: bench.asked }).toEqual({ ran: [], asked: [] });
        const { result } = await bench.call(command);
        const became = bench.asked.length > 0 ? 'ask' : result.success ? 'allow' : 'deny';
        expect(became, `${mode} ${command}`).toBe(verdict);
      }
    }
  });
});
