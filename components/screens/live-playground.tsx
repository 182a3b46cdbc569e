'use client';

import { useEffect } from 'react';
import { watchDrops } from '../state/cassette-drop';
import { Playground } from './playground';
import { preloadParts } from './preload';
import { useLivePage, type LivePageProps } from './use-live-page';

/** The playground with the real client. */
export function LivePlayground(props: LivePageProps) {
  const page = useLivePage(props);
  useEffect(() => preloadParts(page.client.store), [page]);
  useEffect(() => watchDrops(page.ui), [page]);
  return <Playground page={page} />;
}
