import { describe, expect, it } from 'vitest';
import { createFileCache } from './thread-memory';

const state = (mtimeMs: number, size: number) => ({ mtimeMs, size });
const bytes = (size: number) => new Uint8Array(size);

describe('the cache of files', () => {
  it('gives a file back as long as it has not changed', () => {
    const cache = createFileCache(() => 10_000);
    const content = bytes(3);
    cache.set('/a', state(1, 3), content);
    expect(cache.get('/a', state(1, 3))).toBe(content);
    expect(cache.get('/a', state(2, 3))).toBeUndefined();
    expect(cache.get('/a', state(1, 4))).toBeUndefined();
    expect(cache.get('/b', state(1, 3))).toBeUndefined();
    cache.forget('/a');
    expect(cache.get('/a', state(1, 3))).toBeUndefined();
  });

  it('does not trust a file that has just changed', () => {
    const cache = createFileCache(() => 10_000);
    cache.set('/a', state(9_500, 3), bytes(3));
    expect(cache.get('/a', state(9_500, 3))).toBeUndefined();
  });

  it('does not keep what is not the whole file', () => {
    const cache = createFileCache(() => 10_000);
    cache.set('/a', state(1, 4), bytes(3));
    expect(cache.get('/a', state(1, 4))).toBeUndefined();
  });

  it('lets go of what was used longest ago', () => {
    const cache = createFileCache(() => 10_000, 10);
    for (const path of ['/a', '/b']) cache.set(path, state(1, 4), bytes(4));
    cache.get('/a', state(1, 4));
    cache.set('/c', state(1, 4), bytes(4));
    cache.set('/huge', state(1, 11), bytes(11));
    expect(['/a', '/b', '/c', '/huge'].filter((path) => cache.get(path, state(1, 4)))).toEqual(['/a', '/c']);
  });
});
