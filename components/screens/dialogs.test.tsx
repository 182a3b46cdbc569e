// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import { renderPage, settled, unrenderAll } from '../fixtures/render';
import { Dialogs } from './dialogs';

afterEach(unrenderAll);

it('says that a dialog loads until it is there', async () => {
  const { place, page } = await renderPage({}, <Dialogs />);
  await act(async () => page.ui.getState().openDialog('keys'));
  expect(place.textContent).toBe('Loading…');
  await settled();
  expect(document.querySelector('[role="dialog"]')).not.toBeNull();
  expect(document.body.textContent).not.toContain('Loading…');
});
