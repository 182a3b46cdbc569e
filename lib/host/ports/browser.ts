import type { PageDriver, PagePlace } from '@/lib/ports';
import type { PageNeeds, PortMaker } from './needs';

/** Drives a page of the sandbox. What it takes loads with the first page. */
export const openBrowser: PortMaker<PageNeeds> = ({ sandbox, signal }) => {
  let loading: Promise<PageDriver> | undefined;
  let loaded: PageDriver | undefined;
  let place: PagePlace | undefined;
  const listeners = new Set<() => void>();
  const use = (): Promise<PageDriver> =>
    (loading ??= import('@/lib/sandbox/preview').then(({ createPageDriver }) => {
      loaded = createPageDriver(sandbox, signal);
      loaded.subscribe(() => listeners.forEach((listener) => listener()));
      loaded.show(place);
      return loaded;
    }));
  const browser: PageDriver = {
    get value() {
      return loaded?.value;
    },
    subscribe(listener) {
      const own = () => listener();
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    open: async (...args) => (await use()).open(...args),
    read: async (...args) => (await use()).read(...args),
    click: async (...args) => (await use()).click(...args),
    type: async (...args) => (await use()).type(...args),
    screenshot: async (...args) => (await use()).screenshot(...args),
    show(where) {
      place = where;
      loaded?.show(where);
    },
  };
  return { browser };
};
