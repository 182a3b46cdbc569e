import { describe, expect, it } from 'vitest';
import { defineTool, type ToolDefinition } from '../define-tool';
import { createRegistry } from '../registry';
import { eraseTool, type AnyTool } from '../tool';
import { assembleToolPool, filterTools, mcpToolName, offBecause, RestrictionStack } from '.';

const make = (name: string, more: Partial<ToolDefinition<unknown>> = {}): AnyTool =>
  eraseTool(defineTool({ name, description: `The tool ${name}.`, execute: () => name, ...more }));

const builtin = ['Read', 'Write', 'Bash'].map((name) => make(name, { source: 'builtin' }));
const names = (tools: readonly { name: string }[]): string[] => tools.map((tool) => tool.name);

describe('assembleToolPool', () => {
  it('puts built-in before custom before MCP, MCP by name', () => {
    const mcp = ['mcp__b__x', 'mcp__a__z', 'mcp__a__B'].map((name) => make(name));
    const custom = [make('Weather'), make('Alarm')];
    const wanted = ['Read', 'Write', 'Bash', 'Weather', 'Alarm', 'mcp__a__B', 'mcp__a__z', 'mcp__b__x'];
    expect(names(assembleToolPool({ builtin, custom, mcp }).tools)).toEqual(wanted);
    expect(names(assembleToolPool({ builtin, custom, mcp: mcp.toReversed() }).tools)).toEqual(wanted);
  });

  it.each([
    ['the same name', 'Bash'],
    ['a name that differs in case', 'bash'],
  ])('leaves a custom tool out that has %s as a built-in one, unless a person allowed it', (_what, name) => {
    const refused = assembleToolPool({ builtin, custom: [make(name)] });
    expect(refused.tools).toEqual(builtin);
    expect(refused.excluded).toMatchObject([{ tool: { name }, reason: expect.stringContaining('builtin') }]);
    const allowed = assembleToolPool({ builtin, custom: [make(name)], allowedOverrides: ['Bash'] });
    expect(names(allowed.tools)).toEqual(['Read', 'Write', name]);
    expect(allowed.tools[2]?.source).toBe('custom');
    expect(allowed.excluded).toEqual([]);
  });

  it('lets the last source win where all may', () => {
    const parts = { builtin, custom: [make('Read')], mcp: [make('Read')], allowedOverrides: ['read'] };
    const pool = assembleToolPool(parts);
    expect(pool.entries.map(({ name, source }) => [name, source])[0]).toEqual(['Read', 'mcp']);
  });

  it('takes MCP tools only under their own kind of name, and no tool for one of another source', () => {
    const pool = assembleToolPool({
      builtin,
      custom: [make('Liar', { source: 'builtin' })],
      mcp: [make('weather'), make('mcp__s__t', { source: 'builtin' })],
    });
    expect(pool.excluded.map(({ tool }) => tool.name)).toEqual(['weather']);
    expect(pool.entries.slice(3).map(({ name, source }) => [name, source])).toEqual([
      ['Liar', 'custom'],
      ['mcp__s__t', 'mcp'],
    ]);
  });

  it('keeps what is off, with the reason', () => {
    const pool = assembleToolPool({
      builtin,
      custom: [make('Phone', { capabilities: ['telephone'] }), make('Beta', { featureFlag: 'beta' })],
      deny: ['write'],
      enablement: { disabled: ['bash'], capabilities: ['sandbox'] },
    });
    expect(names(pool.tools)).toEqual(['Read']);
    expect(pool.entries.map(({ name, enabled, why, missing }) => [name, enabled, why, missing])).toEqual([
      ['Read', true, undefined, undefined],
      ['Write', false, 'filter', undefined],
      ['Bash', false, 'settings', undefined],
      ['Phone', false, 'capability', 'telephone'],
      ['Beta', false, 'feature flag', 'beta'],
    ]);
  });
});

describe('offBecause', () => {
  const tool = make('T', { featureFlag: 'f', supportedProviders: ['anthropic'], capabilities: ['sandbox', 'git'] });
  const all = { flags: { f: true }, provider: 'anthropic', capabilities: ['git', 'sandbox'] };

  it.each([
    ['nothing', all, undefined],
    ['the settings', { ...all, disabled: ['t'] }, { why: 'settings' }],
    ['a flag that is off', { ...all, flags: { f: false } }, { why: 'feature flag', missing: 'f' }],
    ['a flag that is not there', { ...all, flags: {} }, { why: 'feature flag', missing: 'f' }],
    ['another provider', { ...all, provider: 'other' }, { why: 'provider', missing: 'other' }],
    ['a missing capability', { ...all, capabilities: ['sandbox'] }, { why: 'capability', missing: 'git' }],
  ])('is off because of %s', (_what, enablement, off) => {
    expect(offBecause(tool, enablement)).toEqual(off);
  });
});

describe('filterTools', () => {
  it.each([
    ['nothing', {}, ['Read', 'Write', 'Bash']],
    ['empty lists', { allow: [], deny: [] }, ['Read', 'Write', 'Bash']],
    ['an allow list, in the order of the tools', { allow: ['BASH', 'read'] }, ['Read', 'Bash']],
    ['a deny list', { deny: ['bAsH'] }, ['Read', 'Write']],
    ['both: deny wins', { allow: ['Read', 'Bash'], deny: ['bash'] }, ['Read']],
    ['a name nobody has', { allow: ['Nothing'] }, []],
  ])('with %s', (_what, filter, kept) => {
    expect(names(filterTools(builtin, filter))).toEqual(kept);
  });
});

describe('RestrictionStack', () => {
  it('counts the innermost list only, and allows all without one', async () => {
    const stack = new RestrictionStack();
    expect([stack.allows('Bash'), stack.allowed]).toEqual([true, undefined]);
    stack.push(['Bash', 'Read']);
    stack.push(['grep']);
    expect([stack.allows('Grep'), stack.allows('Read')]).toEqual([true, false]);
    stack.pop();
    expect([stack.allows('Grep'), stack.allows('read')]).toEqual([false, true]);
    stack.pop();
    stack.pop();
    expect([stack.depth, stack.allows('anything')]).toEqual([0, true]);
  });

  it('an empty list allows nothing', () => {
    const stack = new RestrictionStack();
    stack.push([]);
    expect(stack.allows('Read')).toBe(false);
  });

  it('takes a list away also when what ran inside failed, or left lists behind', async () => {
    const stack = new RestrictionStack();
    const failing = stack.within(['Read'], async () => {
      stack.push(['Grep']);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(stack.depth).toBe(0);
  });
});

it('makes names of MCP tools that a registry takes', () => {
  const name = mcpToolName('my server', 'get.weather');
  expect(name).toBe('mcp__my_server__get_weather');
  expect(createRegistry([make(name)]).tools).toHaveLength(1);
});
