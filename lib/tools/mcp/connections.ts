import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { createListeners, McpFailure, type McpConnections, type McpServer, type McpServerDraft } from '@/lib/ports';
import type { AnyTool } from '../tool';
import { createConnection } from './connection';
import { hashForms, NO_POOLED_TOOLS, poolTools } from './pooled-tools';
import { callServerTool, readResource, resourcesOf } from './requests';
import { lacksToken, serverView, type ServerEntry } from './server-view';

/** What is saved beyond the page. */
export interface StoredMcp {
  readonly drafts: readonly McpServerDraft[];
  readonly trusted: readonly string[];
  readonly connected: readonly string[];
}

export interface McpOptions {
  /** The built-in server in this page. */
  page: { name: string; open: () => Promise<Transport> };
  /** Opens a transport to a configured server. */
  reach: (draft: McpServerDraft) => Promise<Transport>;
  drafts: readonly McpServerDraft[];
  /** Hashes of the declarations of trusted tools. */
  trusted: readonly string[];
  /** Servers that were connected when the page was closed. */
  connected?: readonly string[];
  save: (kept: StoredMcp) => Promise<void>;
  /** Called with the tools of all connected servers after each change. */
  onTools: (tools: readonly AnyTool[]) => void;
}

/** Creates the connections to the server in this page and to the configured ones. */
export function createMcpConnections(options: McpOptions): McpConnections {
  const trusted = new Set(options.trusted);
  const connected = new Set(options.connected);
  const entries = createEntries(options, () => void renew());
  const { subscribe, notify } = createListeners();
  let pooled = NO_POOLED_TOOLS;
  const view = () => entries.all().map((entry) => serverView(entry, pooled, trusted));
  let value: readonly McpServer[] = view();

  const keep = () =>
    options.save({
      drafts: entries.all().flatMap(({ draft }) => (draft ? [draft] : [])),
      trusted: [...trusted],
      connected: [...connected],
    });

  /** Publishes the current state and, once declarations are hashed, the tools. */
  let turn = 0;
  async function renew(): Promise<void> {
    turn += 1;
    const mine = turn;
    const hashed = await hashForms(formsOf(entries.all()));
    if (mine !== turn) return;
    pooled = poolTools(hashed, trusted, connections.call);
    value = view();
    void noteConnected().catch(() => undefined);
    notify();
    options.onTools(pooled.tools);
  }

  /** Saves which servers are connected, so that they are reconnected when the page is reopened. */
  const noteConnected = async (): Promise<void> => {
    const now = entries.all().filter(({ connection }) => connection.state.state === 'connected');
    const news = now.filter(({ name }) => !connected.has(name));
    for (const { name } of news) connected.add(name);
    if (news.length > 0) await keep();
  };

  const connections: McpConnections = {
    get value() {
      return value;
    },
    subscribe,
    get servers() {
      return entries.all().map(({ name }) => name);
    },
    call: async (server, ...call) => callServerTool(entries.find(server), ...call),
    async listResources(server, signal) {
      const wanted = server === undefined ? entries.all() : [entries.find(server)];
      const lists = await Promise.all(wanted.map((entry) => resourcesOf(entry, signal)));
      return lists.flat();
    },
    readResource: async (server, uri, signal) => readResource(entries.find(server), uri, signal),
    async connect(server) {
      const { connection } = entries.find(server);
      await connection.close();
      await connection.use(async () => undefined);
    },
    async add(draft) {
      await entries.put(draft);
      await Promise.all([keep(), renew()]);
    },
    async remove(server) {
      const closed = entries.remove(server);
      connected.delete(server);
      await closed;
      await Promise.all([keep(), renew()]);
    },
    async trust(server, tool, isTrusted) {
      const hash = pooled.hashOf(server, tool);
      if (hash === undefined) throw new McpFailure('TOOL_NOT_FOUND', `${server} has no tool "${tool}".`);
      if (isTrusted) trusted.add(hash);
      else trusted.delete(hash);
      await Promise.all([keep(), renew()]);
    },
  };
  connectAgain(entries.all().filter(({ name }) => connected.has(name)));
  return connections;
}

function connectAgain(entries: readonly ServerEntry[]): void {
  for (const { draft, connection } of entries) {
    if (!lacksToken(draft)) void connection.use(async () => undefined).catch(() => undefined);
  }
}

/** The declarations of all tools. */
const formsOf = (entries: readonly ServerEntry[]) =>
  entries.flatMap(({ name: server, connection }) =>
    connection.state.catalogue.tools.map((declaration) => ({ server, declaration })),
  );

/** The servers by name, the page's own first. */
function createEntries({ page, drafts, reach }: McpOptions, onChange: () => void) {
  const entries = new Map<string, ServerEntry>();
  const find = (server: string): ServerEntry => {
    const entry = entries.get(server);
    if (entry) return entry;
    const names = [...entries.keys()].join(', ');
    throw new McpFailure('NOT_FOUND', `There is no MCP server "${server}". There are: ${names}.`);
  };
  const open = async (draft: McpServerDraft): Promise<Transport> => {
    if (!lacksToken(draft)) return reach(draft);
    const wanted = `${draft.name} wants its token again: a person types it in State, MCP.`;
    throw new McpFailure('GATE_DENIED', wanted, false);
  };
  const set = (draft: McpServerDraft) => {
    const { name, url } = draft;
    const connection = createConnection(name, () => open(draft), onChange);
    entries.set(name, { name, where: 'remote', url, draft, connection });
  };
  entries.set(page.name, {
    name: page.name,
    where: 'page',
    connection: createConnection(page.name, page.open, onChange),
  });
  for (const draft of drafts) set(draft);

  return {
    all: () => [...entries.values()],
    find,
    /** Adds a configured server, or replaces the one of the same name. */
    async put(draft: McpServerDraft): Promise<void> {
      if (draft.name === page.name) throw new McpFailure('INVALID_ARGS', `${page.name} is the server in this page.`);
      await entries.get(draft.name)?.connection.close();
      set(draft);
    },
    /** Removes a server immediately; resolves when its connection is closed. */
    remove(server: string): Promise<void> {
      const { draft, connection } = find(server);
      if (!draft) throw new McpFailure('INVALID_ARGS', `${server} is part of this page.`);
      entries.delete(server);
      return connection.close();
    },
  };
}
