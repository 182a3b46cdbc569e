import { afterEach, expect, it, vi } from 'vitest';
import { mountFiles } from './mount-files';
import { TreeFs } from './tree-fs';

afterEach(() => vi.useRealTimers());

it('makes files that come together equally old, however long it takes', () => {
  vi.useFakeTimers();
  const fs = new TreeFs(1e6);
  const slow = {
    path: '/b',
    get data() {
      vi.advanceTimersByTime(5);
      return new Uint8Array([1]);
    },
  };
  mountFiles(fs, [{ path: '/dir', data: null }, { path: '/dir/a', data: new Uint8Array([2]) }, slow]);
  expect(fs.stat('/b').mtimeMs).toBe(fs.stat('/dir/a').mtimeMs);
  expect([...fs.read('/b'), ...fs.read('/dir/a')]).toEqual([1, 2]);
});
