import { useEffect } from 'react';
import { reloadPage } from './reload-page';

/** Reloads the page as soon as the browser has a network again, where a part of the page is missing. A reload loses nothing. */
export function useReloadOnline(missing: boolean): void {
  useEffect(() => {
    if (!missing) return;
    addEventListener('online', reloadPage);
    return () => removeEventListener('online', reloadPage);
  }, [missing]);
}
