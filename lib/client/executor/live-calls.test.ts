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

it('shows what was looked at as it was, and is the same until something changes', () => {
  const live = createLiveCalls(() => undefined);
  live.onCall('c0', (call) => ({ ...call, phase: 'running' }));
  const before = live.calls;
  expect(live.calls).toBe(before);
  live.onCall('c0', (call) => ({ ...call, phase: 'succeeded' }));
  expect([before, live.calls].map((calls) => calls.get('c0')?.phase)).toEqual(['running', 'succeeded']);
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
