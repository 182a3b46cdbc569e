import type { Sandbox } from '@/lib/ports';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchSettled } from './watch-settled';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watched() {
  const listeners = new Set<() => void>();
  const sandbox: Pick<Sandbox, 'workdir' | 'fs'> = {
    workdir: '/w',
    fs: Object.assign(Object.create(null), {
      watch(_path: string, listener: () => void) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    }),
  };
  return { sandbox, change: () => listeners.forEach((listener) => listener()), listeners };
}

test('many changes are one, and a program that writes without a pause is heard too', () => {
  const { sandbox, change } = watched();
  const heard = vi.fn();
  watchSettled(sandbox, 100, heard);
  for (let round = 0; round < 10; round += 1) {
    change();
    vi.advanceTimersByTime(50);
  }
  expect(heard).toHaveBeenCalledTimes(5);
});

test('nothing is told after the end, not even what had begun', () => {
  const { sandbox, change, listeners } = watched();
  const heard = vi.fn();
  const end = watchSettled(sandbox, 100, heard);
  change();
  end();
  vi.advanceTimersByTime(200);
  expect(heard).not.toHaveBeenCalled();
  expect(listeners.size).toBe(0);
});
