import { describe, expect, it } from 'vitest';
import { chordLabel, matchesChord } from './keys';

const press = (key: string, held: Partial<Record<'metaKey' | 'ctrlKey' | 'altKey' | 'shiftKey', boolean>> = {}) => ({
  key,
  metaKey: false,
  ctrlKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

describe('matchesChord', () => {
  it.each([
    [{ key: 'r' }, press('r'), true],
    [{ key: 'r' }, press('R'), true],
    [{ key: 'r' }, press('r', { metaKey: true }), false],
    [{ key: 'r' }, press('r', { ctrlKey: true }), false],
    [{ key: 'r' }, press('r', { altKey: true }), false],
    [{ key: 'k', command: true }, press('k'), false],
    [{ key: 'k', command: true }, press('k', { ctrlKey: true }), true],
    [{ key: 'k', command: true }, press('k', { metaKey: true }), true],
    [{ key: 'k', command: true }, press('K', { ctrlKey: true, shiftKey: true }), false],
    [{ key: '?' }, press('?', { shiftKey: true }), true],
  ])('%o and %o → %s', (chord, pressed, expected) => {
    expect(matchesChord(chord, pressed)).toBe(expected);
  });
});

describe('chordLabel', () => {
  it.each([
    [{ key: 'k', command: true }, true, '⌘K'],
    [{ key: 'k', command: true }, false, 'Ctrl K'],
    [{ key: 'Enter', command: true }, true, '⌘Enter'],
    [{ key: 'Enter' }, false, 'Enter'],
    [{ key: 'Escape' }, false, 'Esc'],
  ])('%o, mac %s → %s', (chord, mac, label) => {
    expect(chordLabel(chord, mac)).toBe(label);
  });
});
