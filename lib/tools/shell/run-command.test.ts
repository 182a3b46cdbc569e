import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SandboxProcess } from '@/lib/ports';
import { killOnAbort } from './run-command';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function deafProcess() {
  const signals: string[] = [];
  const process: SandboxProcess = {
    exit: new Promise(() => undefined),
    input: new WritableStream(),
    output: new ReadableStream(),
    resize: () => undefined,
    kill: (signal = 'SIGTERM') => void signals.push(signal),
  };
  return { signals, process };
}

it.each([
  ['an abort', 0],
  ['an abort that was there before', -1],
])('after %s a process is asked to end, and killed when it has not in time', async (_what, when) => {
  const { signals, process } = deafProcess();
  const stop = new AbortController();
  if (when < 0) stop.abort();
  killOnAbort(process, stop.signal, 5000);
  stop.abort();
  expect(signals).toEqual(['SIGTERM']);
  await vi.advanceTimersByTimeAsync(4999);
  expect(signals).toEqual(['SIGTERM']);
  await vi.advanceTimersByTimeAsync(1);
  expect(signals).toEqual(['SIGTERM', 'SIGKILL']);
});

it('a process that has ended is left alone', async () => {
  const { signals, process } = deafProcess();
  const stop = new AbortController();
  const ended = killOnAbort(process, stop.signal, 5000);
  stop.abort();
  ended();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(signals).toEqual(['SIGTERM']);
});
