import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadWorker } from './load-worker';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Stands in for a worker, which Node has none of: tells what happens to it, and whether it is still there. */
class WorkerDouble extends EventTarget {
  ended = false;
  terminate(): void {
    this.ended = true;
  }
}

it('a worker that cannot be loaded is started again until it can, and no failure is left to anybody else', async () => {
  const started: WorkerDouble[] = [];
  const loading = loadWorker(() => {
    const worker = new WorkerDouble();
    started.push(worker);
    queueMicrotask(() => worker.dispatchEvent(new Event(started.length < 3 ? 'error' : 'message')));
    return worker;
  });
  await vi.runAllTimersAsync();
  expect(await loading).toBe(started[2]);
  expect(started.map(({ ended }) => ended)).toEqual([true, true, false]);
});

it('what goes wrong in a worker later is for those who use it', async () => {
  const worker = new WorkerDouble();
  const loading = loadWorker(() => worker);
  worker.dispatchEvent(new Event('message'));
  await loading;
  worker.dispatchEvent(new Event('error'));
  await vi.runAllTimersAsync();
  expect(worker.ended).toBe(false);
});
