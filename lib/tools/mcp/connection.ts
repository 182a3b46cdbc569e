import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  PromptListChangedNotificationSchema,
  PromptSchema,
  ResourceListChangedNotificationSchema,
  ResourceSchema,
  ToolListChangedNotificationSchema,
  type Prompt,
  type Resource,
  ErrorCode,
  McpError,
} from '@modelcontextprotocol/sdk/types.js';
import { McpFailure, type McpServerDraft } from '@/lib/ports';
import { answered, BROKE_OFF } from './answered';
import { listTools, type ListedTools } from './list-tools';
import { allPages } from './pages';
import { z } from 'zod';
import type { ErrorCode as FailureCode } from '@/lib/protocol';
import { messageOf } from '@/lib/protocol/message-of';
import { StreamableHTTPClientTransport, StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const CONNECT_MS = 15_000;
/** The pause after a server's lists were fetched, however often it says that they have changed. */
const LOOK_AGAIN_MS = 2_000;

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
  /**
   * Runs `work` with the connected client and a signal that aborts with the given one. Rejects with an `McpFailure` or the
   * signal's reason.
   */
  use<T>(work: (client: Client, signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T>;
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

export const createConnection = (name: string, open: () => Promise<Transport>, onChange: () => void): Connection =>
  new ServerConnection(name, open, onChange);

class ServerConnection implements Connection {
  readonly #name: string;
  readonly #open: () => Promise<Transport>;
  readonly #onChange: () => void;
  #state: ConnectionState = { state: 'idle', catalogue: NOTHING };
  #connected: Promise<Client> | undefined;
  /** The current client; events from abandoned ones are ignored. */
  #present: Client | undefined;

  constructor(name: string, open: () => Promise<Transport>, onChange: () => void) {
    this.#name = name;
    this.#open = open;
    this.#onChange = onChange;
  }

  get state(): ConnectionState {
    return this.#state;
  }

  use<T>(work: (client: Client, signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.#use(work, signal, true);
  }

  /** @param again whether the work is done once more if the server no longer knows the session, and so has done nothing */
  async #use<T>(
    work: (client: Client, signal: AbortSignal) => Promise<T>,
    signal: AbortSignal | undefined,
    again: boolean,
  ): Promise<T> {
    signal?.throwIfAborted();
    this.#connected ??= this.#connect();
    const client = await orAborted(this.#connected, signal);
    // The SDK never takes its listener off the signal of a request, so each has one of its own.
    const own = new AbortController();
    const stop = (): void => own.abort(signal?.reason);
    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted) stop();
    try {
      return await work(client, own.signal);
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      const failed = toMcpFailure(this.#name, error);
      const isLost = isSessionLost(error, client);
      if (isBroken(error) && !(error instanceof McpFailure) && this.#present === client) {
        this.#connected = undefined;
        this.#present = undefined;
        // Closed, it would fail its other calls, which learn by themselves that their session is lost.
        if (!isLost) void client.close().catch(() => undefined);
        this.#change({ state: 'failed', fault: failed.message });
      }
      if (!again || !isLost) throw failed;
    } finally {
      signal?.removeEventListener('abort', stop);
    }
    return this.#use(work, signal, false);
  }

  async close(): Promise<void> {
    const closing = this.#connected;
    this.#connected = undefined;
    this.#present = undefined;
    this.#change({ state: 'idle', catalogue: NOTHING, fault: undefined });
    await closing?.then((client) => client.close()).catch(() => undefined);
  }

  #change(next: Partial<ConnectionState>): void {
    this.#state = { ...this.#state, ...next };
    this.#onChange();
  }

  async #connect(): Promise<Client> {
    this.#change({ state: 'connecting', fault: undefined });
    const client = new Client({ name: 'toolyard', version: '1.0.0' }, { jsonSchemaValidator: NO_VALIDATOR });
    this.#present = client;
    try {
      await client.connect(await this.#open(), { timeout: CONNECT_MS });
      this.#follow(client);
      await this.#look(client);
      return client;
    } catch (error) {
      const failed = toMcpFailure(this.#name, error);
      if (this.#present === client) {
        this.#connected = undefined;
        this.#present = undefined;
        this.#change({ state: 'failed', fault: failed.message });
      }
      void client.close().catch(() => undefined);
      throw new McpFailure(failed.code, failed.message, false);
    }
  }

  #follow(client: Client): void {
    client.onclose = () => {
      if (this.#present !== client) return;
      this.#connected = undefined;
      this.#change({ state: 'idle' });
    };
    // When one list changes, the others may have too, and fetching all three costs little.
    const renew = oneAtATime(() => this.#look(client));
    client.setNotificationHandler(ToolListChangedNotificationSchema, renew);
    client.setNotificationHandler(ResourceListChangedNotificationSchema, renew);
    client.setNotificationHandler(PromptListChangedNotificationSchema, renew);
  }

  async #look(client: Client): Promise<void> {
    const can = client.getServerCapabilities() ?? {};
    const version = client.getServerVersion()?.version;
    const faults: string[] = [];
    const without = (what: string) => (error: unknown) => {
      if (isBroken(error) && !(error instanceof z.core.$ZodError)) throw error;
      faults.push(`Its ${what} cannot be listed. ${toMcpFailure(this.#name, error).message}`);
      return [];
    };
    const [listed, resources, prompts] = await Promise.all([
      can.tools ? listTools(client) : NO_TOOLS,
      can.resources ? listResources(client).catch(without('resources')) : [],
      can.prompts ? listPrompts(client).catch(without('prompts')) : [],
    ]);
    if (this.#present !== client) return;
    this.#change({
      state: 'connected',
      fault: faults.length > 0 ? faults.join(' ') : undefined,
      catalogue: {
        ...(version !== undefined && { version }),
        ...listed,
        resources,
        prompts: prompts.map((prompt) => prompt.name),
      },
    });
  }
}

const ResourcesSchema = z.looseObject({ resources: z.array(ResourceSchema), nextCursor: z.string().nullish() });
const PromptsSchema = z.looseObject({ prompts: z.array(PromptSchema), nextCursor: z.string().nullish() });

/** Fetches a server's resources. */
export const listResources = (client: Client): Promise<Resource[]> =>
  allPages(async (params) => {
    const { resources, nextCursor } = await client.request({ method: 'resources/list', params }, ResourcesSchema);
    return { items: resources, nextCursor };
  });

const listPrompts = (client: Client): Promise<Prompt[]> =>
  allPages(async (params) => {
    const { prompts, nextCursor } = await client.request({ method: 'prompts/list', params }, PromptsSchema);
    return { items: prompts, nextCursor };
  });

/** Does the work whenever it is asked for: once at a time, with a pause after it, and once more for all who asked meanwhile. */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let working = false;
  let again = false;
  return async () => {
    again = true;
    if (working) return;
    working = true;
    while (again) {
      again = false;
      await work().catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    }
    working = false;
  };
}

function orAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** MCP's code for a resource that does not exist. */
const RESOURCE_NOT_FOUND = -32002;

const CODES: Readonly<Record<number, FailureCode>> = {
  [ErrorCode.InvalidParams]: 'INVALID_ARGS',
  [ErrorCode.MethodNotFound]: 'UNSUPPORTED',
  [ErrorCode.RequestTimeout]: 'TIMEOUT',
  [ErrorCode.ConnectionClosed]: 'NETWORK_ERROR',
  [BROKE_OFF]: 'NETWORK_ERROR',
  [RESOURCE_NOT_FOUND]: 'NOT_FOUND',
};

/** Converts a client's error: an error from the server keeps its own code, anything else is a broken connection. */
function toMcpFailure(server: string, error: unknown): McpFailure {
  if (error instanceof McpFailure) return error;
  if (error instanceof McpError) {
    const message = error.message.replace(/^(MCP error -?\d+: )+/, '');
    return new McpFailure(CODES[error.code] ?? 'SERVER_ERROR', `${server}: ${message}`);
  }
  if (error instanceof z.core.$ZodError) {
    const [{ path, message } = { path: [], message: '' }] = error.issues;
    return new McpFailure('SERVER_ERROR', `${server} answered what MCP does not know: ${path.join('.')}: ${message}`);
  }
  const status = error instanceof StreamableHTTPError ? error.code : undefined;
  if (status === 401 || status === 403) {
    const why = `The MCP server ${server} answered ${status}: it wants a token, or another one. ${messageOf(error)}`;
    return new McpFailure('NETWORK_ERROR', why, false);
  }
  const how = status === undefined || status < 0 ? 'cannot be reached' : `answered ${status}`;
  return new McpFailure('NETWORK_ERROR', `The MCP server ${server} ${how}: ${messageOf(error)}`);
}

/** What servers answer if they no longer know the session: 404; many made after the SDK's examples, 400. */
const LOST: ReadonlySet<number | undefined> = new Set([400, 404]);

/** Whether the server refused a request because it no longer knows the session, or may have. */
const isSessionLost = (error: unknown, { transport }: Client): boolean =>
  error instanceof StreamableHTTPError && LOST.has(error.code) && transport?.sessionId !== undefined;

/** Statuses after which no other request of the connection is answered either. */
const CLOSING: ReadonlySet<number | undefined> = new Set([...LOST, 401, 403]);

/** Whether the connection is unusable: after any error that is not an answer from the server. */
function isBroken(error: unknown): boolean {
  if (error instanceof StreamableHTTPError) return CLOSING.has(error.code);
  return !(error instanceof McpError) || error.code === CLOSED;
}

const CLOSED: number = ErrorCode.ConnectionClosed;

/** Opens a Streamable HTTP transport to a server; each request uses the given `fetch`. */
export async function reachOverHttp(
  { url, token }: McpServerDraft,
  fetch: (url: string | URL, init?: RequestInit) => Promise<Response>,
): Promise<Transport> {
  const headers = new Headers(token === undefined ? [] : [['authorization', `Bearer ${token}`]]);
  return new StreamableHTTPClientTransport(new URL(url), { fetch: answered(fetch), requestInit: { headers } });
}
