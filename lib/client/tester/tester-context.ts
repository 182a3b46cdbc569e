import type { BlobStore, DynamicToolStore } from '@/lib/ports';
import { createMemoryStore, openThreadMemory, type KeyValue } from '@/lib/stores';
import type { CallContext } from '@/lib/tools/dispatch';
import { NO_USAGE } from '../agents/agent-record';
import { openAgentTree } from '../agents/agent-tree';
import type { AgentWorld } from '../agents/agent-world';
import { createPortOpener } from '../ports/port-opener';
import type { BootedWorkspace } from '../workspace/current-workspace';
import { openConversationPorts, openThreadPorts } from '../ports';
import type { MorePorts, PageDependencies, ThreadDependencies } from '../ports/dependencies';
import type { PermissionMode } from '@/lib/protocol';

interface TesterContextOptions {
  /** Resolves when a project's files are there. */
  booted: () => Promise<BootedWorkspace | undefined>;
  blobs: BlobStore;
  dependencies: PageDependencies;
  /** The page's own ports. */
  page: Promise<MorePorts>;
  writeRoots: () => readonly string[];
  /** The environment of its sub-agents, apart from what the calls themselves use. */
  world: Pick<AgentWorld, 'client' | 'loadToolset' | 'dispatching'>;
  /** The dynamic tools of the open thread; without one, those of calls by hand, stored in a table. */
  dynamicTools: (table: KeyValue, threadId: string) => DynamicToolStore;
  /** What tools about tools use. */
  tools: () => Partial<CallContext>;
}

const NAME = 'bench';

/**
 * What calls by hand may use: their own memory, ports and agents, which live as long as the page. Only a tool that they make
 * belongs to the open thread, where its agent can call it, too.
 */
export function createTesterContext(options: TesterContextOptions): () => Promise<CallContext> {
  const { blobs, dependencies, world } = options;
  let opened: ReturnType<typeof open> | undefined;
  const open = async (booted: BootedWorkspace | undefined) => {
    const table = createMemoryStore();
    const memory = booted && (await openThreadMemory(table, NAME, booted.sandbox.workdir));
    const page = await options.page;
    const saveFiles = async () => booted?.workspace.save(true);
    const tables = { ...dependencies.tables, threads: table };
    // Trying a call by hand does not change a thread's mode.
    let mode: PermissionMode | undefined;
    const its: ThreadDependencies = {
      ...dependencies,
      // Of its own, as a thread's is: each of its ports listens to it.
      signal: AbortSignal.any([dependencies.signal]),
      tables,
      threadId: NAME,
      shell: memory?.shell,
      page,
      mode: () => mode ?? dependencies.mode(),
      setMode: (chosen) => (mode = chosen),
    };
    // The clock stands still: a job created by hand must not act in whatever thread is open when it is due.
    const conversation = await openConversationPorts({ ...its, wait: (_ms, signal) => whenAborted(signal) });
    const ports: MorePorts = { ...page, ...conversation, ...(await openThreadPorts(its)) };
    const opener = createPortOpener(NAME, its, options.page);
    const agents = await openAgentTree({
      threadId: NAME,
      table,
      mailbox: ports.mailbox,
      teams: ports.teams,
      world: {
        ...world,
        ports: { ...dependencies, database: tables },
        openPorts: (child) => opener.openForChild(tables, child),
        // The changes are those of the call by hand that has started them.
        files: { beforeCall: async () => undefined, afterCall: saveFiles, save: saveFiles },
      },
      main: { mode: its.mode, options: dependencies.settings.options, context },
      // There is no conversation here: no turns, no recording, and nobody to notify.
      mainUsage: () => NO_USAGE,
      cassette: () => undefined,
      onChange: () => undefined,
      onMail: () => undefined,
      now: dependencies.now,
      signal: its.signal,
    });
    return {
      ...ports,
      spawner: agents.spawner,
      table,
      ...(memory && { shell: memory.shell, ledger: memory.ledger }),
    };
  };
  const context = async (): Promise<CallContext> => {
    const booted = await options.booted();
    const { table, ...ports } = await (opened ??= open(booted));
    return {
      threadId: NAME,
      writeRoots: options.writeRoots(),
      ...options.tools(),
      blobs,
      ...(booted && { sandbox: booted.sandbox }),
      ...ports,
      dynamicToolStore: options.dynamicTools(table, NAME),
    };
  };
  return context;
}

const whenAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
