// @vitest-environment jsdom
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ErrorBoundary } from './error-boundary';
import { useHoldPage } from './use-reload-online';

const reload = vi.fn<() => void>();
vi.mock('./reload-page', () => ({ reloadPage: () => reload() }));
afterEach(() => {
  reload.mockClear();
  document.body.replaceChildren();
});

async function show(thrown: Error): Promise<HTMLElement> {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const Broken = (): ReactNode => {
    throw thrown;
  };
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place, { onCaughtError: () => undefined });
  await act(async () =>
    root.render(
      <ErrorBoundary what="The sidebar">
        <Broken />
      </ErrorBoundary>,
    ),
  );
  return place;
}

const online = () => act(async () => window.dispatchEvent(new Event('online')));

describe('a pane', () => {
  it('that breaks says why, and can be shown again', async () => {
    const place = await show(new Error('It broke.'));
    expect(place.querySelector('[role=alert]')?.textContent).toContain('It broke.');
    expect(place.querySelector('button')?.textContent).toBe('Show it again');
    await online();
    expect(reload).not.toHaveBeenCalled();
  });

  it('whose code did not load comes with the page, as soon as there is a network', async () => {
    const missing = Object.assign(new Error('Failed to load chunk /x.js'), { name: 'ChunkLoadError' });
    const place = await show(missing);
    expect(place.querySelector('[role=alert]')?.textContent).toContain('The sidebar did not load.');
    expect(place.textContent).not.toContain('/x.js');
    place.querySelector('button')?.click();
    expect(reload).toHaveBeenCalledTimes(1);
    await online();
    expect(reload).toHaveBeenCalledTimes(2);
  });

  it('whose code did not load waits for whoever holds the page', async () => {
    const Holder = ({ hold }: { hold: boolean }): ReactNode => {
      useHoldPage(hold);
      return null;
    };
    const holder = createRoot(document.createElement('div'));
    await act(async () => holder.render(<Holder hold />));
    await show(Object.assign(new Error('Failed to load chunk /x.js'), { name: 'ChunkLoadError' }));
    await online();
    expect(reload).not.toHaveBeenCalled();
    await act(async () => holder.render(<Holder hold={false} />));
    expect(reload).toHaveBeenCalled();
  });
});
