import { createListeners, type McpConnections, type McpServerDraft } from '@/lib/ports';
import { openPersisted } from '@/lib/stores';
import { z } from 'zod';
import type { PageDependencies, PortMaker } from './dependencies';
import { MCP_HEADERS, type McpRelayRequest } from '@/lib/protocol';

/** A `fetch` to MCP servers elsewhere: each request goes through our own server, the only one that a page may ask. */
export const relayFetch =
  (fetch: typeof globalThis.fetch) =>
  async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
    const given = new Headers(init.headers);
    const headers = Object.fromEntries(
      MCP_HEADERS.flatMap((name) => {
        const value = given.get(name);
        return value === null ? [] : [[name, value] as const];
      }),
    );
    const method = init.method === 'GET' || init.method === 'DELETE' ? init.method : 'POST';
    const request: McpRelayRequest = {
      url: String(url),
      method,
      headers,
      ...(typeof init.body === 'string' && { body: init.body }),
    };
    return fetch('/api/services/mcp-relay', {
      method: 'POST',
      credentials: 'same-origin',
      cache: 'no-store',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
      signal: init.signal ?? null,
    });
  };

/** What is kept of the servers: no tokens. */
const KeptSchema = z.object({
  servers: z.array(z.object({ name: z.string(), url: z.string() })),
  trusted: z.array(z.string()),
});

/** Connections to MCP servers. The protocol's library loads with the first use of one. */
export const openMcp: PortMaker<PageDependencies> = async ({ tables, fetch, onMcpTools, signal }) => {
  const kept = await openPersisted(tables.library, 'mcp', KeptSchema, { servers: [], trusted: [] });
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
    const relay = relayFetch(fetch);
    loaded = createMcpConnections({
      page: { name: PAGE_SERVER, open: createPlayground() },
      reach: (draft) => reachOverHttp(draft, relay),
      drafts: kept.value.servers,
      trusted: kept.value.trusted,
      save: ({ drafts, trusted }) => kept.set({ servers: drafts.map(withoutToken), trusted: [...trusted] }),
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
  return { mcp };
};

/** The name of the server in the page, known before anything of it is loaded. */
const PAGE_SERVER = 'playground';
const IDLE = { state: 'idle' as const, tools: [], resources: [], prompts: [] };

const withoutToken = ({ name, url }: McpServerDraft) => ({ name, url });
