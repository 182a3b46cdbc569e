import type { PageAnswer, SiteData } from '../messages';
import { keepCookies } from './cookies';
import { makeStorageArea } from './storage-area';

/** The page's cookies and storages; changes are sent out of the frame once per task, and before it navigates. */
export interface PageData {
  flush(): void;
  answered(cookies: string, writes: number): void;
}

/** Installs the page's data, and sends what it writes. */
export function keepPageData(data: SiteData, send: (message: PageAnswer) => void): PageData {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // Kept in case the page replaces the global timers.
  const [later, never] = [setTimeout, clearTimeout];
  const changed = () => {
    timer ??= later(flush, 0);
  };
  const cookies = keepCookies(data.cookies, changed);
  const local = makeStorageArea(data.local, changed);
  const session = makeStorageArea(data.session, changed);
  for (const [name, { storage }] of Object.entries({ localStorage: local, sessionStorage: session })) {
    Object.defineProperty(window, name, { configurable: true, enumerable: true, get: () => storage });
  }
  function flush(): void {
    if (timer === undefined) return;
    never(timer);
    timer = undefined;
    send({
      kind: 'written',
      written: { ...cookies.takeWritten(), local: local.takeChanges(), session: session.takeChanges() },
    });
  }
  return { flush, answered: cookies.answered };
}
