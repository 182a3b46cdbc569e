import type { FileChange, Sandbox } from '@/lib/ports';
import type { Client } from '@/lib/client/state';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeClient } from '../../fixtures/fake-client';
import { createUi } from '../../state/ui';
import { noteEdits } from './note-edits';

function terminal() {
  let listen = (_change: FileChange): void => undefined;
  const sandbox: Pick<Sandbox, 'workdir' | 'fs'> = {
    workdir: '/w',
    fs: Object.assign(Object.create(null), {
      watch(_path: string, listener: typeof listen) {
        listen = listener;
        return () => void (listen = () => undefined);
      },
    }),
  };
  const [client, ui] = [fakeClient({ threadId: 't' }), createUi()];
  const { store } = client;
  let looks = 0;
  const act = (action: (loaded: Client) => unknown): void =>
    void action({ ...client, noteTerminal: async () => void (looks += 1) });
  const notes = noteEdits(sandbox, { client: { store, act }, ui });
  const change = (path: string): void => listen({ type: 'change', path: `/w/${path}` });
  const noted = async (): Promise<string> => {
    await Promise.resolve();
    return [...ui.getState().terminalEdits].join(' ');
  };
  return { store, ui, notes, change, noted, looks: () => looks };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('takes what changes after a command for the person’s, and a repository’s own files for one', async () => {
  const { notes, change, noted } = terminal();
  notes.typed('echo a > a');
  change('before');
  expect(await noted()).toBe('');
  notes.typed('\r');
  for (const path of ['a', '.git/index', '.git/HEAD', 'sub/.git/HEAD', 'a', '.gitignore']) change(path);
  expect(await noted()).toBe('a .git sub/.git .gitignore');
  notes.end();
  change('after');
  expect(await noted()).not.toContain('after');
});

it('does not take for it what calls change, nor another project', async () => {
  const { store, ui, notes, change, noted } = terminal();
  notes.typed('ls\r');
  store.setState({ status: 'tools' });
  change('by-a-call');
  store.setState({ status: 'model' });
  change('told-late');
  expect(await noted()).toBe('');
  notes.typed('touch mine\r');
  change('mine');
  expect(await noted()).toBe('mine');
  ui.getState().reset('files');
  expect(await noted()).toBe('mine');
  notes.typed('ls\r');
  ui.getState().reset();
  change('of-the-next-project');
  expect(await noted()).toBe('');
});

it('has the client look once at what changes together, and not while a call changes files', async () => {
  const { store, notes, change, noted, looks } = terminal();
  notes.typed('make\r');
  for (const path of ['a', 'b']) change(path);
  await noted();
  change('c');
  await noted();
  vi.runAllTimers();
  expect(looks()).toBe(1);
  change('d');
  await noted();
  store.setState({ status: 'tools' });
  vi.runAllTimers();
  expect(looks()).toBe(1);
});
