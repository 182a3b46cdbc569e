// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { elementNamed, renderPage, unrenderAll } from '../../fixtures/render';
import RunAgainDialog from './run-again-dialog';

afterEach(unrenderAll);

const changes = [{ path: 'a.ts', change: 'modify', patch: '', added: 1, removed: 0, callIds: [], saves: 1 }] as const;

it.each([
  [{ to: 'run', scenario: undefined }, 'Run again with fresh files?', 'Run with fresh files', 'fix-the-test'],
  [{ to: 'thread' }, 'Leave your changes for a new thread?', 'New thread', undefined],
  [
    { to: 'scenario', scenario: 'notebook' },
    'Leave your changes for another scenario?',
    'Go to the scenario',
    'notebook',
  ],
] as const)('leads on to what was asked for, each file counted once: %o', async (leavingFor, title, button, begun) => {
  const { client, page } = await renderPage({ threadId: 't', changes }, <RunAgainDialog />);
  const newThread = vi.spyOn(client, 'newThread');
  await act(async () => {
    page.ui.getState().noteTerminalEdits(new Set(['a.ts', 'own.txt']));
    page.ui.getState().askToLeave(leavingFor);
  });
  expect(document.body.textContent).toContain(title);
  expect(document.body.textContent).toContain('You changed 2 files yourself.');
  await act(async () => elementNamed('button', button).click());
  expect(newThread.mock.calls).toEqual([begun === undefined ? [] : [begun]]);
});
