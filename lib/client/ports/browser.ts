import {
  createListeners,
  type Observed,
  type PageDriver,
  type PagePlace,
  type Sandbox,
  type SandboxServer,
} from '@/lib/ports';
import type { Pages } from '@/lib/sandbox/preview';
import type { PageDependencies, PortMaker } from './dependencies';

/** Drives a page of the sandbox. The code for it loads with the first page. */
export const openBrowser: PortMaker<PageDependencies> = ({ sandbox, signal }) => {
  let loading: Promise<Pages> | undefined;
  let loaded: Pages | undefined;
  let place: PagePlace | undefined;
  const { subscribe, notify } = createListeners();
  const use = (): Promise<Pages> =>
    (loading ??= import('@/lib/sandbox/preview').then(({ createPageDriver }) => {
      loaded = createPageDriver(sandbox, signal);
      loaded.subscribe(notify);
      loaded.show(place);
      return loaded;
    }));
  const browser: PageDriver = {
    servers: serversOf(sandbox()),
    get value() {
      return loaded?.value;
    },
    subscribe,
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

/** The listening programs of a sandbox that may still be starting. */
function serversOf(starting: Promise<Sandbox | undefined>): Observed<readonly SandboxServer[]> {
  const { subscribe, notify } = createListeners();
  let value: readonly SandboxServer[] = [];
  void starting.then((sandbox) => {
    const take = () => {
      value = sandbox?.servers ?? [];
      notify();
    };
    sandbox?.on('port', take);
    if (sandbox?.servers.length) take();
  });
  return {
    get value() {
      return value;
    },
    subscribe,
  };
}
