import { useEffect } from 'react';
import { reloadPage } from './reload-page';

/** Who would lose something by a reload now. */
const holders = new Set<object>();
/** Reloads that wait for them. */
const due = new Set<() => void>();

/**
 * Reloads the page as soon as the browser has a network again, where a part of the page is missing, and nobody holds the page.
 */
export function useReloadOnline(missing: boolean): void {
  useEffect(() => {
    if (!missing) return;
    const reload = (): void => {
      if (holders.size === 0) reloadPage();
      else due.add(reload);
    };
    addEventListener('online', reload);
    return () => {
      removeEventListener('online', reload);
      due.delete(reload);
    };
  }, [missing]);
}

/** Holds the page while a reload would lose something, such as a message that is not sent yet. */
export function useHoldPage(hold: boolean): void {
  useEffect(() => {
    if (!hold) return;
    const own = {};
    holders.add(own);
    return () => {
      holders.delete(own);
      if (holders.size > 0) return;
      for (const reload of due) reload();
    };
  }, [hold]);
}
