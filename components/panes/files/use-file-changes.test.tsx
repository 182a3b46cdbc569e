// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import { renderPage, unrenderAll } from '../../fixtures/render';
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
