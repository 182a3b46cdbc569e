import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AgentOptions } from '@/lib/protocol';
import { createCurrentSettings, createThreadPolicy } from './current-settings';
import { createMemoryStore } from '@/lib/stores';
import type { ThreadPolicy } from './settings';
import { createFakeStorage } from '../testing/fake-storage';

const HOOK = { id: 'h', name: 'H', event: 'Stop', source: '', enabled: true } as const;
vi.mock('@/lib/scenarios', () => ({
  findScenario: (id: string) =>
    ({
      strict: {
        setup: {
          options: { mode: 'acceptEdits', discovery: 'lazy' },
          limits: { tools: { Read: 3 } },
          hooks: [HOOK],
          rules: { deny: ['Edit(src/**)'] },
        },
      },
      slow: { setup: { options: { speed: 'typing' } } },
      plain: {},
    })[id],
  setupInChinese: (setup: object) => ({ ...setup, ...('hooks' in setup && { hooks: [{ ...HOOK, name: '钩' }] }) }),
}));

let policy: ThreadPolicy;
let local = createFakeStorage();
beforeEach(() => (local = createFakeStorage()));
async function setUp(first: AgentOptions = {}) {
  policy = createThreadPolicy(createMemoryStore(), () => undefined);
  const settings = createCurrentSettings({
    storage: { local },
    first,
    language: 'en',
    policy,
    onChange: () => undefined,
  });
  await settings.ready();
  return settings;
}

describe('the policy of a thread', () => {
  it('keeps what a person decides while the stored one is read', async () => {
    const table = createMemoryStore();
    const kept = createThreadPolicy(table, () => undefined);
    kept.begin('t', 'default');
    await table.get('policy:t');
    const read = kept.load('t', () => 'default');
    kept.setMode('plan');
    kept.addRule({ behavior: 'allow', rule: 'Bash' });
    await read;
    expect([kept.mode, kept.rules]).toEqual(['plan', [{ behavior: 'allow', rule: 'Bash' }]]);
  });
});

describe('what holds now', () => {
  it('is the scenario’s setup beside what the person set, and nothing of it is kept', async () => {
    const settings = await setUp({ scenario: 'strict' });
    settings.addRule({ behavior: 'allow', rule: 'Bash' }, 'everywhere');
    settings.setTools({ limits: { calls: 9, tools: { Edit: 1 } } });
    expect(settings.options).toEqual({ scenario: 'strict', mode: 'acceptEdits', discovery: 'lazy' });
    expect([settings.mode, settings.hooks()]).toEqual(['acceptEdits', [HOOK]]);
    expect(settings.limits()).toEqual({ calls: 9, tools: { Edit: 1, Read: 3 } });
    expect(settings.rules()).toEqual([
      { behavior: 'allow', rule: 'Bash' },
      { behavior: 'deny', rule: 'Edit(src/**)' },
    ]);
    const again = await setUp();
    expect([again.mode, again.rules(), again.hooks()]).toEqual(['default', [{ behavior: 'allow', rule: 'Bash' }], []]);
  });

  it('changes with the scenario: what the last one set is forgotten', async () => {
    const settings = await setUp({ model: 'm' });
    for (const [scenario, options, mode] of [
      ['strict', { model: 'm', scenario: 'strict', mode: 'acceptEdits', discovery: 'lazy' }, 'acceptEdits'],
      ['slow', { model: 'm', scenario: 'slow', speed: 'typing' }, 'default'],
      ['plain', { model: 'm', scenario: 'plain' }, 'default'],
    ] as const) {
      settings.begin(scenario);
      await settings.ready();
      expect([settings.options, settings.mode]).toEqual([options, mode]);
    }
    expect([settings.setup, settings.hooks()]).toEqual([{}, []]);
    settings.setOptions({ scenario: 'strict' });
    await settings.ready();
    expect(settings.mode).toBe('acceptEdits');
  });

  it('a link’s own words come before the scenario’s, and the person’s before both', async () => {
    const settings = await setUp({ scenario: 'strict', mode: 'plan' });
    expect([settings.mode, settings.options.discovery]).toEqual(['plan', 'lazy']);
    settings.setMode('auto');
    settings.setOptions({ discovery: 'full' });
    settings.begin('strict');
    expect([settings.mode, settings.options.discovery]).toEqual(['auto', 'full']);
  });

  it('has the agent loop speak the language of the design that is chosen', async () => {
    const settings = await setUp({ preset: 'dskcode' });
    settings.startWith({ language: 'zh' });
    expect(settings.options.language).toBe('zh');
    settings.setOptions({ preset: 'y-agent' });
    settings.startWith({ language: 'en' });
    expect(settings.options.language).toBe('en');
  });

  it('has the agent loop speak the language of the page where no design is chosen, also in a thread begun in another', async () => {
    const settings = await setUp({ scenario: 'plain' });
    settings.startWith({ language: 'zh', discovery: 'lazy' });
    expect([settings.options.language, settings.options.discovery]).toEqual(['zh', undefined]);
    settings.adopt({ scenario: 'plain', language: 'en', speed: 'fast' });
    expect([settings.options.language, settings.options.speed]).toEqual(['zh', 'fast']);
  });

  it('is for a thread what was decided in it, and for no other', async () => {
    const settings = await setUp({ scenario: 'plain' });
    policy.begin('one', settings.mode);
    settings.setMode('plan');
    settings.addRule({ behavior: 'allow', rule: 'Bash' }, 'thread');
    settings.follow();
    expect([settings.mode, settings.startMode, settings.rules().length]).toEqual(['plan', 'default', 1]);
    policy.forget();
    settings.follow();
    expect([settings.mode, settings.rules()]).toEqual(['default', []]);
    await policy.load('one', () => 'auto');
    settings.follow();
    expect([settings.mode, settings.saved]).toEqual(['plan', [{ behavior: 'allow', rule: 'Bash', scope: 'thread' }]]);
  });

  it('forgets a mode that was chosen before there was a thread with the scenario, but not what new threads begin in', async () => {
    const settings = await setUp({ scenario: 'plain' });
    settings.setMode('plan');
    settings.begin('plain');
    expect(settings.mode).toBe('plan');
    settings.begin('slow');
    await settings.ready();
    expect([settings.mode, (await setUp()).mode]).toEqual(['default', 'default']);
    settings.setStartMode('acceptEdits');
    settings.begin('plain');
    expect([settings.mode, (await setUp()).mode]).toEqual(['acceptEdits', 'acceptEdits']);
  });

  it('a link made while a scenario’s mode held does not carry that mode to other scenarios', async () => {
    const settings = await setUp({ scenario: 'strict', mode: 'acceptEdits' });
    expect(settings.mode).toBe('acceptEdits');
    settings.begin('plain');
    await settings.ready();
    expect(settings.mode).toBe('default');
  });

  it('a thread that is opened has its options, and leaves none of its scenario’s behind', async () => {
    const settings = await setUp({ model: 'm', speed: 'fast' });
    settings.adopt({ scenario: 'strict', mode: 'acceptEdits', discovery: 'deferred', speed: 'typing' });
    await settings.ready();
    expect(settings.options).toEqual({
      model: 'm',
      scenario: 'strict',
      speed: 'typing',
      mode: 'acceptEdits',
      discovery: 'deferred',
    });
    expect(settings.hooks()).toEqual([HOOK]);
    settings.begin('plain');
    await settings.ready();
    expect(settings.options).toEqual({ model: 'm', scenario: 'plain', speed: 'typing' });
  });
});
