import { CookieJar } from 'tough-cookie';
import { MAX_SITES, MAX_STORED } from '../limits';
import {
  STORAGE_AREAS,
  type StorageAreaName,
  type KeptDatabase,
  type SiteData,
  type StoredChanges,
  type WrittenData,
} from '../messages';
import { siteOf } from './page-url';

/**
 * The browser data of a sandbox's sites: cookies, `localStorage`, `sessionStorage` and IndexedDB, until Toolyard's page reloads.
 * Files have no cookies, as in Chrome.
 */
export class SitesData {
  private readonly jar = new CookieJar(undefined, { looseMode: true });
  private readonly sites = new Map<
    string,
    Record<StorageAreaName, Map<string, string>> & { databases: readonly KeptDatabase[] }
  >();

  /** The data that a page starts with. */
  of(url: URL): SiteData {
    const { local, session, databases } = this.areas(url);
    return { cookies: this.cookies(url), local: [...local], session: [...session], databases };
  }

  /** The cookies that a page's scripts may see. */
  cookies(url: URL): string {
    return url.protocol === 'file:' ? '' : this.jar.getCookieStringSync(url.href, { http: false });
  }

  /** Stores what a page wrote, and drops what exceeds a limit: the frame enforces limits itself, but is not trusted. */
  write(written: WrittenData, url: URL): void {
    if (url.protocol !== 'file:') for (const text of written.cookies) this.set(text, url, false);
    const areas = this.areas(url);
    for (const area of STORAGE_AREAS) applyChanges(areas[area], written[area]);
  }

  /** Stores a page's current IndexedDB. */
  writeDatabases(databases: readonly KeptDatabase[], url: URL): void {
    this.areas(url).databases = databases;
  }

  /** A request's `Cookie` header; undefined if there are no cookies. */
  header(url: URL): string | undefined {
    return this.jar.getCookieStringSync(url.href) || undefined;
  }

  /** Stores a response's `Set-Cookie` headers. */
  answered(url: URL, headers: readonly (readonly [string, string])[]): void {
    for (const [name, value] of headers) if (name.toLowerCase() === 'set-cookie') this.set(value, url, true);
  }

  private set(text: string, url: URL, http: boolean): void {
    // Browsers also ignore invalid cookies.
    this.jar.setCookieSync(text, url.href, { http, ignoreError: true });
  }

  private areas(url: URL) {
    const site = siteOf(url);
    const areas = this.sites.get(site) ?? { local: new Map(), session: new Map(), databases: [] };
    // Reinsert it, so that the first one is the least recently used.
    this.sites.delete(site);
    this.sites.set(site, areas);
    const [oldest] = this.sites.keys();
    if (this.sites.size > MAX_SITES && oldest !== undefined) this.sites.delete(oldest);
    return areas;
  }
}

function applyChanges(items: Map<string, string>, { cleared, entries }: StoredChanges): void {
  if (cleared) items.clear();
  let size = 0;
  for (const [key, value] of items) size += key.length + value.length;
  for (const [key, value] of entries) {
    const old = items.get(key);
    if (old !== undefined) size -= key.length + old.length;
    items.delete(key);
    if (value === null || size + key.length + value.length > MAX_STORED) continue;
    size += key.length + value.length;
    items.set(key, value);
  }
}
