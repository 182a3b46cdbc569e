import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { CallToolResultSchema, type Tool as McpDeclaration } from '@modelcontextprotocol/sdk/types.js';
import { createListeners, McpFailure, type McpConnections, type McpServer, type McpServerDraft } from '@/lib/ports';
import { sha256, type ToolResult } from '@/lib/protocol';
import { messageOf } from '@/lib/protocol/message-of';
import { validate } from '@/lib/schema';
import { z } from 'zod';
import { MOST_CALL_MS } from '../builtin/mcp/most-call';
import { mcpToolName } from '../pool/mcp-name';
import { createRegistry } from '../registry';
import { failure } from '../result';
import type { AnyTool } from '../tool';
import { createConnection, listResources, type Connection } from './connection';
import { foreignTool } from './foreign-tool';
import type { BrokenTool } from './list-tools';
import { toToolResult } from './to-tool-result';

/** What outlasts the page. */
export interface McpKept {
  readonly drafts: readonly McpServerDraft[];
  readonly trusted: readonly string[];
  readonly connected: readonly string[];
}

export interface McpOptions {
  /** The server that is always there. */
  page: { name: string; open: () => Promise<Transport> };
  /** Reaches a server that a person configured. */
  reach: (draft: McpServerDraft) => Promise<Transport>;
  drafts: readonly McpServerDraft[];
  /** Hashes of the forms of trusted tools. */
  trusted: readonly string[];
  /** Servers that were connected when the page was left. */
  connected?: readonly string[];
  save: (kept: McpKept) => Promise<void>;
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
function textOf(
  server: string,
  { name, description, inputSchema, outputSchema, annotations }: McpDeclaration,
): string | undefined {
  try {
    const text = JSON.stringify([
      server,
      name,
      description,
      inputSchema,
      annotations,
      ...(outputSchema ? [outputSchema] : []),
    ]);
    return text.length > MOST_FORM ? undefined : text;
  } catch {
    return undefined;
  }
}

/** How long a server may say nothing of a call, milliseconds: neither an answer nor progress. */
const SILENCE_MS = 60_000;

const InputSchema = z.record(z.string(), z.unknown());

/** Connections to the server in this page and to those a person configured. */
export function createMcpConnections(options: McpOptions): McpConnections {
  const entries = new Map<string, Entry>();
  const trusted = new Set(options.trusted);
  const connected = new Set(options.connected);
  /** The hash of each tool's form, by its server and its name there. */
  let hashes = new Map<string, string>();
  /** Why tools are not in the pool, by the same. */
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
      connected: [...connected],
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
    const pooled = new Set<string>();
    const made = hashed.map(({ server, form, hash }) => {
      const of = placeOf(server, form.name);
      const name = mcpToolName(server, form.name);
      if (hash === undefined) return { of, hash, fault: TOO_LONG };
      if (pooled.has(name)) return { of, hash, fault: `Another tool is ${name} here: they cannot be told apart.` };
      pooled.add(name);
      return { of, hash, ...pooledTool(server, form, trusted.has(hash)) };
    });
    hashes = new Map(made.flatMap(({ of, hash }) => (hash === undefined ? [] : [[of, hash]])));
    unusable = new Map(made.flatMap(({ of, fault }) => (fault === undefined ? [] : [[of, fault]])));
    value = [...entries.values()].map(viewOf);
    void noteConnected().catch(() => undefined);
    notify();
    options.onTools(made.flatMap((one) => ('tool' in one && one.tool) || []));
  }

  /** A form as a tool that a registry takes, or why it is none. */
  function pooledTool(server: string, form: McpDeclaration, isTrusted: boolean): { tool?: AnyTool; fault?: string } {
    try {
      const tool = foreignTool(server, form, isTrusted, connections.call);
      createRegistry([tool]);
      return { tool };
    } catch (error) {
      return { fault: messageOf(error) };
    }
  }

  const viewOf = ({ name, where, url, draft, connection }: Entry): McpServer => {
    const { state, fault, catalogue } = connection.state;
    return {
      name,
      where,
      ...(url !== undefined && { url }),
      state,
      ...(fault !== undefined && { fault }),
      ...(lacksToken(draft) && { wantsToken: true }),
      ...(catalogue.version !== undefined && { version: catalogue.version }),
      tools: [
        ...catalogue.tools.map((form) => {
          const pooledName = mcpToolName(name, form.name);
          const place = placeOf(name, form.name);
          const fault = unusable.get(place);
          return {
            ...(fault !== undefined && { unusable: fault }),
            name: form.name,
            pooledName,
            description: form.description ?? '',
            readOnlyHint: form.annotations?.readOnlyHint === true,
            trusted: trusted.has(hashes.get(place) ?? ''),
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
  const addDraft = (draft: McpServerDraft) =>
    add(
      draft.name,
      async () => {
        if (!lacksToken(draft)) return options.reach(draft);
        throw new McpFailure(
          'GATE_DENIED',
          `${draft.name} wants its token again: a person types it in State, MCP.`,
          false,
        );
      },
      draft,
    );
  /** What was connected when the page was left is connected again. */
  const noteConnected = async (): Promise<void> => {
    const now = [...entries.values()].filter(({ connection }) => connection.state.state === 'connected');
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
      return [...entries.keys()];
    },
    async call(server, tool, input, signal, onProgress) {
      const { connection } = entryOf(server);
      const args = InputSchema.safeParse(input ?? {});
      if (!args.success) throw new McpFailure('INVALID_ARGS', 'The input of an MCP tool is an object.');
      return connection.use(async (client) => {
        const { tools } = connection.state.catalogue;
        const declared = tools.find(({ name }) => name === tool);
        if (!declared) {
          const names = tools.map(({ name }) => name).join(', ') || 'none';
          throw new McpFailure('TOOL_NOT_FOUND', `${server} has no tool "${tool}". It has: ${names}.`);
        }
        const params = { name: tool, arguments: args.data };
        const answer = await client.request({ method: 'tools/call', params }, CallToolResultSchema, {
          signal,
          timeout: SILENCE_MS,
          resetTimeoutOnProgress: true,
          maxTotalTimeout: MOST_CALL_MS,
          onprogress: ({ progress, total, message }) => {
            onProgress?.(`${message ?? `${progress}${total === undefined ? '' : ` of ${total}`}`}\n`);
          },
        });
        return checkedResult(declared, toToolResult(answer));
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
      connected.delete(server);
      await connection.close();
      await Promise.all([keep(), renew()]);
    },
    async trust(server, tool, isTrusted) {
      const hash = hashes.get(placeOf(server, tool));
      if (hash === undefined) throw new McpFailure('TOOL_NOT_FOUND', `${server} has no tool "${tool}".`);
      if (isTrusted) trusted.add(hash);
      else trusted.delete(hash);
      await Promise.all([keep(), renew()]);
    },
  };
  add(options.page.name, options.page.open);
  for (const draft of options.drafts) addDraft(draft);
  value = [...entries.values()].map(viewOf);
  for (const { name, draft, connection } of entries.values()) {
    if (connected.has(name) && !lacksToken(draft)) void connection.use(async () => undefined).catch(() => undefined);
  }
  return connections;
}

/** A server's tool: names of servers have no line breaks. */
const placeOf = (server: string, tool: string): string => `${server}\n${tool}`;

const lacksToken = (draft: McpServerDraft | undefined): boolean =>
  draft?.wantsToken === true && draft.token === undefined;

/** A tool that promises structured output has to keep the promise. */
function checkedResult({ name, outputSchema }: McpDeclaration, result: ToolResult): ToolResult {
  if (!outputSchema || !result.success) return result;
  const checked = validate(outputSchema, result.structuredContent);
  if (checked.ok) return result;
  const faults = checked.issues.map(
    ({ path, expected, received }) => `${path} should be ${expected} and is ${received}`,
  );
  const text = `${name} ran, but its output is not what its schema promises: ${faults.join('; ')}. It said: ${result.text}`;
  return failure('INVALID_OUTPUT', text, { issues: checked.issues });
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
