import { CookieJar } from 'tough-cookie';
import { MAX_SITES, MAX_STORED } from '../limits';
import { AREAS, type Area, type KeptDatabase, type SiteData, type StoredChanges, type WrittenData } from '../messages';
import { siteOf } from './page-url';

/**
 * What the sites of a sandbox keep in their browser: cookies, `localStorage`, `sessionStorage` and IndexedDB, until Toolyard's page is reloaded.
 * Files have no cookies, as in Chrome.
 */
export class SitesData {
  private readonly jar = new CookieJar(undefined, { looseMode: true });
  private readonly sites = new Map<
    string,
    Record<Area, Map<string, string>> & { databases: readonly KeptDatabase[] }
  >();

  /** What a page begins with. */
  of(url: URL): SiteData {
    const { local, session, databases } = this.areas(url);
    return { cookies: this.cookies(url), local: [...local], session: [...session], databases };
  }

  /** The cookies that scripts of a page may see. */
  cookies(url: URL): string {
    return url.protocol === 'file:' ? '' : this.jar.getCookieStringSync(url.href, { http: false });
  }

  /** Takes what a page wrote. What is beyond an area's limit is dropped: the frame refuses it itself, but is not believed. */
  write(written: WrittenData, url: URL): void {
    if (url.protocol !== 'file:') for (const text of written.cookies) this.set(text, url, false);
    const areas = this.areas(url);
    for (const area of AREAS) applyChanges(areas[area], written[area]);
  }

  /** Takes what a page has in IndexedDB now. */
  writeDatabases(databases: readonly KeptDatabase[], url: URL): void {
    this.areas(url).databases = databases;
  }

  /** The `Cookie` header of a request, undefined where there are none. */
  header(url: URL): string | undefined {
    return this.jar.getCookieStringSync(url.href) || undefined;
  }

  /** Takes the `Set-Cookie` headers of an answer. */
  answered(url: URL, headers: readonly (readonly [string, string])[]): void {
    for (const [name, value] of headers) if (name.toLowerCase() === 'set-cookie') this.set(value, url, true);
  }

  private set(text: string, url: URL, http: boolean): void {
    // A browser passes over a cookie that it cannot take, too.
    this.jar.setCookieSync(text, url.href, { http, ignoreError: true });
  }

  private areas(url: URL) {
    const site = siteOf(url);
    const areas = this.sites.get(site) ?? { local: new Map(), session: new Map(), databases: [] };
    // Set anew, so that the first one is the one that was not used for longest.
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
