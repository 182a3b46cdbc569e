// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import { renderPage, unrenderAll } from '../../fixtures/render';
import { states } from '../../fixtures/states';
import { persistThreadList } from '../../state/thread-list';
import ThreadsDialog from './threads-dialog';

afterEach(unrenderAll);

it('has the thread that the page shows, also where the list is kept only after it was opened', async () => {
  localStorage.clear();
  const { page } = await renderPage({ ...states.finished, threadId: 'a' }, <ThreadsDialog />);
  const rows = () => document.querySelectorAll('[role=dialog] li');
  expect(rows()).toHaveLength(0);
  await act(async () => void persistThreadList(page, localStorage));
  expect(rows()).toHaveLength(1);
  // What is cut off on a phone can be read in full.
  const cut = [...document.querySelectorAll('[role=dialog] li .truncate')];
  expect(cut.length).toBeGreaterThan(1);
  expect(cut.map((line) => line.getAttribute('title'))).toEqual(cut.map(({ textContent }) => textContent));
});
