import type { FileChange, Sandbox } from '@/lib/ports';
import { expect, it } from 'vitest';
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
  const [{ store }, ui] = [fakeClient({ threadId: 't' }), createUi()];
  const notes = noteEdits(sandbox, { client: { store }, ui });
  const change = (path: string): void => listen({ type: 'change', path: `/w/${path}` });
  const noted = async (): Promise<string> => {
    await Promise.resolve();
    return [...ui.getState().terminalEdits].join(' ');
  };
  return { store, ui, notes, change, noted };
}

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
