'use client';

import { useEffect, useState } from 'react';
import { watchDrops } from '../state/cassette-drop';
import type { Catalogue, SandboxChoice } from '../state/catalogue';
import { knownLink, readLink, type DeepLink } from '../state/deep-link';
import { createClientHandle } from '../state/client-handle';
import type { Page } from '../state/page-context';
import { startClient } from '../state/start-client';
import { createUi, type UiState } from '../state/ui';
import { Playground } from './playground';
import { preloadParts } from './preload';

/** The page with the real client, which are started once the page is in a browser. */
export function LivePlayground(props: { catalogue: Catalogue; search: string; defaultSandbox: SandboxChoice }) {
  const { catalogue, search, defaultSandbox } = props;
  const [{ page, begin }] = useState(() => livePage(catalogue, search, defaultSandbox));
  useEffect(begin, [begin]);
  useEffect(() => preloadParts(page.client.store), [page]);
  useEffect(() => watchDrops(page.ui), [page]);
  return <Playground page={page} />;
}

function livePage(
  catalogue: Catalogue,
  search: string,
  defaultSandbox: SandboxChoice,
): { page: Page; begin: () => () => void } {
  const { link, faults } = knownLink(readLink(search), catalogue);
  const { scenario, model, speed, mode } = link;
  const client = createClientHandle({
    options: { scenario, model, speed },
    ...(mode && { mode, startMode: mode }),
    ...(link.thread && { status: 'loading' }),
  });
  return {
    page: { client, ui: createUi({ ...uiOf(link), linkFaults: faults }), catalogue },
    begin: () => client.start(() => startClient(link, defaultSandbox)),
  };
}

/** What a link says of the page itself. */
const uiOf = ({ pane, tool, store }: DeepLink): Partial<UiState> => ({
  ...(pane && { detail: pane, terminalOpened: pane === 'terminal' }),
  ...(tool && { contractTool: tool }),
  ...(store && { store }),
});
