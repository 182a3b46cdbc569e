import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  PromptListChangedNotificationSchema,
  ResourceListChangedNotificationSchema,
  ToolListChangedNotificationSchema,
  type Prompt,
  type Resource,
} from '@modelcontextprotocol/sdk/types.js';
import { McpFailure } from '@/lib/ports';
import { isBroken, toMcpFailure } from './failures';
import { listTools, type ListedTools } from './list-tools';
import { allPages } from './pages';

const CONNECT_MS = 15_000;

/** What a server offers, as of its last listing. */
interface ServerCatalogue extends ListedTools {
  readonly version?: string;
  readonly resources: readonly Resource[];
  readonly prompts: readonly string[];
}

interface ConnectionState {
  readonly state: 'idle' | 'connecting' | 'connected' | 'failed';
  readonly fault?: string;
  readonly catalogue: ServerCatalogue;
}

/** One connection: opened on first use, kept open, and reopened after it breaks. */
export interface Connection {
  readonly state: ConnectionState;
  /** Runs `work` with the connected client. Rejects with an `McpFailure` or the signal's reason. */
  use<T>(work: (client: Client) => Promise<T>, signal?: AbortSignal): Promise<T>;
  close(): Promise<void>;
}

const NO_TOOLS: ListedTools = { tools: [], broken: [] };
const NOTHING: ServerCatalogue = { ...NO_TOOLS, resources: [], prompts: [] };
/** The SDK's own validation of results would need `eval`; the pipeline validates every result instead. */
const NO_VALIDATOR = {
  getValidator(): never {
    throw new Error('Results are checked in the pipeline.');
  },
};

export function createConnection(name: string, open: () => Promise<Transport>, onChange: () => void): Connection {
  let state: ConnectionState = { state: 'idle', catalogue: NOTHING };
  let connected: Promise<Client> | undefined;
  /** The current client; events from abandoned ones are ignored. */
  let present: Client | undefined;
  const change = (next: Partial<ConnectionState>) => {
    state = { ...state, ...next };
    onChange();
  };

  async function connect(): Promise<Client> {
    change({ state: 'connecting', fault: undefined });
    const client = new Client({ name: 'toolyard', version: '1.0.0' }, { jsonSchemaValidator: NO_VALIDATOR });
    present = client;
    try {
      await client.connect(await open(), { timeout: CONNECT_MS });
      client.onclose = () => {
        if (present !== client) return;
        connected = undefined;
        change({ state: 'idle' });
      };
      // When one list changes, the others may have too, and fetching all three costs little.
      const renew = () => void look(client).catch(() => undefined);
      client.setNotificationHandler(ToolListChangedNotificationSchema, renew);
      client.setNotificationHandler(ResourceListChangedNotificationSchema, renew);
      client.setNotificationHandler(PromptListChangedNotificationSchema, renew);
      await look(client);
      return client;
    } catch (error) {
      const failed = toMcpFailure(name, error);
      if (present === client) {
        connected = undefined;
        change({ state: 'failed', fault: failed.message });
      }
      void client.close().catch(() => undefined);
      throw new McpFailure(failed.code, failed.message, false);
    }
  }

  async function look(client: Client): Promise<void> {
    const can = client.getServerCapabilities() ?? {};
    const version = client.getServerVersion()?.version;
    const [listed, resources, prompts] = await Promise.all([
      can.tools ? listTools(client) : NO_TOOLS,
      can.resources ? listResources(client) : [],
      can.prompts ? listPrompts(client) : [],
    ]);
    if (present !== client) return;
    change({
      state: 'connected',
      catalogue: {
        ...(version !== undefined && { version }),
        ...listed,
        resources,
        prompts: prompts.map((prompt) => prompt.name),
      },
    });
  }

  return {
    get state() {
      return state;
    },
    async use(work, signal) {
      signal?.throwIfAborted();
      connected ??= connect();
      const client = await orAborted(connected, signal);
      try {
        return await work(client);
      } catch (error) {
        if (signal?.aborted) throw signal.reason;
        if (isBroken(error) && !(error instanceof McpFailure) && present === client) {
          connected = undefined;
          present = undefined;
          void client.close().catch(() => undefined);
          change({ state: 'failed', fault: toMcpFailure(name, error).message });
        }
        throw toMcpFailure(name, error);
      }
    },
    async close() {
      const closing = connected;
      connected = undefined;
      present = undefined;
      change({ state: 'idle', catalogue: NOTHING, fault: undefined });
      await closing?.then((client) => client.close()).catch(() => undefined);
    },
  };
}

/** Fetches a server's resources. */
export const listResources = (client: Client): Promise<Resource[]> =>
  allPages(async (page) => {
    const { resources, nextCursor } = await client.listResources(page);
    return { items: resources, nextCursor };
  });

const listPrompts = (client: Client): Promise<Prompt[]> =>
  allPages(async (page) => {
    const { prompts, nextCursor } = await client.listPrompts(page);
    return { items: prompts, nextCursor };
  });

function orAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
