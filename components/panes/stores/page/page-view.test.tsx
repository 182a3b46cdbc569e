// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { PageDriver, PageView as Seen } from '@/lib/ports';
import { named, renderPage, unrenderAll } from '../../../fixtures/render';
import PageView from './page-view';

beforeAll(() => {
  // A layout is not what is tried.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined;
      disconnect = () => undefined;
    },
  );
});
afterEach(unrenderAll);

const subscribe = () => () => undefined;
const SEEN: Seen = { url: 'http://localhost:3000/a', title: 'Tea', text: '', console: [] };
const show = async (value: Seen | undefined, open: PageDriver['open'] = vi.fn(async () => SEEN)) => {
  const nothing = async () => SEEN;
  const browser: PageDriver = {
    value,
    subscribe,
    servers: { value: [{ port: 3000, url: 'http://localhost:3000/' }], subscribe },
    open,
    read: nothing,
    click: nothing,
    type: nothing,
    screenshot: async () => ({ mimeType: 'image/png', data: '' }),
    show: () => undefined,
  };
  return { open, ...(await renderPage({ ports: { browser } }, <PageView />)) };
};
const click = (element: HTMLElement) => act(async () => element.click());

it('lists what listens, and opens it', async () => {
  const { open, place } = await show(undefined);
  expect(place.textContent).toContain('No page is open');
  await click(named('button', 'Open port 3000'));
  expect(open).toHaveBeenCalledWith('http://localhost:3000/', expect.any(AbortSignal));
});

it('shows the address of the page, copies it and opens it anew', async () => {
  const written: string[] = [];
  vi.stubGlobal(
    'navigator',
    Object.assign(navigator, { clipboard: { writeText: async (text: string) => void written.push(text) } }),
  );
  const { open } = await show(SEEN);
  expect(document.querySelector('input')?.value).toBe(SEEN.url);
  await click(named('button', 'Copy the address'));
  expect(written).toEqual([SEEN.url]);
  await click(named('button', 'Reload'));
  expect(open).toHaveBeenCalledWith(SEEN.url, expect.any(AbortSignal));
});

it('says why an address does not open', async () => {
  const { place } = await show(SEEN, () => Promise.reject(new Error('Nothing listens.')));
  await click(named('button', 'Open port 3000'));
  expect(place.querySelector('[role=alert]')?.textContent).toBe('Nothing listens.');
});

it('opens the last address asked for, whatever the one before comes to', async () => {
  const asked: AbortSignal[] = [];
  const never = (_: string, signal: AbortSignal) =>
    new Promise<Seen>((_resolve, reject) => {
      asked.push(signal);
      signal.addEventListener('abort', () => reject(new Error('Too late.')));
    });
  const { place } = await show(SEEN, never);
  await click(named('button', 'Reload'));
  await click(named('button', 'Open port 3000'));
  expect(asked.map(({ aborted }) => aborted)).toEqual([true, false]);
  expect(place.querySelector('[role=status]')?.textContent).toBe('Opening http://localhost:3000/ …');
  expect(place.querySelector('[role=alert]')).toBeNull();
});
