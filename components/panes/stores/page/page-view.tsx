'use client';

import { useEffect, useRef, useState } from 'react';
import { EmptyNote, PaneTitle } from '../../../elements/pane';
import { TAGS } from '../../../messages/tags';
import { useText } from '../../../messages/use-text';
import { useClientState, useAct } from '../../../state/page-context';
import { useObserved } from '../../../state/use-observed';
import { AddressBar } from './address-bar';
import { PageConsole } from './page-console';
import { PageWidthPick, type PageWidth } from './page-width';
import { Visits } from './visits';
import type { SandboxServer, PageDriver } from '@/lib/ports';
import { Button } from '../../../elements/button';
import { messageOf } from '@/lib/protocol/message-of';

/** The longest time a page may take to open, milliseconds. */
const OPEN_MS = 30_000;

/** Opens pages for a person: one at a time, and the latest request wins. */
function useOpening(browser: PageDriver | undefined) {
  const act = useAct();
  const last = useRef<AbortController>(undefined);
  /** The address being opened. */
  const [address, setAddress] = useState<string>();
  const [issue, setIssue] = useState<string>();
  /** The number of pages that have opened. */
  const [opened, setOpened] = useState(0);

  const load = async (wanted: string): Promise<void> => {
    last.current?.abort();
    const own = new AbortController();
    last.current = own;
    setAddress(wanted);
    setIssue(undefined);
    try {
      await browser?.open(wanted, AbortSignal.any([own.signal, AbortSignal.timeout(OPEN_MS)]));
      setOpened((count) => count + 1);
    } catch (error) {
      if (!own.signal.aborted) setIssue(messageOf(error));
    }
    if (!own.signal.aborted) setAddress(undefined);
  };
  const open = (wanted: string) => act(() => load(wanted));
  const visits = browser && Visits.of(browser);
  /** A function that goes back or forward; undefined if there is no such page. */
  const step = (steps: number) => (visits?.has(steps) ? () => act(() => visits.go(steps, load)) : undefined);
  return { open, step, address, issue, opened };
}

/** The sandbox page that the agent drives: the same frame, so a person can use it too, or open another page. */
export default function PageView() {
  const [text, names] = [useText('storeViews'), useText('stores')];
  const browser = useClientState((state) => state.ports.browser);
  const page = useObserved(browser);
  const servers = useObserved(browser?.servers) ?? [];
  const room = useRef<HTMLDivElement>(null);
  const opening = useOpening(browser);
  const [width, setWidth] = useState<PageWidth>();
  const isOpen = page !== undefined;
  const gone = goneFrom(page?.url, servers);
  useEffect(() => {
    const element = room.current;
    if (!element || !browser || !isOpen) return;
    const place = () => {
      const room = element.getBoundingClientRect();
      const wide = Math.min(width ?? room.width, room.width);
      browser.show({ left: room.left + (room.width - wide) / 2, top: room.top, width: wide, height: room.height });
    };
    const observer = new ResizeObserver(place);
    observer.observe(element);
    addEventListener('resize', place);
    return () => {
      observer.disconnect();
      removeEventListener('resize', place);
      browser.show(undefined);
    };
  }, [browser, isOpen, width]);
  return (
    <>
      <PaneTitle end={isOpen && <PageWidthPick width={width} onPick={setWidth} />}>
        {page?.title || names('page')}
      </PaneTitle>
      <AddressBar
        key={`${opening.opened} ${page?.url}`}
        address={page?.url}
        onOpen={opening.open}
        onBack={opening.step(-1)}
        onForward={opening.step(1)}
      />
      <ServerList servers={servers} onOpen={opening.open} />
      {gone !== undefined && (
        <p role="alert" className="shrink-0 px-3 py-1 text-wait">
          {text('serverGone', { port: gone })}
        </p>
      )}
      {opening.address !== undefined && (
        <p role="status" className="shrink-0 truncate px-3 py-1 text-dim">
          {text('opening', { address: opening.address })}
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
        <EmptyNote>{text.rich('pageNone', TAGS)}</EmptyNote>
      )}
      {page && <PageConsole lines={page.console} />}
    </>
  );
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
