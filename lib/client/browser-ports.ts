import { createEmbeddedSandbox } from '@/lib/sandbox';
import { openDatabase, openSnapshots, type Database, type SnapshotStore } from '@/lib/stores';
import type { AnyTool } from '@/lib/tools/tool';
import type { SandboxAdapters } from './workspace/boot-sandbox';
import type { WarmCodeRunner } from './executor/lazy-code-runner';
import { pageStorage, type PageStorage } from './settings/settings';
import { pageOnline, type OnOnline } from './thread/reachability';
import { pageVisibility, type Visibility } from './thread/visibility';
import { wait, type Wait } from './wait';

/** What the client needs from a browser. Tests provide their own. */
export interface ClientPorts {
  fetch: typeof fetch;
  wait: Wait;
  locks: LockManager | undefined;
  /** Left out if there is no page; the tab then counts as visible. */
  visibility?: Visibility;
  /** Left out if there is no page. */
  onOnline?: OnOnline;
  storage: PageStorage;
  database: Database;
  snapshots: Promise<SnapshotStore>;
  adapters: SandboxAdapters;
  /** Runs hooks and dynamic tools; loaded when the first one appears. */
  codeRunner: (signal: AbortSignal) => Promise<WarmCodeRunner>;
  /** Replaces the built-in tools. */
  tools?: readonly AnyTool[];
}

export function browserPorts(): ClientPorts {
  const database = openDatabase();
  return {
    fetch: (input, init) => fetch(input, init),
    wait,
    locks: navigator.locks,
    visibility: pageVisibility,
    onOnline: pageOnline,
    storage: pageStorage(),
    database,
    snapshots: openSnapshots(database.workspaces),
    codeRunner: async (signal) => (await import('@/lib/sandbox/code-runner')).createFrameCodeRunner(signal),
    adapters: {
      embedded: (signal) => createEmbeddedSandbox({ signal }),
      probe: async (signal) => (await import('@/lib/sandbox/webcontainer')).probeWebContainer(signal),
      webcontainer: async (signal) =>
        (await import('@/lib/sandbox/webcontainer')).createWebContainerSandbox({ signal }),
    },
  };
}
