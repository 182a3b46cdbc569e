'use client';

import { useEffect, useRef, useState, type RefObject } from 'react';
import { EmptyNote, PaneTitle } from '../../../elements/pane';
import { TAGS } from '../../../messages/tags';
import { useText } from '../../../messages/use-text';
import { useClientState, useAct } from '../../../state/page-context';
import { useObserved } from '../../../state/use-observed';
import { AddressBar } from './address-bar';
import { PageConsole } from './page-console';
import { PageWidthPick, type PageWidth } from './page-width';
import { Opening } from './opening';
import { Visits } from './visits';
import type { PageDriver, PagePlace, SandboxServer } from '@/lib/ports';
import { Button } from '../../../elements/button';

/** The sandbox page that the agent drives: the same frame, so a person can use it too, or open another page. */
export default function PageView() {
  const [text, names] = [useText('storeViews'), useText('stores')];
  const browser = useClientState((state) => state.ports.browser);
  const page = useObserved(browser);
  const servers = useObserved(browser?.servers) ?? [];
  const opening = browser && Opening.of(browser);
  const asked = useObserved(opening);
  const act = useAct();
  const open = (address: string) => act(async () => opening?.open(address));
  const visits = browser && Visits.of(browser);
  /** A function that goes back or forward; undefined if there is no such page. */
  const step = (steps: number) =>
    visits?.has(steps) ? () => act(() => visits.go(steps, async (address) => opening?.open(address))) : undefined;
  const [width, setWidth] = useState<PageWidth>();
  const isOpen = page !== undefined;
  const room = usePlaceOf(isOpen ? browser : undefined, width);
  const gone = goneFrom(page?.url, servers);
  return (
    <>
      <PaneTitle end={isOpen && <PageWidthPick width={width} onPick={setWidth} />}>
        {page?.title || names('page')}
      </PaneTitle>
      <AddressBar
        key={`${asked?.opened} ${page?.url}`}
        address={page?.url}
        asked={asked?.address}
        onOpen={open}
        onBack={step(-1)}
        onForward={step(1)}
      />
      <ServerList servers={servers} onOpen={open} />
      {gone !== undefined && (
        <p role="alert" className="shrink-0 px-3 py-1 text-wait">
          {text('serverGone', { port: gone })}
        </p>
      )}
      {asked?.opening && (
        <p role="status" className="shrink-0 truncate px-3 py-1 text-dim">
          {text('opening', { address: asked.address ?? '' })}
        </p>
      )}
      {asked?.waitsFor !== undefined && (
        <p role="status" className="shrink-0 px-3 py-1 text-wait">
          {text('waitsForPort', { port: String(asked.waitsFor) })}
        </p>
      )}
      {asked?.issue !== undefined && (
        <p role="alert" className="shrink-0 px-3 py-1 text-bad">
          {asked.issue}
        </p>
      )}
      {page ? (
        <div ref={room} className="min-h-0 flex-1 bg-raised" />
      ) : (
        <EmptyNote>{text.rich('pageNone', TAGS)}</EmptyNote>
      )}
      {page && <PageConsole lines={page.console} />}
    </>
  );
}

/** Keeps the page's frame over an element, at most this wide, until there is no browser to show. */
function usePlaceOf(browser: PageDriver | undefined, width: PageWidth | undefined): RefObject<HTMLDivElement | null> {
  const text = useText('storeViews');
  const room = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = room.current;
    if (!element || !browser) return;
    const place = () => {
      const room = element.getBoundingClientRect();
      const wide = Math.min(width ?? room.width, room.width);
      const hidden = hiddenOf(room, element.closest('main')?.getBoundingClientRect());
      browser.show({
        left: room.left + (room.width - wide) / 2,
        top: room.top,
        width: wide,
        height: room.height,
        title: text('pageFrame'),
        ...(hidden && { hidden }),
      });
    };
    const observer = new ResizeObserver(place);
    observer.observe(element);
    addEventListener('resize', place);
    // The frame lies over the page, and does not scroll with what it is in.
    addEventListener('scroll', place, { capture: true, passive: true });
    return () => {
      observer.disconnect();
      removeEventListener('scroll', place, { capture: true });
      removeEventListener('resize', place);
      browser.show(undefined);
    };
  }, [browser, width, text]);
  return room;
}

/** How much of a room is scrolled out of what it is in; undefined if nothing is. */
function hiddenOf(room: DOMRect, around: DOMRect | undefined): PagePlace['hidden'] {
  const top = Math.max(0, (around?.top ?? room.top) - room.top);
  const bottom = Math.max(0, room.bottom - (around?.bottom ?? room.bottom));
  return top + bottom > 0 ? { top, bottom } : undefined;
}

/** The port of a page whose server no longer listens; undefined if it does. */
function goneFrom(address: string | undefined, servers: readonly SandboxServer[]): string | undefined {
  const port = /^http:\/\/localhost:(\d+)/.exec(address ?? '')?.[1];
  return port === undefined || servers.some((server) => String(server.port) === port) ? undefined : port;
}

/** The programs that listen in the sandbox; each one can be opened. */
function ServerList({ servers, onOpen }: { servers: readonly SandboxServer[]; onOpen: (url: string) => void }) {
  const text = useText('storeViews');
  if (servers.length === 0) return null;
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-1.5 px-3 py-1 text-2xs text-dim">
      <span id="servers">{text('listening')}</span>
      <ul aria-labelledby="servers" className="flex flex-wrap gap-1.5">
        {servers.map(({ port, url }) => (
          <li key={port}>
            <Button
              size="small"
              className="font-mono"
              aria-label={text('openPort', { port: String(port) })}
              title={url}
              onClick={() => onOpen(`http://localhost:${port}/`)}
            >
              :{port}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
