import { describe, expect, it } from 'vitest';
import { loadKeys, loadSettings, saveKeys, saveSettings, type BrowserSettings } from './settings';
import { createFakeStorage } from '../testing/fake-storage';
import { DEFAULT_TOOL_SETTINGS } from './tool-settings';

const HOOK = { id: 'h', name: 'Look', event: 'Stop', source: 'return {}', enabled: true } as const;

const refusing: Storage = Object.assign(createFakeStorage(), {
  getItem() {
    throw new DOMException('refused', 'SecurityError');
  },
  setItem() {
    throw new DOMException('full', 'QuotaExceededError');
  },
});
const defaults = { mode: 'default', rules: [], tools: DEFAULT_TOOL_SETTINGS };

describe('settings', () => {
  it('come back as they were saved', () => {
    const local = createFakeStorage();
    const settings: BrowserSettings = {
      mode: 'plan',
      rules: [{ behavior: 'deny', rule: 'Bash' }],
      tools: { ...DEFAULT_TOOL_SETTINGS, language: 'zh', hooks: [HOOK], limits: { calls: 5, tools: { Read: 1 } } },
    };
    saveSettings({ local }, settings);
    expect(loadSettings({ local })).toEqual(settings);
  });

  it.each([
    ['before tools had any', undefined, {}],
    ['where they are spoilt', 'x', {}],
    ['where one is spoilt', { limits: { calls: 0 }, hooks: [{ id: 1 }], writeRoots: ['src'] }, { writeRoots: ['src'] }],
  ])('keep what was saved %s', (_name, tools, kept) => {
    const rules = [{ behavior: 'deny', rule: 'Bash' }];
    const local = createFakeStorage({ 'toolyard.settings': JSON.stringify({ mode: 'plan', rules, tools }) });
    expect(loadSettings({ local })).toEqual({ mode: 'plan', rules, tools: { ...DEFAULT_TOOL_SETTINGS, ...kept } });
  });

  it.each([
    ['nothing', createFakeStorage()],
    ['no JSON', createFakeStorage({ 'toolyard.settings': '{' })],
    ['an unknown mode', createFakeStorage({ 'toolyard.settings': '{"mode":"yolo","rules":[]}' })],
    ['a storage that refuses', refusing],
    ['no storage', undefined],
  ])('are the defaults over %s', (_name, local) => {
    expect(loadSettings({ ...(local && { local }) })).toEqual(defaults);
  });

  it('are not worth an error where the browser refuses to store them', () => {
    expect(() =>
      saveSettings({ local: refusing }, { mode: 'plan', rules: [], tools: DEFAULT_TOOL_SETTINGS }),
    ).not.toThrow();
  });

  it('keep the keys in the tab only', () => {
    const page = { local: createFakeStorage(), session: createFakeStorage() };
    saveKeys(page, { openai: 'sk' });
    expect(loadKeys(page)).toEqual({ openai: 'sk' });
    expect(page.local.length).toBe(0);
    page.session.setItem('toolyard.keys', 'sk-bare');
    expect(loadKeys(page)).toEqual({});
  });
});
