'use client';

import { useEffect, useState } from 'react';
import { watchDrops } from '../state/cassette-drop';
import type { Catalogue, SandboxChoice } from '../state/catalogue';
import { readLink, type DeepLink } from '../state/deep-link';
import { createHostHandle } from '../state/host-handle';
import type { Page } from '../state/page-context';
import { startHost } from '../state/start-host';
import { createUi, type UiState } from '../state/ui';
import { Playground } from './playground';
import { preloadParts } from './preload';

/** The page with the real hands, which are started once the page is in a browser. */
export function LivePlayground(props: { catalogue: Catalogue; search: string; defaultSandbox: SandboxChoice }) {
  const { catalogue, search, defaultSandbox } = props;
  const [{ page, begin }] = useState(() => livePage(catalogue, search, defaultSandbox));
  useEffect(begin, [begin]);
  useEffect(() => preloadParts(page.hands.store), [page]);
  useEffect(() => watchDrops(page.ui), [page]);
  return <Playground page={page} />;
}

function livePage(
  catalogue: Catalogue,
  search: string,
  defaultSandbox: SandboxChoice,
): { page: Page; begin: () => () => void } {
  const { scenario, model, speed, mode, ...rest } = readLink(search);
  const link = { scenario, model, speed, mode, ...rest };
  const hands = createHostHandle({
    options: { scenario, model, speed },
    ...(mode && { mode, startMode: mode }),
    ...(link.thread && { status: 'loading' }),
  });
  return {
    page: { hands, ui: createUi(uiOf(link)), catalogue },
    begin: () => hands.start(() => startHost(link, defaultSandbox)),
  };
}

/** What a link says of the page itself. */
const uiOf = ({ pane, tool, store }: DeepLink): Partial<UiState> => ({
  ...(pane && { detail: pane, terminalOpened: pane === 'terminal' }),
  ...(tool && { contractTool: tool }),
  ...(store && { store }),
});
