import { describe, expect, it } from 'vitest';
import { createNodeGuest } from '@/lib/sandbox/guest/testing/node-guest';
import { loadKitMaker } from '../tool-kit';
import { DEFAULT_TOOL_SETTINGS } from '../tool-settings';

describe('the tools of an agent', () => {
  it.each([
    [undefined, { allow: ['Glob', 'Grep', 'Read'] }, ['Read', 'Glob', 'Grep']],
    ['claude-agent-sdk', { allow: ['Glob', 'Grep', 'Read'] }, ['FileRead', 'Glob', 'Grep']],
    ['claude-agent-sdk', { allow: ['FileRead'] }, ['FileRead']],
    ['y-agent', { allow: ['Read', 'Agent'], deny: ['Agent'] }, ['FileRead']],
    [undefined, { allow: [''] }, []],
  ])('under %s, kept to %j, are %j', async (preset, filter, names) => {
    const limits = { perMinute: 30, tools: {} };
    const make = await loadKitMaker({ guest: createNodeGuest(), hooks: () => [], limits: () => limits });
    const { on } = make({ settings: DEFAULT_TOOL_SETTINGS, preset, missing: [], shelved: [], filter });
    expect(on.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
  });
});
