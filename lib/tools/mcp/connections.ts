import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { CallToolResultSchema, type Tool as McpDeclaration } from '@modelcontextprotocol/sdk/types.js';
import { createListeners, McpFailure, type McpConnections, type McpServer, type McpServerDraft } from '@/lib/ports';
import { sha256 } from '@/lib/protocol';
import { messageOf } from '@/lib/protocol/message-of';
import { z } from 'zod';
import { mcpToolName } from '../pool/mcp-name';
import { createRegistry } from '../registry';
import type { AnyTool } from '../tool';
import { createConnection, listResources, type Connection } from './connection';
import { foreignTool } from './foreign-tool';
import type { BrokenTool } from './list-tools';
import { toToolResult } from './to-tool-result';

export interface McpOptions {
  /** The server that is always there. */
  page: { name: string; open: () => Promise<Transport> };
  /** Reaches a server that a person configured. */
  reach: (draft: McpServerDraft) => Promise<Transport>;
  drafts: readonly McpServerDraft[];
  /** Hashes of the forms of trusted tools. */
  trusted: readonly string[];
  save: (kept: { drafts: readonly McpServerDraft[]; trusted: readonly string[] }) => Promise<void>;
  /** The tools of all connected servers, after each change. */
  onTools: (tools: readonly AnyTool[]) => void;
}

interface Entry extends Pick<McpServer, 'name' | 'where' | 'url'> {
  readonly draft?: McpServerDraft;
  readonly connection: Connection;
}

/** Characters of a tool's form, as JSON: a model would have to read it, and a page to check it. */
const MOST_FORM = 100_000;
const TOO_LONG = `Its form is too deep, or has more than ${MOST_FORM} characters.`;

/** What a person trusts of a tool; undefined where it is too much, or so deep that it cannot be written down. */
function textOf(server: string, { name, description, inputSchema, annotations }: McpDeclaration): string | undefined {
  try {
    const text = JSON.stringify([server, name, description, inputSchema, annotations]);
    return text.length > MOST_FORM ? undefined : text;
  } catch {
    return undefined;
  }
}

const InputSchema = z.record(z.string(), z.unknown());

/** Connections to the server in this page and to those a person configured. */
export function createMcpConnections(options: McpOptions): McpConnections {
  const entries = new Map<string, Entry>();
  const trusted = new Set(options.trusted);
  /** The hash of each tool's form, by its name in the pool. */
  let hashes = new Map<string, string>();
  /** Why tools are not in the pool, by the same names. */
  let unusable = new Map<string, string>();
  const { subscribe, notify } = createListeners();
  let value: readonly McpServer[] = [];

  const entryOf = (server: string): Entry => {
    const entry = entries.get(server);
    if (entry) return entry;
    throw new McpFailure(
      'NOT_FOUND',
      `There is no MCP server "${server}". There are: ${[...entries.keys()].join(', ')}.`,
    );
  };
  const keep = () =>
    options.save({
      drafts: [...entries.values()].flatMap(({ draft }) => (draft ? [draft] : [])),
      trusted: [...trusted],
    });

  /** Publishes what there is now: first the state, then, when forms are hashed, the tools. */
  let turn = 0;
  async function renew(): Promise<void> {
    turn += 1;
    const mine = turn;
    const forms = [...entries.values()].flatMap(({ name, connection }) =>
      connection.state.catalogue.tools.map((form) => ({ server: name, form })),
    );
    const hashed = await Promise.all(
      forms.map(async ({ server, form }) => {
        const text = textOf(server, form);
        return { server, form, hash: text && (await sha256(text)) };
      }),
    );
    if (mine !== turn) return;
    const made = hashed.map(({ server, form, hash }) => ({
      hash,
      ...(hash === undefined
        ? { name: mcpToolName(server, form.name), fault: TOO_LONG }
        : pooledTool(server, form, trusted.has(hash))),
    }));
    hashes = new Map(made.flatMap(({ name, hash }) => (hash === undefined ? [] : [[name, hash]])));
    unusable = new Map(made.flatMap(({ name, fault }) => (fault === undefined ? [] : [[name, fault]])));
    value = [...entries.values()].map(viewOf);
    notify();
    options.onTools(made.flatMap((one) => ('tool' in one && one.tool) || []));
  }

  /** A form as a tool that a registry takes, or why it is none. */
  function pooledTool(
    server: string,
    form: McpDeclaration,
    isTrusted: boolean,
  ): { name: string; tool?: AnyTool; fault?: string } {
    const name = mcpToolName(server, form.name);
    try {
      const tool = foreignTool(server, form, isTrusted, connections.call);
      createRegistry([tool]);
      return { name, tool };
    } catch (error) {
      return { name, fault: messageOf(error) };
    }
  }

  const viewOf = ({ name, where, url, connection }: Entry): McpServer => {
    const { state, fault, catalogue } = connection.state;
    return {
      name,
      where,
      ...(url !== undefined && { url }),
      state,
      ...(fault !== undefined && { fault }),
      ...(catalogue.version !== undefined && { version: catalogue.version }),
      tools: [
        ...catalogue.tools.map((form) => {
          const pooledName = mcpToolName(name, form.name);
          const fault = unusable.get(pooledName);
          return {
            ...(fault !== undefined && { unusable: fault }),
            name: form.name,
            pooledName,
            description: form.description ?? '',
            readOnlyHint: form.annotations?.readOnlyHint === true,
            trusted: trusted.has(hashes.get(pooledName) ?? ''),
          };
        }),
        ...catalogue.broken.map((tool) => brokenView(name, tool)),
      ],
      resources: catalogue.resources.map((resource) => resourceOf(name, resource)),
      prompts: catalogue.prompts,
    };
  };

  const add = (name: string, open: () => Promise<Transport>, draft?: McpServerDraft) => {
    const connection = createConnection(name, open, () => void renew());
    const url = draft && { url: draft.url, draft };
    entries.set(name, { name, where: draft ? 'remote' : 'page', ...url, connection });
  };
  const addDraft = (draft: McpServerDraft) => add(draft.name, () => options.reach(draft), draft);

  const connections: McpConnections = {
    get value() {
      return value;
    },
    subscribe,
    get servers() {
      return [...entries.keys()];
    },
    async call(server, tool, input, signal) {
      const { connection } = entryOf(server);
      const args = InputSchema.safeParse(input ?? {});
      if (!args.success) throw new McpFailure('INVALID_ARGS', 'The input of an MCP tool is an object.');
      return connection.use(async (client) => {
        const { tools } = connection.state.catalogue;
        if (!tools.some(({ name }) => name === tool)) {
          const names = tools.map(({ name }) => name).join(', ') || 'none';
          throw new McpFailure('TOOL_NOT_FOUND', `${server} has no tool "${tool}". It has: ${names}.`);
        }
        const params = { name: tool, arguments: args.data };
        const answer = await client.request({ method: 'tools/call', params }, CallToolResultSchema, { signal });
        return toToolResult(answer);
      }, signal);
    },
    async listResources(server, signal) {
      const wanted = server === undefined ? [...entries.values()] : [entryOf(server)];
      const lists = await Promise.all(
        wanted.map(({ name, connection }) =>
          connection.use(async (client) => {
            if (!client.getServerCapabilities()?.resources) return [];
            return (await listResources(client)).map((resource) => resourceOf(name, resource));
          }, signal),
        ),
      );
      return lists.flat();
    },
    async readResource(server, uri, signal) {
      const { connection } = entryOf(server);
      try {
        return await connection.use(
          async (client) => (await client.readResource({ uri }, { signal })).contents.map(contentOf),
          signal,
        );
      } catch (error) {
        // Servers say so in one of two ways.
        if (error instanceof McpFailure && error.code === 'INVALID_ARGS')
          throw new McpFailure('NOT_FOUND', error.message);
        throw error;
      }
    },
    async connect(server) {
      const { connection } = entryOf(server);
      await connection.close();
      await connection.use(async () => undefined);
    },
    async add(draft) {
      if (draft.name === options.page.name)
        throw new McpFailure('INVALID_ARGS', `${draft.name} is the server in this page.`);
      await entries.get(draft.name)?.connection.close();
      addDraft(draft);
      await Promise.all([keep(), renew()]);
    },
    async remove(server) {
      const { draft, connection } = entryOf(server);
      if (!draft) throw new McpFailure('INVALID_ARGS', `${server} is part of this page.`);
      entries.delete(server);
      await connection.close();
      await Promise.all([keep(), renew()]);
    },
    async trust(server, tool, isTrusted) {
      const hash = hashes.get(mcpToolName(server, tool));
      if (hash === undefined) throw new McpFailure('TOOL_NOT_FOUND', `${server} has no tool "${tool}".`);
      if (isTrusted) trusted.add(hash);
      else trusted.delete(hash);
      await Promise.all([keep(), renew()]);
    },
  };
  add(options.page.name, options.page.open);
  for (const draft of options.drafts) addDraft(draft);
  value = [...entries.values()].map(viewOf);
  return connections;
}

const brokenView = (server: string, { name, fault }: BrokenTool): McpServer['tools'][number] => ({
  unusable: fault,
  name,
  pooledName: mcpToolName(server, name),
  description: '',
  readOnlyHint: false,
  trusted: false,
});

interface Named {
  uri: string;
  name: string;
  description?: string | undefined;
  mimeType?: string | undefined;
}

const resourceOf = (server: string, { uri, name, description, mimeType }: Named) => ({
  server,
  uri,
  name,
  ...(description !== undefined && { description }),
  ...(mimeType !== undefined && { mimeType }),
});

const contentOf = (
  content: { uri: string; mimeType?: string | undefined } & ({ text: string } | { blob: string }),
) => ({
  uri: content.uri,
  ...(content.mimeType !== undefined && { mimeType: content.mimeType }),
  ...('text' in content ? { text: content.text } : { blob: content.blob }),
});
