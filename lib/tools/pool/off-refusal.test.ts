import { describe, expect, it } from 'vitest';
import { defineTool } from '../define-tool';
import { createDispatcher } from '../dispatch';
import { lookUp } from '../dispatch/prepare';
import { eraseTool } from '../tool';
import { createRegistry } from '../registry';
import { assembleToolPool, RestrictionStack, type ToolPoolParts } from '.';

const phone = eraseTool(
  defineTool({
    name: 'Phone',
    description: 'Calls somebody.',
    capabilities: ['telephone'],
    featureFlag: 'calls',
    supportedProviders: ['anthropic'],
    execute: () => '',
  }),
);
const on = { flags: { calls: true }, provider: 'anthropic', capabilities: ['telephone'] };

describe('a call of a tool that is off', () => {
  it.each<[string, Omit<ToolPoolParts, 'builtin'>, string, RegExp]>([
    ['settings', { enablement: { ...on, disabled: ['Phone'] } }, 'TOOL_NOT_FOUND', /disabled in the settings/],
    ['feature flag', { enablement: { ...on, flags: {} } }, 'TOOL_NOT_FOUND', /flag calls is off/],
    ['provider', { enablement: { ...on, provider: 'openai' } }, 'TOOL_NOT_FOUND', /models of openai/],
    ['capability', { enablement: { ...on, capabilities: [] } }, 'UNSUPPORTED', /needs telephone/],
    ['filter', { enablement: on, deny: ['phone'] }, 'TOOL_NOT_FOUND', /leaves it out/],
  ])('%s', (_why, parts, code, text) => {
    const registry = createRegistry(assembleToolPool({ builtin: [phone], ...parts }).entries);
    const found = lookUp(registry, 'phone');
    expect(found).toMatchObject({
      ok: false,
      failure: { success: false, error: code, text: expect.stringMatching(text) },
    });
  });

  it('is found when all of it holds', () => {
    const registry = createRegistry(assembleToolPool({ builtin: [phone], enablement: on }).entries);
    expect(lookUp(registry, 'phone')).toEqual({ ok: true, value: phone });
  });
});

it('a call of a tool that the running skill leaves out is refused until the skill is over', async () => {
  const restrictions = new RestrictionStack();
  const dispatcher = createDispatcher({
    registry: createRegistry([phone]),
    permissions: {
      mode: () => 'bypassPermissions',
      rules: () => [],
      ask: () => Promise.reject(new Error('not asked')),
      allowAlways: () => undefined,
    },
    contextFor: () => ({ threadId: 't', writeRoots: [], restrictions }),
  });
  const call = async () => {
    const { signal } = new AbortController();
    return (await dispatcher.dispatch({ id: 'c', name: 'Phone', args: '' }, { signal })).result;
  };
  await restrictions.within(['Read'], async () => {
    expect(await call()).toMatchObject({ error: 'TOOL_NOT_FOUND', text: expect.stringContaining('Read') });
  });
  expect(await call()).toMatchObject({ success: true });
});
