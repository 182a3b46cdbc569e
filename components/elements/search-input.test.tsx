// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import { field, renderPage, unrenderAll } from '../fixtures/render';
import { SearchInput } from './search-input';

afterEach(unrenderAll);

it.each([
  ['leads back from an empty one', '', 'BUTTON'],
  ['stays in one that it empties', 'words', 'INPUT'],
])('Escape %s', async (_, value, focused) => {
  const search = <SearchInput aria-label="Find" defaultValue={value} />;
  const { place } = await renderPage({}, [
    <button key="from" type="button" aria-label="From" />,
    <div key="search">{search}</div>,
  ]);
  place.querySelector('button')?.focus();
  await act(async () => field('input', 'Find').focus());
  const event = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
  await act(async () => field('input', 'Find').dispatchEvent(event));
  expect(document.activeElement?.tagName).toBe(focused);
});
