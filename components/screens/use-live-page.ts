'use client';

import { useEffect, useState } from 'react';
import type { Locale } from '../messages/locale';
import { useLocale } from '../messages/use-text';
import type { Catalogue, SandboxChoice } from '../state/catalogue';
import { createClientHandle, type ClientHandle } from '../state/client-handle';
import { knownLink, type DeepLink } from '../state/deep-link';
import { initialClientState } from '../state/initial-state';
import type { Page } from '../state/page-context';
import { startClient } from '../state/start-client';
import { isBusy } from '../state/status';
import { isWorkedIn } from '../panes/registry';
import { createUi, type UiState } from '../state/ui';

/** What the server passes to a page that has its own client. */
export interface LivePageProps {
  readonly catalogue: Catalogue;
  /** The query string of the link. */
  readonly search: string;
  readonly defaultSandbox: SandboxChoice;
}

/** Loads what watches a page from before its client starts; that returns what ends it. */
type LoadWatch = () => Promise<(page: Page) => () => void>;

/** A page with the real client, which starts once the page is in a browser. */
export function useLivePage(props: LivePageProps, loadWatch?: LoadWatch): Page {
  const [{ page, begin }] = useState(() => livePage(props, loadWatch));
  useEffect(begin, [begin]);
  const locale = useLocale();
  useEffect(() => speakWhenIdle(page.client, locale), [page, locale]);
  return page;
}

/** Sets the language of runs once none is under way: a run stays in the language that it began in. */
export function speakWhenIdle(client: Pick<ClientHandle, 'store' | 'act'>, locale: Locale): () => void {
  let unsubscribe = (): void => {};
  const speak = (): void => {
    if (isBusy(client.store.getState().status)) return;
    unsubscribe();
    client.act((started) => started.setLanguage(locale));
  };
  unsubscribe = client.store.subscribe(speak);
  speak();
  return () => unsubscribe();
}

function livePage(
  { catalogue, search, defaultSandbox }: LivePageProps,
  loadWatch?: LoadWatch,
): { page: Page; begin: () => () => void } {
  const { link, faults } = knownLink(search, catalogue);
  const { scenario, model, speed, mode } = link;
  const client = createClientHandle({
    options: { scenario, model, speed },
    ...(mode && { mode, startMode: mode }),
    sandbox: { ...initialClientState.sandbox, chosen: link.sandbox ?? defaultSandbox },
    ...(link.thread && { status: 'loading' }),
  });
  const page = { client, ui: createUi({ ...uiOf(link), linkIssues: faults }), catalogue };
  const begin = (): (() => void) => {
    const over = new AbortController();
    const watch = async (): Promise<void> => {
      const unwatch = (await loadWatch?.())?.(page);
      if (over.signal.aborted) unwatch?.();
      else if (unwatch) over.signal.addEventListener('abort', unwatch);
    };
    const leave = client.start(async () => {
      const [started] = await Promise.all([startClient(link, defaultSandbox), watch()]);
      return started;
    });
    return () => {
      over.abort();
      leave();
    };
  };
  return { page, begin };
}

/** The part of a link that concerns the page's own state. */
const uiOf = ({ pane, tool, store, say }: DeepLink): Partial<UiState> => ({
  ...(say && { say, typed: say }),
  // A link to a pane to work in opens it large.
  ...(pane && { detail: pane, terminalOpened: pane === 'terminal', tall: isWorkedIn(pane) ? 'details' : null }),
  ...(tool && { contractTool: tool }),
  ...(store && { store }),
});
