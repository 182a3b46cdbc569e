import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PACE_MS, createPace, createSlices } from './pace';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function paced(isSlow: () => boolean) {
  const act = vi.fn();
  const { now, soon } = createPace(act, isSlow);
  return { now, soon, times: () => act.mock.calls.length };
}

it('does what is quick each time', () => {
  const { soon, times } = paced(() => false);
  for (let at = 0; at < 3; at += 1) soon();
  expect(times()).toBe(3);
});

it('does what is slow once per pause, the last time included', () => {
  const { soon, times } = paced(() => true);
  for (let at = 0; at < 9; at += 1) soon();
  expect(times()).toBe(1);
  vi.advanceTimersByTime(PACE_MS);
  expect(times()).toBe(2);
  vi.advanceTimersByTime(9 * PACE_MS);
  expect(times()).toBe(2);
  soon();
  expect(times()).toBe(3);
});

it('does at once what cannot wait, and nothing twice', () => {
  const { now, soon, times } = paced(() => true);
  soon();
  soon();
  now();
  expect(times()).toBe(2);
  vi.advanceTimersByTime(9 * PACE_MS);
  expect(times()).toBe(2);
});

it('is not slow any more once it is quick again', () => {
  let slow = true;
  const { now, soon, times } = paced(() => slow);
  soon();
  slow = false;
  now();
  soon();
  expect(times()).toBe(3);
});

it('work in slices lets other work go on between its pieces, once they have lasted a while', async () => {
  vi.useRealTimers();
  const done: string[] = [];
  setTimeout(() => done.push('other'));
  const slices = createSlices();
  for (let piece = 1; piece <= 5; piece += 1) {
    for (const until = performance.now() + 20; performance.now() < until;);
    done.push(`piece ${piece}`);
    await slices.yieldToOthers();
  }
  expect(done.at(0)).toBe('piece 1');
  expect(done.indexOf('other')).toBeLessThan(done.indexOf('piece 5'));
});
