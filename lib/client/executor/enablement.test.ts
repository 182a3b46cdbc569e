import { afterEach, describe, expect, it } from 'vitest';
import { defineTool } from '@/lib/tools/define-tool';
import { eraseTool, type AnyTool } from '@/lib/tools/tool';
import type { Client } from '../state';
import { createFakeServer } from '../testing/fake-server';
import { createBrowser, createTestTools, until } from '../testing/test-tab';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const tool = (name: string, more: object): AnyTool =>
  eraseTool(defineTool({ name, description: 'x', execute: () => 'done', ...more }));

async function open() {
  const test = createTestTools();
  const tools = [
    ...test.tools,
    tool('Mine', { featureFlag: 'dynamic-tools' }),
    tool('Claude', { supportedProviders: ['anthropic'] }),
  ];
  const browser = createBrowser(
    createFakeServer(() => ({ text: 'Done.' })),
    { ...test, tools },
  );
  closing.push(browser.close);
  const host = browser.tab();
  await until(host, ({ pool }) => pool.length > 0);
  return host;
}

const off = (host: Client) =>
  host.store.getState().pool.flatMap(({ name, enabled, why }) => (enabled ? [] : [`${name}: ${why}`]));

describe('which tools are on', () => {
  it('all of them at first', async () => {
    expect(off(await open())).toEqual([]);
  });

  it.each([
    ['a feature that is off', { featuresOff: ['dynamic-tools'] }, ['Mine: feature flag']],
    ['the only ones there are', { onlyTools: ['look', 'MINE'] }, ['Change: filter', 'Slow: filter', 'Claude: filter']],
    [
      'one that is left out, whatever the other list says',
      { onlyTools: ['Look', 'Slow', 'Change', 'Mine'], neverTools: ['slow'] },
      ['Slow: filter', 'Claude: filter'],
    ],
  ])('%s', async (_what, settings, expected) => {
    const host = await open();
    host.setToolSettings(settings);
    expect(off(host)).toEqual(expected);
    host.setToolSettings({ featuresOff: [], onlyTools: [], neverTools: [] });
    expect(off(host)).toEqual([]);
  });

  it('those that work with the chosen provider', async () => {
    const host = await open();
    host.setOptions({ model: 'openai' });
    expect(off(host)).toEqual(['Claude: provider']);
    host.setOptions({ model: 'anthropic' });
    expect(off(host)).toEqual([]);
  });

  it('a call of one that is off is told why', async () => {
    const host = await open();
    host.setToolSettings({ featuresOff: ['dynamic-tools'] });
    const { result } = await host.tryCall({ name: 'Mine', args: '{}' }, new AbortController().signal);
    expect(result).toMatchObject({ error: 'TOOL_NOT_FOUND', text: expect.stringContaining('its feature flag') });
  });
});
