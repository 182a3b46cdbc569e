import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLiveCalls } from './tool-executor';

const FRAME_MS = 16;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('reports each phase at once, also several of one frame', () => {
  const reports: (string | undefined)[] = [];
  const live = createLiveCalls(() => reports.push(live.calls.get('c0')?.phase));
  live.onCall('c0', (call) => ({ ...call, phase: 'running' }));
  live.onCall('c0', (call) => ({ ...call, phase: 'succeeded' }));
  expect(reports).toEqual(['running', 'succeeded']);
  vi.advanceTimersByTime(10 * FRAME_MS);
  expect(reports).toHaveLength(2);
});

it('reports one phase of many calls at once, and whatever else changes in the same frame with the next one', () => {
  const reports: number[] = [];
  const live = createLiveCalls(() =>
    reports.push([...live.calls.values()].filter(({ phase }) => phase === 'succeeded').length),
  );
  const all = (phase: 'running' | 'succeeded'): void => {
    for (let at = 0; at < 1_000; at += 1) live.onCall(`c${at}`, (call) => ({ ...call, phase }));
  };
  all('running');
  vi.advanceTimersByTime(10 * FRAME_MS);
  reports.splice(0);
  all('succeeded');
  expect(reports).toEqual([1]);
  vi.advanceTimersByTime(FRAME_MS);
  expect(reports).toEqual([1, 1_000]);
});

it('reports output with the next frame', () => {
  const onChange = vi.fn();
  const live = createLiveCalls(onChange);
  live.onCall('c0', (call) => ({ ...call, output: 'a' }));
  expect(onChange).not.toHaveBeenCalled();
  vi.advanceTimersByTime(FRAME_MS);
  expect(onChange).toHaveBeenCalledOnce();
  live.cancel();
});
