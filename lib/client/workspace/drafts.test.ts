import { describe, expect, it } from 'vitest';
import { createFakeLocks } from '../testing/fake-locks';
import { createFakeStorage } from '../testing/fake-storage';
import { createDrafts } from './drafts';

const open = (locks = createFakeLocks(), session = createFakeStorage()) => {
  const life = new AbortController();
  return { locks, session, close: () => life.abort(), ...createDrafts(locks, { session }, life.signal) };
};

describe('drafts', () => {
  it('are one for each tab, and the same again after a reload', async () => {
    const first = open();
    const second = open(first.locks);
    expect([await first.claim('s'), await second.claim('s'), await first.claim('s')]).toEqual([
      'draft-s',
      'draft-s.2',
      'draft-s',
    ]);
    first.close();
    second.close();
    expect(await open(first.locks, second.session).claim('s')).toBe('draft-s.2');
  });

  it('pass over what another tab took meanwhile, as where a tab was duplicated', async () => {
    const first = open();
    await first.claim('s');
    expect(await open(first.locks, first.session).claim('s')).toBe('draft-s.2');
  });

  it('are the first one where the browser has no locks', async () => {
    expect(await createDrafts(undefined, {}, new AbortController().signal).claim('s')).toBe('draft-s');
  });
});
