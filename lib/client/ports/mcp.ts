import { createListeners, type McpConnections, type McpServerDraft } from '@/lib/ports';
import { openPersisted } from '@/lib/stores';
import { z } from 'zod';
import { createRelay } from './mcp-relay';
import type { PageDependencies, PortMaker } from './dependencies';

/** What is stored about the servers: no tokens, only whether there was one. */
const StoredSchema = z.object({
  servers: z.array(z.object({ name: z.string(), url: z.string(), wantsToken: z.boolean().optional() })),
  trusted: z.array(z.string()),
  connected: z.array(z.string()).default([]),
});

/** Connections to MCP servers. The protocol's library loads with the first use. */
export const openMcp: PortMaker<PageDependencies> = async ({ tables, fetch, onMcpTools, signal }) => {
  const kept = await openPersisted(tables.library, 'mcp', StoredSchema, { servers: [], trusted: [], connected: [] });
  const names = [PAGE_SERVER, ...kept.value.servers.map(({ name }) => name)];
  const idle = [
    { name: PAGE_SERVER, where: 'page' as const, ...IDLE },
    ...kept.value.servers.map((draft) => ({ ...draft, where: 'remote' as const, ...IDLE })),
  ];
  const { subscribe, notify } = createListeners();
  let loading: Promise<McpConnections> | undefined;
  let loaded: McpConnections | undefined;

  async function load(): Promise<McpConnections> {
    const { createMcpConnections, createPlayground, reachOverHttp } = await import('@/lib/tools/mcp');
    const relay = createRelay(fetch);
    loaded = createMcpConnections({
      page: { name: PAGE_SERVER, open: createPlayground() },
      reach: (draft) => reachOverHttp(draft, relay),
      drafts: kept.value.servers,
      trusted: kept.value.trusted,
      connected: kept.value.connected,
      save: ({ drafts, trusted, connected }) =>
        kept.set({ servers: drafts.map(withoutToken), trusted: [...trusted], connected: [...connected] }),
      onTools: (tools) => onMcpTools?.(tools),
    });
    loaded.subscribe(() => signal.aborted || notify());
    return loaded;
  }
  const use = (): Promise<McpConnections> => (loading ??= load());

  const mcp: McpConnections = {
    get value() {
      return loaded?.value ?? idle;
    },
    get servers() {
      return loaded?.servers ?? names;
    },
    subscribe,
    call: async (...args) => (await use()).call(...args),
    listResources: async (...args) => (await use()).listResources(...args),
    readResource: async (...args) => (await use()).readResource(...args),
    connect: async (...args) => (await use()).connect(...args),
    add: async (...args) => (await use()).add(...args),
    remove: async (...args) => (await use()).remove(...args),
    trust: async (...args) => (await use()).trust(...args),
  };
  if (kept.value.connected.length > 0) void use().catch(() => undefined);
  return { mcp };
};

/** The name of the server on this page, known before the server is loaded. */
const PAGE_SERVER = 'playground';
const IDLE = { state: 'idle' as const, tools: [], resources: [], prompts: [] };

const withoutToken = ({ name, url, token, wantsToken = token !== undefined }: McpServerDraft) => ({
  name,
  url,
  ...(wantsToken && { wantsToken }),
});
