import type { BlobStore } from '@/lib/ports';
import { createMemoryStore, openThreadMemory } from '@/lib/stores';
import type { CallContext } from '@/lib/tools/dispatch';
import type { BootedWorkspace } from '../workspace/current-workspace';
import { openConversationPorts, openThreadPorts } from '../ports';
import type { MorePorts, PageDependencies, ThreadDependencies } from '../ports/dependencies';
import type { PermissionMode } from '@/lib/protocol';

export interface TesterContextOptions {
  /** Resolves when a project's files are there. */
  place: () => Promise<BootedWorkspace | undefined>;
  blobs: BlobStore;
  dependencies: PageDependencies;
  /** The page's own. */
  page: Promise<MorePorts>;
  writeRoots: () => readonly string[];
  /** What tools that are about tools use. */
  tools: () => Partial<CallContext>;
}

const NAME = 'bench';

/** What calls outside any thread may use: memory and ports of their own, which live as long as the page. */
export function createTesterContext(options: TesterContextOptions): () => Promise<CallContext> {
  const { blobs, dependencies } = options;
  let opened: ReturnType<typeof open> | undefined;
  const open = async (booted: BootedWorkspace | undefined) => {
    const table = createMemoryStore();
    const memory = booted && (await openThreadMemory(table, NAME, booted.sandbox.workdir));
    const page = await options.page;
    const tables = { ...dependencies.tables, threads: table };
    // What is tried by hand changes no thread's mode.
    let mode: PermissionMode | undefined;
    const its: ThreadDependencies = {
      ...dependencies,
      tables,
      threadId: NAME,
      shell: memory?.shell,
      page,
      mode: () => mode ?? dependencies.mode(),
      setMode: (chosen) => (mode = chosen),
    };
    // The clock stands still: a job that is tried by hand must not act in whatever thread is open when its time comes.
    const conversation = await openConversationPorts({ ...its, wait: (_ms, signal) => whenAborted(signal) });
    return {
      ...page,
      ...conversation,
      ...(await openThreadPorts(its)),
      ...(memory && { shell: memory.shell, ledger: memory.ledger }),
    };
  };
  return async () => {
    const booted = await options.place();
    const ports = await (opened ??= open(booted));
    return {
      threadId: NAME,
      writeRoots: options.writeRoots(),
      ...options.tools(),
      blobs,
      ...(booted && { sandbox: booted.sandbox }),
      ...ports,
    };
  };
}

const whenAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
