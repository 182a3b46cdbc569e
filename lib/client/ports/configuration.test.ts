import { describe, expect, it } from 'vitest';
import { DEFAULT_TOOL_SETTINGS } from '../settings/tool-settings';
import { openConfiguration } from './configuration';
import type { PageDependencies } from './dependencies';

function setUp() {
  let tools = DEFAULT_TOOL_SETTINGS;
  let options = {};
  const settings: PageDependencies['settings'] = {
    tools: () => tools,
    setTools: (change) => void (tools = { ...tools, ...change }),
    options: () => options,
    setOptions: (change) => void (options = { ...options, ...change }),
  };
  const { configuration } = openConfiguration({ settings });
  if (!configuration) throw new Error('no configuration');
  return { configuration, tools: () => tools, options: () => options };
}

describe('the configuration', () => {
  it('lists every key with its value and what that may be', () => {
    const list = setUp().configuration.list();
    expect(Object.fromEntries(list.map(({ key, value }) => [key, value]))).toEqual({
      language: 'auto',
      discovery: 'full',
      rate_limit: 30,
      rate_limits: {},
      rate_window: 60,
      write_roots: [],
      disabled_tools: [],
      max_turns: null,
      speed: 'fast',
    });
    expect(list[0]?.schema).toMatchObject({ enum: ['auto', 'en', 'zh'] });
    for (const { description } of list) expect(description).toMatch(/\.$/);
  });

  it.each<[string, unknown]>([
    ['language', 'zh'],
    ['discovery', 'lazy'],
    ['rate_limit', 5],
    ['rate_limits', { Read: 3 }],
    ['write_roots', ['src']],
    ['disabled_tools', ['Bash']],
    ['max_turns', 12],
    ['speed', 'instant'],
  ])('sets %s, and then it holds', (key, value) => {
    const { configuration } = setUp();
    expect(configuration.set(key, value)).toEqual({ ok: true });
    expect(configuration.list().find((setting) => setting.key === key)?.value).toEqual(value);
  });

  it('keeps one limit when the other is set', () => {
    const { configuration, tools } = setUp();
    configuration.set('rate_limits', { Read: 3 });
    configuration.set('rate_limit', 5);
    expect(tools().limits).toEqual({ calls: 5, tools: { Read: 3 } });
  });

  it.each<[string, unknown]>([
    ['language', 'fr'],
    ['rate_limit', 0],
    ['rate_limit', '5'],
    ['write_roots', 'src'],
    ['max_turns', null],
  ])('does not set %s to %j, and says why', (key, value) => {
    const { configuration } = setUp();
    const before = configuration.list();
    expect(configuration.set(key, value)).toEqual({ ok: false, reason: expect.stringMatching(/\w+/) });
    expect(configuration.list()).toEqual(before);
  });

  it('knows nothing of what keeps an agent in bounds', () => {
    for (const key of ['mode', 'permission_mode', 'rules', 'hooks', 'validation', '__proto__']) {
      expect(setUp().configuration.set(key, 'bypassPermissions')).toBeUndefined();
    }
  });
});
