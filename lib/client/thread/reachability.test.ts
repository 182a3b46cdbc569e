import { describe, expect, it } from 'vitest';
import type { RunResponse } from '../run-client';
import { createReachability } from './reachability';

const LOST: RunResponse<unknown> = { ok: false, code: 'NETWORK_ERROR', message: 'gone' };
const GATEWAY: RunResponse<unknown> = { ok: false, code: 'HTTP_502', message: 'no', status: 502 };
const UNKNOWN: RunResponse<unknown> = { ok: false, code: 'NOT_FOUND', message: 'no', status: 404 };
const FINE: RunResponse<unknown> = { ok: true, value: {} };

/** Watches a server that gives these answers; what failed works once it can be reached, or fails again each time. */
async function watch(
  answers: RunResponse<unknown>[],
  { online = false, again = false, taken = false, start = true } = {},
) {
  const over = new AbortController();
  const pauses: number[] = [];
  let [reached, asked, inVain] = [0, 0, 0];
  let wake: () => void = () => undefined;
  const reachability = createReachability({
    signal: over.signal,
    async wait(ms, signal) {
      if (online) wake();
      pauses.push(signal.aborted ? 0 : ms);
      if (pauses.length > answers.length) over.abort();
    },
    onOnline: (callback) => (wake = callback),
    ask: async () => answers[asked++] ?? FINE,
    onReachable() {
      reached += 1;
      if (taken) reachability.reset();
      if (!again) reachability.stop();
    },
    onInVain: () => (inVain += 1),
  });
  if (start) reachability.start();
  await new Promise((resolve) => setTimeout(resolve));
  return { pauses, reached, asked, ...(inVain > 0 && { inVain }) };
}

describe('createReachability', () => {
  it('asks ever more seldom until the server answers, whatever it says, and then no more', async () => {
    expect(await watch([LOST, GATEWAY, UNKNOWN])).toEqual({ pauses: [2000, 4000, 8000, 30_000], reached: 1, asked: 3 });
  });

  it('asks at least each half minute', async () => {
    const { pauses } = await watch(Array.from({ length: 7 }, () => LOST));
    expect(Math.max(...pauses)).toBe(30_000);
  });

  it('goes on ever more seldom with what fails again each time', async () => {
    const { pauses, reached } = await watch([FINE, FINE, FINE, FINE, FINE], { again: true });
    expect({ pauses, reached }).toEqual({ pauses: [2000, 4000, 8000, 16_000, 30_000, 30_000], reached: 5 });
  });

  it('gives up what fails again each time although the server answers', async () => {
    const { pauses, reached, inVain } = await watch(
      Array.from({ length: 9 }, () => FINE),
      { again: true },
    );
    expect({ tried: pauses.length, reached, inVain }).toEqual({ tried: 7, reached: 6, inVain: 1 });
  });

  it('does not give up while the server takes something in between, as where a network comes and goes', async () => {
    const { reached, inVain } = await watch(
      Array.from({ length: 9 }, () => FINE),
      { again: true, taken: true },
    );
    expect({ reached, inVain }).toEqual({ reached: 9, inVain: undefined });
  });

  it('gives up as well what takes long to fail', async () => {
    let inVain = 0;
    const reachability = createReachability({
      signal: new AbortController().signal,
      wait: () => Promise.resolve(),
      onOnline: undefined,
      ask: () => Promise.resolve(FINE),
      onReachable: () => reachability.stop(),
      onInVain: () => (inVain += 1),
    });
    for (let time = 0; time < 7; time += 1) {
      reachability.start();
      await new Promise((resolve) => setTimeout(resolve));
    }
    expect(inVain).toBe(1);
  });

  it('sets no clock while nothing has failed', async () => {
    expect(await watch([FINE, FINE], { start: false })).toEqual({ pauses: [], reached: 0, asked: 0 });
  });

  it('does not wait once the browser is online again', async () => {
    expect((await watch([FINE], { online: true })).pauses[0]).toBe(0);
  });
});
