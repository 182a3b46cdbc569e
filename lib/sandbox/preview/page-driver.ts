import {
  createListeners,
  PageFailure,
  type PageDriver,
  type PagePlace,
  type PageView,
  type Sandbox,
} from '@/lib/ports';
import { messageOf } from '@/lib/protocol/message-of';
import { deferred, type Deferred } from '../deferred';
import { MAX_LINES } from './limits';
import { loadPage } from './load-page';
import type { Order, Sent } from './messages';
import { LEFT, openPreview, type PreviewFrame } from './open-frame';
import { openServed, servedAddress, servedText } from './served-frame';
import { serve } from './serve-frame';
import { pageUrl, shownUrl, siteOf } from './site/page-url';
import { get, type SiteRequest, type Site } from './site/site';
import { portOf, serverSite } from './site/server-site';
import { whenListening } from './site/when-listening';
import { fileSite } from './site/file-site';
import { SitesData } from './site/site-data';

/** Timeout of a navigation by a person, in milliseconds. */
const GO_MS = 15_000;

/** The driver without the members that are needed before its first use. */
export type Pages = Omit<PageDriver, 'servers'>;

interface OpenPage {
  url: URL;
  readonly life: AbortController;
  /** Settles when a link or form navigates. */
  next: Deferred<{ readonly view: Promise<PageView> }>;
  /** Aborts a pending navigation when another one starts. */
  leaving?: AbortController;
  frame?: PreviewFrame;
}

/** Drives one page of the sandbox at a time. Links and forms navigate to the next. */
export function createPageDriver(sandbox: () => Promise<Sandbox | undefined>, life: AbortSignal): Pages {
  const { subscribe, notify } = createListeners();
  let open: OpenPage | undefined;
  let value: PageView | undefined;
  let place: PagePlace | undefined;
  const data = new SitesData();
  life.addEventListener('abort', () => open && close(open), { once: true });

  function close(page: OpenPage): void {
    page.life.abort();
    page.frame?.remove();
    if (open === page) open = undefined;
  }

  const sees = (view: PageView): PageView => {
    value = view;
    notify();
    return view;
  };

  const need = async (): Promise<Sandbox> => {
    const found = await sandbox();
    if (!found) throw new PageFailure('STORE_UNAVAILABLE', 'There is no sandbox at the moment.');
    return found;
  };

  async function openPage(request: SiteRequest, signal: AbortSignal): Promise<PageView> {
    const site = sandboxSite(await need(), data);
    const loaded = await loadPage(request, site, signal);
    signal.throwIfAborted();
    const page: OpenPage = { url: loaded.url, life: new AbortController(), next: deferred() };
    const needs = serve(loaded, site, page.life.signal);
    const frame = await openPreview(
      { html: loaded.html, base: loaded.url.href, data: data.of(loaded.url) },
      place,
      {
        ...needs,
        go: (to) => follow(to, page),
        moved: (to) => moved(to, page),
        left: () => {
          wrote(`note: ${LEFT}`, page);
          close(page);
        },
        wrote: (line) => wrote(line, page),
        write: (written) => data.write(written, loaded.url),
        writeDatabases: (databases) => data.writeDatabases(databases, loaded.url),
        cookies: () => data.cookies(loaded.url),
      },
      signal,
    );
    if (open) close(open);
    page.frame = frame;
    open = page;
    const view = await look({ do: 'read' }, signal);
    const { missing } = loaded.parts;
    if (missing.length === 0) return view;
    return sees({ ...view, console: [...missing.map((what) => `note: ${what}`), ...view.console] });
  }

  /** Shows a page that the sandbox serves on an origin of its own. */
  function showServed(address: URL, url: URL, sandbox: Sandbox): PageView {
    const page: OpenPage = { url, life: new AbortController(), next: deferred(), frame: openServed(address, place) };
    const stop = sandbox.on('page-error', ({ port, message }) => {
      if (port === portOf(url)) wrote(`error: ${message}`, page);
    });
    page.life.signal.addEventListener('abort', stop, { once: true });
    if (open) close(open);
    open = page;
    return sees({ url: shownUrl(url), title: address.host, text: servedText(address), console: [] });
  }

  /** Shows the address that a page's scripts have given it. A page cannot say that it is another site's. */
  function moved(to: string, page: OpenPage): void {
    const url = URL.parse(to);
    if (!url || siteOf(url) !== siteOf(page.url)) return;
    page.url = url;
    if (value && open === page) sees({ ...value, url: shownUrl(url) });
  }

  /** Shows a new console line of the open page; the next look returns it again. */
  function wrote(line: string, page: OpenPage): void {
    if (value && open === page) sees({ ...value, console: [...value.console, line].slice(-MAX_LINES) });
  }

  /** Opens the target of a link or form, whoever used it; errors also go to the console. The last navigation wins. */
  function follow(to: Sent, page: OpenPage): void {
    page.leaving?.abort(new PageFailure('ABORTED', 'The page led elsewhere meanwhile.'));
    page.leaving = new AbortController();
    const view = openSent(to, page, AbortSignal.any([AbortSignal.timeout(GO_MS), life, page.leaving.signal]));
    page.next.resolve({ view });
    view.catch((error: unknown) => {
      // The page is still there and may navigate again.
      page.next = deferred();
      if (value) sees({ ...value, console: [...value.console, `note: ${messageOf(error)}`] });
    });
  }

  async function openSent(
    { url, method, headers, body }: Sent,
    from: OpenPage,
    signal: AbortSignal,
  ): Promise<PageView> {
    try {
      const { workdir } = await need();
      return await openPage({ url: pageUrl(url, workdir, from.url), method, headers, ...(body && { body }) }, signal);
    } catch (error) {
      if (!signal.aborted || error instanceof PageFailure) throw error;
      throw new PageFailure('TIMEOUT', `${url} did not come within ${GO_MS / 1000} seconds.`);
    }
  }

  async function ask(order: Order, signal: AbortSignal) {
    const page = open;
    if (!page?.frame) throw new PageFailure('NOT_FOUND', 'No page is open.');
    try {
      const answer = await Promise.race([page.frame.ask(order, signal), page.next.promise]);
      if ('kind' in answer && answer.kind === 'failed') throw new PageFailure(answer.code, answer.message);
      return { answer, url: page.url };
    } catch (error) {
      // A page in an endless loop never responds, and would run forever.
      if (error instanceof PageFailure && error.code === 'TIMEOUT') close(page);
      throw error;
    }
  }

  async function look(order: Order, signal: AbortSignal): Promise<PageView> {
    const { answer, url } = await ask(order, signal);
    if ('view' in answer) return answer.view;
    if (answer.kind !== 'seen') throw new PageFailure('EXECUTION_ERROR', 'The page answered something else.');
    return sees({ url: shownUrl(url), ...answer.seen });
  }

  return {
    get value() {
      return value;
    },
    subscribe,
    async open(address, signal) {
      const found = await need();
      const url = pageUrl(address, found.workdir);
      if (url.protocol === 'http:') {
        await whenListening(found, portOf(url), signal);
        const server = found.servers.find(({ port }) => port === portOf(url));
        const served = server && servedAddress(server, url);
        if (served) return showServed(served, url, found);
      }
      return openPage(get(url), signal);
    },
    read: (signal) => look({ do: 'read' }, signal),
    click: (target, signal) => look({ do: 'click', target }, signal),
    type: (target, text, signal) => look({ do: 'type', target, text }, signal),
    async screenshot(signal) {
      const { answer } = await ask({ do: 'screenshot' }, signal);
      if ('view' in answer || answer.kind !== 'picture')
        throw new PageFailure('EXECUTION_ERROR', 'The page answered something else.');
      return { mimeType: 'image/png', data: answer.data };
    },
    show(where) {
      place = where;
      open?.frame?.show(where);
    },
  };
}

/** The source of all pages in a sandbox: its files and its servers. */
function sandboxSite(sandbox: Sandbox, data: SitesData): Site {
  const files = fileSite(sandbox);
  const servers = serverSite(sandbox, data);
  return (request, signal) => (request.url.protocol === 'file:' ? files : servers)(request, signal);
}
