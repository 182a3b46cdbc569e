import { toolIndex } from '@/lib/discovery';
import { DEFAULT_RATE } from '@/lib/protocol';
import { expect, it } from 'vitest';
import { createCurrentToolset } from '../page-tools';
import type { ToolsetParts } from './toolset';
import { DEFAULT_TOOL_SETTINGS } from '../settings/tool-settings';
import { createTestTools } from '../testing/test-tab';

it('is the same toolset until one of its parts is another', async () => {
  let parts: ToolsetParts = { settings: DEFAULT_TOOL_SETTINGS, missing: [], dynamicTools: [], mcp: [] };
  let loaded = 0;
  const present = createCurrentToolset({
    tools: createTestTools().tools,
    codeRunner: { run: () => Promise.reject(new Error('Nothing runs here.')) },
    hooks: () => [],
    limits: () => ({ calls: DEFAULT_RATE.calls, tools: {} }),
    parts: () => parts,
    onChange: () => loaded++,
  });
  present.follow();
  expect(present.current).toBeUndefined();

  const toolset = await present.load();
  const narrow = await present.narrowed({ allow: ['Look'] });
  parts = { ...parts };
  present.follow();
  expect(present.current).toBe(toolset);
  expect(await present.narrowed({ allow: ['Look'] })).toBe(narrow);

  parts = { ...parts, settings: { ...DEFAULT_TOOL_SETTINGS, disabled: ['Change'] } };
  present.follow();
  expect(present.current?.on.map(({ name }) => name)).toEqual(['Look', 'Slow']);
  expect(await present.load()).toBe(present.current);
  expect(await present.narrowed({ allow: ['Look'] })).not.toBe(narrow);
  expect(loaded).toBe(1);
});

it('files tools under categories of a person’s own, as an index shows them', async () => {
  const settings = {
    ...DEFAULT_TOOL_SETTINGS,
    categories: { FileRead: 'Recipes', CodeSearch: 'Recipes', Nobody: 'x' },
  };
  const present = createCurrentToolset({
    codeRunner: { run: () => Promise.reject(new Error('Nothing runs here.')) },
    hooks: () => [],
    limits: () => ({ calls: DEFAULT_RATE.calls, tools: {} }),
    parts: () => ({ settings, preset: 'y-agent', missing: [], dynamicTools: [] }),
    onChange: () => undefined,
  });
  const { declarations, on } = await present.load();
  expect(toolIndex(declarations)).toMatch(/\[Recipes\]\nFileRead: .*\nCodeSearch: /);
  expect(toolIndex(declarations)).toContain('[filesystem]\nFileWrite:');
  expect(on.filter(({ category }) => category === 'Recipes').map(({ name }) => name)).toEqual([
    'FileRead',
    'CodeSearch',
  ]);
});
