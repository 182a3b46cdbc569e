import { watchDrops } from '../state/cassette-drop';
import { followCalls } from '../state/follow-calls';
import { keepLink } from './keep-link';
import { keepSaid } from '../state/keep-said';
import type { Page } from '../state/page-context';
import { listStorage, persistThreadList } from '../state/thread-list';
import { preloadParts } from './preload';

/** Whatever acts on the playground's state and draws nothing; it loads with the client. Returns what ends it. */
export function watchPage(page: Page): () => void {
  const ends = [
    followCalls(page),
    keepLink(page),
    keepSaid(page),
    persistThreadList(page, listStorage),
    watchDrops(page.ui),
    preloadParts(page.client.store),
  ];
  return () => ends.forEach((end) => end());
}
