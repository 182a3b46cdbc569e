// @vitest-environment jsdom
import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { MAX_STORED } from '../limits';
import { makeStorageArea } from './storage-area';

const key = fc.constantFrom('a', 'b', 'length', 'getItem', 'toString', '__proto__', '0', 'constructor');
const value = fc.oneof(fc.string(), fc.integer(), fc.constant(null));

type Act = (storage: Storage) => unknown;
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.tuple(key, value).map(
    ([name, what]): Act =>
      (storage) =>
        Reflect.apply(storage.setItem, storage, [name, what]),
  ),
  key.map(
    (name): Act =>
      (storage) =>
        storage.getItem(name),
  ),
  key.map(
    (name): Act =>
      (storage) =>
        storage.removeItem(name),
  ),
  fc.nat(3).map(
    (index): Act =>
      (storage) =>
        storage.key(index),
  ),
  fc.constant<Act>((storage) => storage.clear()),
  fc.constantFrom('a', 'b', '0').map((name): Act => (storage) => [Reflect.get(storage, name), name in storage]),
  fc.constantFrom('a', 'b', '0').map(
    (name): Act =>
      (storage) =>
        Reflect.deleteProperty(storage, name),
  ),
  fc.constantFrom('a', 'b').map(
    (name): Act =>
      (storage) =>
        Reflect.set(storage, name, 7),
  ),
);

describe('a storage area', () => {
  beforeEach(() => localStorage.clear());

  it("does as the browser's own does", () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 30 }), (acts) => {
        localStorage.clear();
        const { storage } = makeStorageArea([], () => undefined);
        for (const one of acts) {
          expect(one(storage)).toEqual(one(localStorage));
          expect([storage.length, Object.keys(storage).sort(), new Set(Object.values(storage))]).toEqual([
            localStorage.length,
            Object.keys(localStorage).sort(),
            new Set(Object.values(localStorage)),
          ]);
        }
      }),
    );
  });

  it('tells what was written since it was last asked, and says so at once', () => {
    const changed = vi.fn<() => void>();
    const { storage, takeChanges } = makeStorageArea([['old', '1']], changed);
    expect(storage).toBeInstanceOf(Storage);
    storage.setItem('a', 'x');
    storage.removeItem('old');
    storage.removeItem('never');
    expect(changed).toHaveBeenCalledTimes(2);
    expect(takeChanges()).toEqual({
      cleared: false,
      entries: [
        ['a', 'x'],
        ['old', null],
      ],
    });
    storage.clear();
    storage.setItem('b', 'y');
    expect(takeChanges()).toEqual({ cleared: true, entries: [['b', 'y']] });
    expect(takeChanges()).toEqual({ cleared: false, entries: [] });
  });

  it('has a limit, and is as it was where a write goes beyond it', () => {
    const { storage } = makeStorageArea([], () => undefined);
    storage.setItem('a', 'x'.repeat(MAX_STORED - 10));
    expect(() => storage.setItem('b', 'x'.repeat(20))).toThrow(expect.objectContaining({ name: 'QuotaExceededError' }));
    expect(storage.length).toBe(1);
    storage.setItem('a', 'x'.repeat(MAX_STORED - 100));
    storage.setItem('b', 'x'.repeat(20));
    expect(storage.length).toBe(2);
  });
});
