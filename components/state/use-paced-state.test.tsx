// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { callView } from '../fixtures/call-view';
import { renderPage, unrenderAll } from '../fixtures/render';
import { PACE, usePacedState } from './use-paced-state';

beforeEach(() => void vi.useFakeTimers());
afterEach(async () => {
  await unrenderAll();
  vi.useRealTimers();
});

const calls = (count: number) => Array.from({ length: count }, (_, at) => callView({ id: `c${at}` }));

const Count = () => usePacedState((state) => state.calls).length;

async function counted(count: number) {
  const { client, place } = await renderPage({ calls: calls(count) }, <Count />);
  return async (next: number) => {
    await act(async () => client.store.setState({ calls: calls(next) }));
    return place.textContent;
  };
}

it('follows a few calls at once', async () => {
  const change = await counted(1);
  expect(await change(2)).toBe('2');
  expect(await change(3)).toBe('3');
});

it('follows many calls at most once per pause, and shows the last state in the end', async () => {
  const change = await counted(1);
  expect(await change(500)).toBe('500');
  expect(await change(501)).toBe('500');
  expect(await change(502)).toBe('500');
  await act(async () => vi.advanceTimersByTime(PACE));
  expect(document.body.textContent).toBe('502');
  expect(await change(503)).toBe('502');
  expect(await change(2)).toBe('2');
});
