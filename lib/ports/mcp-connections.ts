import type { ErrorCode, ToolResult } from '@/lib/protocol';
import type { Observed } from './observed';

export interface McpResource {
  /** The server it belongs to. */
  readonly server: string;
  readonly uri: string;
  readonly name: string;
  readonly description?: string;
  readonly mimeType?: string;
}

/** The contents of a resource: text, or bytes in base64. */
export interface McpResourceContent {
  readonly uri: string;
  readonly mimeType?: string;
  readonly text?: string;
  readonly blob?: string;
}

/** A tool of a server, as the server describes it. */
export interface McpTool {
  /** The server's name for it. */
  readonly name: string;
  /** Its name in the pool: `mcp__server__tool`. */
  readonly pooledName: string;
  readonly description: string;
  /** As the server says; it only counts if a person trusts the tool. */
  readonly readOnlyHint: boolean;
  readonly trusted: boolean;
  /** Why it is not in the pool; McpCall can still reach it. */
  readonly unusable?: string;
}

/** A server and the state of its connection. */
export interface McpServer {
  readonly name: string;
  /** On this page, or elsewhere at `url`. */
  readonly where: 'page' | 'remote';
  readonly url?: string;
  readonly state: 'idle' | 'connecting' | 'connected' | 'failed';
  /** Why it is not connected. */
  readonly fault?: string;
  /** Its token was lost with the page and has to be entered again. */
  readonly wantsToken?: boolean;
  readonly version?: string;
  /** What it has reported since it was connected. */
  readonly tools: readonly McpTool[];
  readonly resources: readonly McpResource[];
  readonly prompts: readonly string[];
}

/** A server that a person configures. The token is kept in memory only; `wantsToken` remembers that there was one. */
export interface McpServerDraft {
  readonly name: string;
  readonly url: string;
  readonly token?: string;
  readonly wantsToken?: boolean;
}

/** Why a request to a server failed. */
export class McpFailure extends Error {
  override name = 'McpFailure';
  constructor(
    readonly code: ErrorCode,
    message: string,
    /** Whether the request may have reached the server. */
    readonly sent = true,
  ) {
    super(message);
  }
}

/** Connections to MCP servers: opened on first use, kept, and reopened when they break. Rejects with an `McpFailure`. */
export interface McpConnections extends Observed<readonly McpServer[]> {
  /** Their names, in the order they were configured. */
  readonly servers: readonly string[];
  /** `onProgress` gets what the server reports while it works; each report extends the deadline. */
  call(
    server: string,
    tool: string,
    input: unknown,
    signal: AbortSignal,
    onProgress?: (text: string) => void,
  ): Promise<ToolResult>;
  /** Resources of one server, or of all of them; not cached. */
  listResources(server: string | undefined, signal: AbortSignal): Promise<readonly McpResource[]>;
  readResource(server: string, uri: string, signal: AbortSignal): Promise<readonly McpResourceContent[]>;
  /** Connects or reconnects. */
  connect(server: string): Promise<void>;
  /** Adds a server, or replaces the one with that name. */
  add(server: McpServerDraft): Promise<void>;
  remove(server: string): Promise<void>;
  /** Sets whether the tool's hints are trusted, until they change. */
  trust(server: string, tool: string, trusted: boolean): Promise<void>;
}
