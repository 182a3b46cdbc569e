// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import { elementNamed, renderPage, unrenderAll } from '../../fixtures/render';
import { states } from '../../fixtures/states';
import { PaneBar } from './pane-bar';

afterEach(unrenderAll);

it.each([
  ['approval', 'Waiting for you'],
  ['finished', ''],
] as const)('says at the conversation whether it waits for a person: %s', async (state, says) => {
  await renderPage(states[state], <PaneBar />);
  const [bar, other] = [elementNamed('button', 'Conversation'), elementNamed('button', 'Files')];
  expect([bar.querySelector('.sr-only')?.textContent ?? '', other.textContent]).toEqual([says, 'Files']);
});
