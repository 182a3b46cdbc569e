// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import { renderPage, settled, unrenderAll } from '../../fixtures/render';
import { oneFileSandbox } from '../presets/one-file-sandbox';
import { useFileChanges, type FileChanger } from './use-file-changes';

afterEach(unrenderAll);

it('takes back only its own word that something is going on', async () => {
  let changer: FileChanger | undefined;
  function Notice() {
    changer = useFileChanges();
    return <p>{changer.notice?.words ?? 'nothing'}</p>;
  }
  const { place } = await renderPage({}, <Notice />);
  const ends: ((() => void) | undefined)[] = [];
  await act(async () => void ends.push(changer?.begin()));
  expect(place.textContent).toBe('Working…');
  await act(async () => changer?.say({ words: 'refused', failed: true }));
  await act(async () => ends[0]?.());
  expect(place.textContent).toBe('refused');
  await act(async () => void ends.push(changer?.begin()));
  await act(async () => ends[1]?.());
  expect(place.textContent).toBe('nothing');
});

it('makes one change after the other, so that the notice is about the last one', async () => {
  const held: { changer?: FileChanger } = {};
  function Notice() {
    held.changer = useFileChanges();
    return <p>{held.changer.notice?.words ?? 'nothing'}</p>;
  }
  const { place } = await renderPage({}, <Notice />, { sandbox: oneFileSandbox() });
  const order: string[] = [];
  let release = (): void => undefined;
  const waited = new Promise<void>((resolve) => (release = resolve));
  const changes = ['first', 'second'].map(async (name) =>
    held.changer?.change(name, async () => {
      order.push(`${name} begins`);
      if (name === 'first') await waited;
      order.push(`${name} ends`);
    }),
  );
  await settled();
  release();
  await act(() => Promise.all(changes));
  expect([place.textContent, order]).toEqual([
    'second',
    ['first begins', 'first ends', 'second begins', 'second ends'],
  ]);
});
