'use client';

import { useEffect, useRef } from 'react';
import { EmptyNote, PaneTitle } from '../../../elements/pane';
import { useClientState } from '../../../state/page-context';
import { useObserved } from '../../../state/use-observed';
import { AddressBar } from './address-bar';
import { ServerList } from './server-list';
import { useOpening } from './use-opening';

/** The page of the sandbox that the agent drives: the very frame, so a person can use it too, and open another. */
export default function PageView() {
  const browser = useClientState((state) => state.ports.browser);
  const page = useObserved(browser);
  const servers = useObserved(browser?.servers) ?? [];
  const room = useRef<HTMLDivElement>(null);
  const opening = useOpening(browser);
  const isOpen = page !== undefined;
  useEffect(() => {
    const element = room.current;
    if (!element || !browser || !isOpen) return;
    const place = () => {
      const { left, top, width, height } = element.getBoundingClientRect();
      browser.show({ left, top, width, height });
    };
    const observer = new ResizeObserver(place);
    observer.observe(element);
    addEventListener('resize', place);
    return () => {
      observer.disconnect();
      removeEventListener('resize', place);
      browser.show(undefined);
    };
  }, [browser, isOpen]);
  return (
    <>
      <PaneTitle>{page?.title || 'Page'}</PaneTitle>
      <AddressBar key={`${opening.opened} ${page?.url}`} address={page?.url} onOpen={opening.open} />
      <ServerList servers={servers} onOpen={opening.open} />
      {opening.address !== undefined && (
        <p role="status" className="shrink-0 truncate px-3 py-1 text-dim">
          Opening {opening.address} …
        </p>
      )}
      {opening.issue !== undefined && (
        <p role="alert" className="shrink-0 px-3 py-1 text-bad">
          {opening.issue}
        </p>
      )}
      {page ? (
        <div ref={room} className="min-h-0 flex-1 bg-raised" />
      ) : (
        <EmptyNote>
          No page is open. The agent opens an HTML file of the sandbox, or what a server there serves, with{' '}
          <code>Browser</code> and tries it out; it is shown here as it does.
        </EmptyNote>
      )}
      {page && page.console.length > 0 && (
        <pre
          aria-label="Console"
          tabIndex={0}
          className="max-h-24 shrink-0 overflow-auto border-t border-line px-3 py-1 text-2xs text-dim"
        >
          {page.console.join('\n')}
        </pre>
      )}
    </>
  );
}
