import { describe, expect, it } from 'vitest';
import { loadKey, loadSettings, saveKey, saveSettings } from './settings';
import { createFakeStorage } from './testing/fake-storage';

const refusing: Storage = Object.assign(createFakeStorage(), {
  getItem() {
    throw new DOMException('refused', 'SecurityError');
  },
  setItem() {
    throw new DOMException('full', 'QuotaExceededError');
  },
});
const defaults = { mode: 'default', rules: [] };

describe('settings', () => {
  it('come back as they were saved', () => {
    const local = createFakeStorage();
    saveSettings({ local }, { mode: 'plan', rules: [{ behavior: 'deny', rule: 'Bash' }] });
    expect(loadSettings({ local })).toEqual({ mode: 'plan', rules: [{ behavior: 'deny', rule: 'Bash' }] });
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
    expect(() => saveSettings({ local: refusing }, { mode: 'plan', rules: [] })).not.toThrow();
  });

  it('keep the key in the tab only, until it is emptied', () => {
    const page = { local: createFakeStorage(), session: createFakeStorage() };
    saveKey(page, 'sk');
    expect(loadKey(page)).toBe('sk');
    expect(page.local.length).toBe(0);
    saveKey(page, '');
    expect(loadKey(page)).toBeUndefined();
  });
});
