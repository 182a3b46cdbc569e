'use client';

import { RotateCw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { IconButton } from '../../../elements/button';
import { EmptyNote, PaneTitle } from '../../../elements/pane';
import { useAct, useHostState } from '../../../state/page-context';
import { useObserved } from '../../../state/use-observed';

const REOPEN_MS = 15_000;

/** The page of the sandbox that the agent drives: the very frame, so a person can use it too. */
export default function PageView() {
  const browser = useHostState((state) => state.ports.browser);
  const page = useObserved(browser);
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
  if (!page) {
    return (
      <EmptyNote>
        No page is open. The agent opens an HTML file of the sandbox with <code>Browser</code> and tries it out; it is
        shown here as it does.
      </EmptyNote>
    );
  }
  const reopen = async (): Promise<void> => {
    try {
      await browser?.open(page.url, AbortSignal.timeout(REOPEN_MS));
      setFault(undefined);
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <>
      <PaneTitle
        end={
          <span className="flex min-w-0 items-center gap-1">
            <span className="truncate font-mono normal-case">{page.url}</span>
            <IconButton label="Open it anew" onClick={() => act(reopen)}>
              <RotateCw aria-hidden size={13} />
            </IconButton>
          </span>
        }
      >
        {page.title || 'Page'}
      </PaneTitle>
      {fault !== undefined && (
        <p role="alert" className="shrink-0 px-3 py-1 text-bad">
          {fault}
        </p>
      )}
      <div ref={room} className="min-h-0 flex-1 bg-raised" />
      {page.console.length > 0 && (
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
