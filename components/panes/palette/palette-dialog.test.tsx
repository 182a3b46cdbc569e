// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderPage, unrenderAll } from '../../fixtures/render';
import PaletteDialog from './palette-dialog';

// cmdk needs these, and jsdom lacks them.
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe = (): void => undefined;
    unobserve = (): void => undefined;
    disconnect = (): void => undefined;
  },
);
Element.prototype.scrollIntoView = () => undefined;

afterEach(unrenderAll);

it('offers what can be done now, also when that changes while it is open', async () => {
  const { client } = await renderPage({ status: 'model' }, <PaletteDialog />);
  const offered = (): string => document.querySelector('[role=listbox]')?.textContent ?? '';
  expect(offered()).toContain('Stop');
  await act(async () => client.store.setState({ status: 'idle' }));
  expect(offered()).not.toContain('Stop');
});
