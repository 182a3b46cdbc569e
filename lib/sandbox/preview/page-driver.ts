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
import { LEFT, openPreview, type FrameDependencies, type PreviewFrame } from './open-frame';
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
export const createPageDriver = (sandbox: () => Promise<Sandbox | undefined>, life: AbortSignal): Pages =>
  new Driver(sandbox, life);

class Driver implements Pages {
  readonly #sandbox: () => Promise<Sandbox | undefined>;
  readonly #life: AbortSignal;
  readonly #listeners = createListeners();
  readonly #data = new SitesData();
  #open: OpenPage | undefined;
  #value: PageView | undefined;
  #place: PagePlace | undefined;

  constructor(sandbox: () => Promise<Sandbox | undefined>, life: AbortSignal) {
    this.#sandbox = sandbox;
    this.#life = life;
    life.addEventListener('abort', () => this.#open && this.#close(this.#open), { once: true });
  }

  get value(): PageView | undefined {
    return this.#value;
  }

  subscribe(listener: () => void): () => void {
    return this.#listeners.subscribe(listener);
  }

  async open(address: string, signal: AbortSignal): Promise<PageView> {
    const sandbox = await this.#need();
    const url = pageUrl(address, sandbox.workdir);
    if (url.protocol === 'http:') {
      await whenListening(sandbox, portOf(url), signal);
      const server = sandbox.servers.find(({ port }) => port === portOf(url));
      const served = server && servedAddress(server, url);
      if (served) return this.#showServed(served, url, sandbox);
    }
    return this.#openPage(get(url), signal);
  }

  read(signal: AbortSignal): Promise<PageView> {
    return this.#look({ do: 'read' }, signal);
  }

  click(target: string, signal: AbortSignal): Promise<PageView> {
    return this.#look({ do: 'click', target }, signal);
  }

  type(target: string, text: string, signal: AbortSignal): Promise<PageView> {
    return this.#look({ do: 'type', target, text }, signal);
  }

  async screenshot(signal: AbortSignal): Promise<{ mimeType: string; data: string }> {
    const { answer } = await this.#ask({ do: 'screenshot' }, signal);
    if ('view' in answer || answer.kind !== 'picture') throw new PageFailure('EXECUTION_ERROR', SOMETHING_ELSE);
    return { mimeType: 'image/png', data: answer.data };
  }

  show(place: PagePlace | undefined): void {
    this.#place = place;
    this.#open?.frame?.show(place);
  }

  async #need(): Promise<Sandbox> {
    const found = await this.#sandbox();
    if (!found) throw new PageFailure('STORE_UNAVAILABLE', 'There is no sandbox at the moment.');
    return found;
  }

  async #openPage(request: SiteRequest, signal: AbortSignal): Promise<PageView> {
    const site = sandboxSite(await this.#need(), this.#data);
    const loaded = await loadPage(request, site, signal);
    signal.throwIfAborted();
    const page: OpenPage = { url: loaded.url, life: new AbortController(), next: deferred() };
    const needs = { ...this.#needsOf(page, loaded.url), ...serve(loaded, site, page.life.signal) };
    const start = { html: loaded.html, base: loaded.url.href, data: this.#data.of(loaded.url) };
    page.frame = await openPreview(start, this.#place, needs, signal);
    this.#replace(page);
    const view = await this.#look({ do: 'read' }, signal);
    const { missing } = loaded.parts;
    if (missing.length === 0) return view;
    return this.#sees({ ...view, console: [...missing.map((what) => `note: ${what}`), ...view.console] });
  }

  /** What a page needs beside its site. Its data is that of the address which it was opened with. */
  #needsOf(page: OpenPage, url: URL): Omit<FrameDependencies, 'fetch' | 'place'> {
    const data = this.#data;
    return {
      go: (to) => this.#follow(to, page),
      moved: (to) => this.#moved(to, page),
      left: () => {
        this.#wrote(`note: ${LEFT}`, page);
        this.#close(page);
      },
      wrote: (line) => this.#wrote(line, page),
      write: (written) => data.write(written, url),
      writeDatabases: (databases) => data.writeDatabases(databases, url),
      cookies: () => data.cookies(url),
    };
  }

  /** Shows a page that the sandbox serves on an origin of its own. */
  #showServed(address: URL, url: URL, sandbox: Sandbox): PageView {
    const frame = openServed(address, this.#place);
    const page: OpenPage = { url, life: new AbortController(), next: deferred(), frame };
    const stop = sandbox.on('page-error', ({ port, message }) => {
      if (port === portOf(url)) this.#wrote(`error: ${message}`, page);
    });
    page.life.signal.addEventListener('abort', stop, { once: true });
    this.#replace(page);
    return this.#sees({ url: shownUrl(url), title: address.host, text: servedText(address), console: [] });
  }

  #replace(page: OpenPage): void {
    if (this.#open) this.#close(this.#open);
    this.#open = page;
  }

  #close(page: OpenPage): void {
    page.life.abort();
    page.frame?.remove();
    if (this.#open === page) this.#open = undefined;
  }

  #sees(view: PageView): PageView {
    this.#value = view;
    this.#listeners.notify();
    return view;
  }

  /** Shows the address that a page's scripts have given it. A page cannot say that it is another site's. */
  #moved(to: string, page: OpenPage): void {
    const url = URL.parse(to);
    if (!url || siteOf(url) !== siteOf(page.url)) return;
    page.url = url;
    if (this.#value && this.#open === page) this.#sees({ ...this.#value, url: shownUrl(url) });
  }

  /** Shows a new console line of the open page; the next look returns it again. */
  #wrote(line: string, page: OpenPage): void {
    if (!this.#value || this.#open !== page) return;
    this.#sees({ ...this.#value, console: [...this.#value.console, line].slice(-MAX_LINES) });
  }

  /** Opens the target of a link or form, whoever used it; errors also go to the console. The last navigation wins. */
  #follow(to: Sent, page: OpenPage): void {
    page.leaving?.abort(new PageFailure('ABORTED', 'The page led elsewhere meanwhile.'));
    page.leaving = new AbortController();
    const signal = AbortSignal.any([AbortSignal.timeout(GO_MS), this.#life, page.leaving.signal]);
    const view = this.#openSent(to, page, signal);
    page.next.resolve({ view });
    view.catch((error: unknown) => {
      // The page is still there and may navigate again.
      page.next = deferred();
      const value = this.#value;
      if (value) this.#sees({ ...value, console: [...value.console, `note: ${messageOf(error)}`] });
    });
  }

  async #openSent({ url, method, headers, body }: Sent, from: OpenPage, signal: AbortSignal): Promise<PageView> {
    try {
      const target = pageUrl(url, (await this.#need()).workdir, from.url);
      return await this.#openPage({ url: target, method, headers, ...(body && { body }) }, signal);
    } catch (error) {
      if (!signal.aborted || error instanceof PageFailure) throw error;
      throw new PageFailure('TIMEOUT', `${url} did not come within ${GO_MS / 1000} seconds.`);
    }
  }

  async #ask(order: Order, signal: AbortSignal) {
    const page = this.#open;
    if (!page?.frame) throw new PageFailure('NOT_FOUND', 'No page is open.');
    try {
      const answer = await Promise.race([page.frame.ask(order, signal), page.next.promise]);
      if ('kind' in answer && answer.kind === 'failed') throw new PageFailure(answer.code, answer.message);
      return { answer, url: page.url };
    } catch (error) {
      // A page in an endless loop never responds, and would run forever.
      if (error instanceof PageFailure && error.code === 'TIMEOUT') this.#close(page);
      throw error;
    }
  }

  async #look(order: Order, signal: AbortSignal): Promise<PageView> {
    const { answer, url } = await this.#ask(order, signal);
    if ('view' in answer) return answer.view;
    if (answer.kind !== 'seen') throw new PageFailure('EXECUTION_ERROR', SOMETHING_ELSE);
    return this.#sees({ url: shownUrl(url), ...answer.seen });
  }
}

const SOMETHING_ELSE = 'The page answered something else.';

/** The source of all pages in a sandbox: its files and its servers. */
function sandboxSite(sandbox: Sandbox, data: SitesData): Site {
  const files = fileSite(sandbox);
  const servers = serverSite(sandbox, data);
  return (request, signal) => (request.url.protocol === 'file:' ? files : servers)(request, signal);
}
