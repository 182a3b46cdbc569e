// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import { field, renderPage, unrenderAll } from '../../fixtures/render';
import PaletteDialog from './palette-dialog';

// cmdk needs it, and jsdom lacks it.
Element.prototype.scrollIntoView = () => undefined;

afterEach(unrenderAll);

it('offers what can be done now, also when that changes while it is open', async () => {
  const { client } = await renderPage({ status: 'model' }, <PaletteDialog />);
  const offered = (): string => document.querySelector('[role=listbox]')?.textContent ?? '';
  expect(offered()).toContain('Stop');
  await act(async () => client.store.setState({ status: 'idle' }));
  expect(offered()).not.toContain('Stop');
});

it.each(['😀', '.*('])('says that nothing matches %s', async (typed) => {
  await renderPage({}, <PaletteDialog />);
  const input = field('input', '');
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, typed);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  expect(document.querySelectorAll('[role=option]')).toHaveLength(0);
  expect(document.body.textContent).toContain('No command matches.');
});
