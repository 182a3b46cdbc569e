// @vitest-environment jsdom
import type { DirEntry } from '@/lib/ports';
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderPage, unrenderAll } from '../../fixtures/render';
import { states } from '../../fixtures/states';
import { oneFileSandbox, TRIAL_WORKDIR } from '../presets/one-file-sandbox';
import FilesView from './files-view';

afterEach(unrenderAll);

const FOLDERS: Readonly<Record<string, readonly DirEntry[]>> = {
  [TRIAL_WORKDIR]: [{ name: 'scratch', type: 'directory' }],
  [`${TRIAL_WORKDIR}/scratch`]: [{ name: 'notes.md', type: 'file' }],
};

it('shows a file that came while the tree was still loading', async () => {
  const sandbox = oneFileSandbox();
  const fs = { ...sandbox.fs, readdir: async (path: string) => [...(FOLDERS[path] ?? [])] };
  const come = {
    path: 'scratch/notes.md',
    change: 'create',
    patch: '',
    added: 1,
    removed: 0,
    callIds: [],
    saves: 1,
  } as const;
  const state = { sandbox: states.approval.sandbox, changes: [come] };
  const { place } = await renderPage(state, <FilesView />, { sandbox: { ...sandbox, fs } });
  const names = [...place.querySelectorAll('[role=treeitem]')].map((row) => row.getAttribute('aria-label'));
  expect(names).toEqual(['scratch', 'notes.md, added by you']);
});

it('does what the palette asks of the project', async () => {
  const { page, place } = await renderPage({}, <FilesView />, { sandbox: oneFileSandbox() });
  await act(async () => page.ui.getState().askOfProject('newFile'));
  expect(place.querySelector('input[aria-label="Name"]')).not.toBeNull();
  expect(page.ui.getState().projectCommand).toBeNull();
});

it('brings the editor into view with a file that is opened, where panes are stacked', async () => {
  const shown: unknown[] = [];
  Element.prototype.scrollIntoView = function shows() {
    shown.push(this.getAttribute('data-pane'));
  };
  const sandbox = oneFileSandbox();
  const fs = { ...sandbox.fs, readdir: async (path: string) => [...(FOLDERS[`${path}/scratch`] ?? [])] };
  const { place } = await renderPage(
    { sandbox: states.approval.sandbox },
    <>
      <FilesView />
      <section data-pane="Editor" />
    </>,
    { sandbox: { ...sandbox, fs } },
  );
  await act(async () => place.querySelector<HTMLElement>('[data-path$="notes.md"]')?.click());
  await vi.waitFor(() => expect(shown).toEqual(['Editor']));
});

it('has the focus again where a name was not wanted after all', async () => {
  const sandbox = oneFileSandbox();
  const fs = { ...sandbox.fs, readdir: async (path: string) => [...(FOLDERS[`${path}/scratch`] ?? [])] };
  const { place } = await renderPage({ sandbox: states.approval.sandbox }, <FilesView />, {
    sandbox: { ...sandbox, fs },
  });
  const file = place.querySelector<HTMLElement>('[data-path$="notes.md"]');
  await act(async () => file?.focus());
  const press = (key: string) =>
    act(async () => document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })));
  await press('F2');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Name');
  await press('Escape');
  expect(document.activeElement?.getAttribute('data-path')).toMatch(/notes\.md$/);
});
