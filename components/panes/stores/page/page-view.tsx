'use client';

import { useEffect, useRef, useState } from 'react';
import { EmptyNote, PaneTitle } from '../../../elements/pane';
import { useAct, useHostState } from '../../../state/page-context';
import { useObserved } from '../../../state/use-observed';
import { AddressBar } from './address-bar';
import { ServerList } from './server-list';

const OPEN_MS = 30_000;

/** The page of the sandbox that the agent drives: the very frame, so a person can use it too, and open another. */
export default function PageView() {
  const browser = useHostState((state) => state.ports.browser);
  const page = useObserved(browser);
  const servers = useObserved(browser?.servers) ?? [];
  const act = useAct();
  const room = useRef<HTMLDivElement>(null);
  const [fault, setFault] = useState<string>();
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
  const open = (address: string) =>
    act(async () => {
      try {
        await browser?.open(address, AbortSignal.timeout(OPEN_MS));
        setFault(undefined);
      } catch (error) {
        setFault(error instanceof Error ? error.message : String(error));
      }
    });
  return (
    <>
      <PaneTitle>{page?.title || 'Page'}</PaneTitle>
      <AddressBar key={page?.url} address={page?.url} onOpen={open} />
      <ServerList servers={servers} onOpen={open} />
      {fault !== undefined && (
        <p role="alert" className="shrink-0 px-3 py-1 text-bad">
          {fault}
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
