import { createEmbeddedSandbox } from '@/lib/sandbox';
import { openDatabase, openSnapshots, type Database, type SnapshotStore } from '@/lib/stores';
import type { AnyTool } from '@/lib/tools/tool';
import type { SandboxAdapters } from './boot-sandbox';
import type { WarmGuest } from './lazy-guest';
import { pageStorage, type PageStorage } from './settings';
import { pageVisibility, type Visibility } from './visibility';
import { wait, type Wait } from './wait';

/** What the hands need of a browser. Tests bring their own. */
export interface HostPorts {
  fetch: typeof fetch;
  wait: Wait;
  locks: LockManager | undefined;
  /** Left out where nobody looks, and then the tab counts as seen. */
  visibility?: Visibility;
  storage: PageStorage;
  database: Database;
  snapshots: Promise<SnapshotStore>;
  adapters: SandboxAdapters;
  /** What runs hooks and dynamic tools; asked for when there is the first one. */
  guest: (signal: AbortSignal) => Promise<WarmGuest>;
  /** Instead of the built-in ones. */
  tools?: readonly AnyTool[];
}

export function browserPorts(): HostPorts {
  const database = openDatabase();
  return {
    fetch: (input, init) => fetch(input, init),
    wait,
    locks: navigator.locks,
    visibility: pageVisibility,
    storage: pageStorage(),
    database,
    snapshots: openSnapshots(database.workspaces),
    guest: async (signal) => (await import('@/lib/sandbox/guest')).createFrameGuest(signal),
    adapters: {
      embedded: (signal) => createEmbeddedSandbox({ signal }),
      probe: async (signal) => (await import('@/lib/sandbox/webcontainer')).probeWebContainer(signal),
      webcontainer: async (signal) =>
        (await import('@/lib/sandbox/webcontainer')).createWebContainerSandbox({ signal }),
    },
  };
}
