import { describe, expect, it } from 'vitest';
import { defineTool } from '../define-tool';
import { lookUp } from '../dispatch/look-up';
import { eraseTool } from '../erase-tool';
import { createRegistry } from '../registry';
import { assembleToolPool, type ToolPoolParts } from '.';

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
