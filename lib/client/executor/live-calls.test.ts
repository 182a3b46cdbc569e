import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLiveCalls } from './tool-executor';

const FRAME_MS = 16;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('reports a phase at once, and whatever else changes in the same frame with the next one', () => {
  const reports: number[] = [];
  const live = createLiveCalls(() => reports.push(live.calls.size));
  live.onCall('c0', (call) => ({ ...call, phase: 'running' }));
  expect(reports).toEqual([1]);
  for (let at = 1; at < 1_000; at += 1) live.onCall(`c${at}`, (call) => ({ ...call, phase: 'running' }));
  expect(reports).toEqual([1]);
  vi.advanceTimersByTime(FRAME_MS);
  expect(reports).toEqual([1, 1_000]);
  live.onCall('c0', (call) => ({ ...call, phase: 'succeeded' }));
  expect(reports).toHaveLength(2);
  vi.advanceTimersByTime(10 * FRAME_MS);
  expect(reports).toHaveLength(3);
  live.onCall('c1', (call) => ({ ...call, phase: 'succeeded' }));
  expect(reports).toHaveLength(4);
});

it('reports at once that a person is waited for, also in a frame that something was reported in', () => {
  const reports: (string | undefined)[] = [];
  const live = createLiveCalls(() => reports.push(live.calls.get('c0')?.phase));
  live.onCall('c0', (call) => ({ ...call, phase: 'running' }));
  live.onCall('c0', (call) => ({ ...call, phase: 'awaiting-approval' }));
  expect(reports).toEqual(['running', 'awaiting-approval']);
  vi.advanceTimersByTime(10 * FRAME_MS);
  expect(reports).toHaveLength(2);
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
