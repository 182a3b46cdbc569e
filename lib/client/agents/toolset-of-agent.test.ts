import { describe, expect, it } from 'vitest';
import { createNodeCodeRunner } from '@/lib/sandbox/code-runner/testing/node-code-runner';
import { toolsetFactory } from '../executor/make-toolset';
import { DEFAULT_TOOL_SETTINGS } from '../settings/tool-settings';

describe('the tools of an agent', () => {
  it.each([
    [undefined, { allow: ['Glob', 'Grep', 'Read'] }, ['Read', 'Glob', 'Grep']],
    ['claude-agent-sdk', { allow: ['Glob', 'Grep', 'Read'] }, ['FileRead', 'Glob', 'Grep']],
    ['claude-agent-sdk', { allow: ['FileRead'] }, ['FileRead']],
    ['y-agent', { allow: ['Read', 'Agent'], deny: ['Agent'] }, ['FileRead']],
    [undefined, { allow: [''] }, []],
  ])('under %s, kept to %j, are %j', async (preset, filter, names) => {
    const limits = { calls: 30, tools: {} };
    const make = toolsetFactory({
      codeRunner: createNodeCodeRunner(),
      hooks: () => [],
      limits: () => limits,
    });
    const { on } = make({ settings: DEFAULT_TOOL_SETTINGS, preset, missing: [], dynamicTools: [], filter });
    expect(on.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
  });
});
