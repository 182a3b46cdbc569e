import type { BlobStore } from '@/lib/ports';
import { createMemoryStore } from '@/lib/stores';
import type { HostContext } from '@/lib/tools/dispatch';
import type { Place } from './boot-place';
import { openThreadPorts } from './ports';
import type { MorePorts, PageNeeds } from './ports/needs';
import { openThreadMemory } from './thread-memory';

export interface BenchOptions {
  /** Resolves when a project's files are there. */
  place: () => Promise<Place | undefined>;
  blobs: BlobStore;
  needs: PageNeeds;
  /** The page's own. */
  page: Promise<MorePorts>;
  writeRoots: () => readonly string[];
  /** What tools that are about tools use. */
  tools: () => Partial<HostContext>;
}

const NAME = 'bench';

/** What calls outside any thread may use: memory and ports of their own, which live as long as the page. */
export function createBenchContext(options: BenchOptions): () => Promise<HostContext> {
  const { blobs, needs } = options;
  let opened: ReturnType<typeof open> | undefined;
  const open = async (booted: Place | undefined) => {
    const table = createMemoryStore();
    const memory = booted && (await openThreadMemory(table, NAME, booted.sandbox.workdir));
    const page = await options.page;
    const tables = { ...needs.tables, threads: table };
    const own = await openThreadPorts({ ...needs, tables, threadId: NAME, shell: memory?.shell, page });
    return { ...page, ...own, ...(memory && { shell: memory.shell, ledger: memory.ledger }) };
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
