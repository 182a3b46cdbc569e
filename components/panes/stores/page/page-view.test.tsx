// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import type { PageDriver, PageView as Seen } from '@/lib/ports';
import { elementNamed, renderPage, unrenderAll } from '../../../fixtures/render';
import { Opening } from './opening';
import PageView from './page-view';

afterEach(unrenderAll);

const subscribe = () => () => undefined;
const SEEN: Seen = { url: 'http://localhost:3000/a', title: 'Tea', text: '', console: [] };
const SERVERS = [{ port: 3000, url: 'http://localhost:3000/' }];
const show = async (
  value: Seen | undefined,
  open: PageDriver['open'] = vi.fn(async () => SEEN),
  {
    servers = SERVERS,
    place = () => undefined,
    observed = { value: servers, subscribe },
  }: { servers?: typeof SERVERS; place?: PageDriver['show']; observed?: PageDriver['servers'] } = {},
) => {
  const nothing = async () => SEEN;
  const browser: PageDriver = {
    value,
    subscribe,
    servers: observed,
    open,
    read: nothing,
    click: nothing,
    type: nothing,
    screenshot: async () => ({ mimeType: 'image/png', data: '' }),
    show: place,
  };
  const shown = await renderPage(
    { ports: { browser } },
    <main>
      <PageView />
    </main>,
  );
  return { open, browser, main: shown.place.querySelector('main'), ...shown };
};
const click = (element: HTMLElement) => act(async () => element.click());

it('lists what listens, and opens it', async () => {
  const { open, place } = await show(undefined);
  expect(place.textContent).toContain('No page is open');
  await click(elementNamed('button', 'Open port 3000'));
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
  await click(elementNamed('button', 'Copy the address'));
  expect(written).toEqual([SEEN.url]);
  await click(elementNamed('button', 'Reload'));
  expect(open).toHaveBeenCalledWith(SEEN.url, expect.any(AbortSignal));
});

it('says why an address does not open', async () => {
  const { place } = await show(SEEN, () => Promise.reject(new Error('Nothing listens.')));
  await click(elementNamed('button', 'Open port 3000'));
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
  await click(elementNamed('button', 'Reload'));
  await click(elementNamed('button', 'Open port 3000'));
  expect(asked.map(({ aborted }) => aborted)).toEqual([true, false]);
  expect(place.querySelector('[role=status]')?.textContent).toBe('Opening http://localhost:3000/…');
  expect(place.querySelector('[role=alert]')).toBeNull();
});

it('waits for a port that nothing listens on, also while something else is looked at, and keeps the address', async () => {
  const listeners = new Set<() => void>();
  const servers: { value: typeof SERVERS; subscribe: typeof subscribe } = {
    value: [],
    subscribe: (listener?: () => void) => {
      if (listener) listeners.add(listener);
      return () => undefined;
    },
  };
  const open = vi.fn(async () => {
    if (servers.value.length === 0) throw new Error('Nothing listens.');
    return SEEN;
  });
  const { place, browser } = await show(undefined, open, { observed: servers });
  await act(() => Opening.of(browser).open('localhost:3000/a'));
  expect(place.querySelector('[role=status]')?.textContent).toMatch(/Nothing is listening on port 3000 yet/);
  expect(place.querySelector('[role=alert]')).toBeNull();
  await unrenderAll();
  const again = await renderPage({ ports: { browser } }, <PageView />);
  expect(again.place.querySelector('input')?.value).toBe('localhost:3000/a');
  servers.value = SERVERS;
  await act(async () => listeners.forEach((listener) => listener()));
  expect(open.mock.calls.map(([address]: readonly unknown[]) => address)).toEqual([
    'localhost:3000/a',
    'localhost:3000/a',
  ]);
  expect(again.place.querySelector('[role=status]')).toBeNull();
});

it('goes back and forward through the pages there were', async () => {
  const listeners = new Set<() => void>();
  const pages: Pick<PageDriver, 'value' | 'subscribe' | 'open'> & { value: Seen | undefined } = {
    value: SEEN,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async open(url) {
      pages.value = { ...SEEN, url };
      for (const listener of listeners) listener();
      return pages.value;
    },
  };
  const driver = Object.assign(pages, {
    servers: { value: SERVERS, subscribe },
    read: async () => SEEN,
    click: async () => SEEN,
    type: async () => SEEN,
    screenshot: async () => ({ mimeType: 'image/png', data: '' }),
    show: () => undefined,
  });
  await renderPage({ ports: { browser: driver } }, <PageView />);
  const can = (name: string) => !elementNamed('button', name).hasAttribute('disabled');
  expect([can('Back'), can('Forward')]).toEqual([false, false]);
  await click(elementNamed('button', 'Open port 3000'));
  expect([pages.value?.url, can('Back'), can('Forward')]).toEqual(['http://localhost:3000/', true, false]);
  await click(elementNamed('button', 'Back'));
  expect([pages.value?.url, can('Back'), can('Forward')]).toEqual([SEEN.url, false, true]);
  await click(elementNamed('button', 'Forward'));
  expect([pages.value?.url, can('Back'), can('Forward')]).toEqual(['http://localhost:3000/', true, false]);
  await click(elementNamed('button', 'Back'));
  await act(() => driver.open('b.html', new AbortController().signal).then(() => undefined));
  expect([can('Back'), can('Forward')]).toEqual([true, false]);
});

it('shows the page as wide as is chosen, and no wider than there is room', async () => {
  const place = vi.fn<PageDriver['show']>();
  const room = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect');
  room.mockReturnValue(new DOMRect(100, 50, 600, 400));
  await show(SEEN, undefined, { place });
  const shown = () => {
    window.dispatchEvent(new Event('resize'));
    return place.mock.lastCall?.[0];
  };
  expect(shown()).toEqual({ left: 100, top: 50, width: 600, height: 400, title: 'Page of the sandbox' });
  await click(elementNamed('button', '390 pixels wide'));
  expect(shown()).toEqual({ left: 205, top: 50, width: 390, height: 400, title: 'Page of the sandbox' });
  expect(elementNamed('button', '390 pixels wide').getAttribute('aria-pressed')).toBe('true');
  await click(elementNamed('button', '768 pixels wide'));
  expect(shown()).toEqual({ left: 100, top: 50, width: 600, height: 400, title: 'Page of the sandbox' });
  room.mockRestore();
});

it('hides the part of the page that is scrolled out of what it is in', async () => {
  const place = vi.fn<PageDriver['show']>();
  const { main } = await show(SEEN, undefined, { place });
  const room = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect');
  room.mockImplementation(function (this: HTMLElement) {
    return this === main ? new DOMRect(0, 80, 640, 250) : new DOMRect(170, 60, 470, 400);
  });
  window.dispatchEvent(new Event('scroll'));
  expect(place.mock.lastCall?.[0]).toEqual({
    left: 170,
    top: 60,
    width: 470,
    height: 400,
    title: 'Page of the sandbox',
    hidden: { top: 20, bottom: 130 },
  });
  room.mockRestore();
});

it('says that the server of a page is gone, and tells errors of its console from the rest', async () => {
  const { place } = await show({ ...SEEN, console: ['log: one', 'error: two (line 3:5)'] }, undefined, { servers: [] });
  expect(place.querySelector('[role=alert]')?.textContent).toMatch(/Nothing is listening on port 3000 any more/);
  const lines = [...place.querySelectorAll('pre span')];
  expect(lines.map((line) => [line.textContent, line.classList.contains('text-bad')])).toEqual([
    ['log: one', false],
    ['error: two (line 3:5)', true],
  ]);
});
