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

/** What a resource holds: text, or bytes in base64. */
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
  /** What the server says; it counts only where a person trusts the tool. */
  readonly readOnlyHint: boolean;
  readonly trusted: boolean;
  /** Why it is not in the pool; McpCall reaches it all the same. */
  readonly unusable?: string;
}

/** A server and where its connection stands. */
export interface McpServer {
  readonly name: string;
  /** In this page, or somewhere else at `url`. */
  readonly where: 'page' | 'remote';
  readonly url?: string;
  readonly state: 'idle' | 'connecting' | 'connected' | 'failed';
  /** Why it is not connected. */
  readonly fault?: string;
  /** Its token is gone with the page it was typed in: it has to be typed again. */
  readonly wantsToken?: boolean;
  readonly version?: string;
  /** What it has said of itself since it was connected. */
  readonly tools: readonly McpTool[];
  readonly resources: readonly McpResource[];
  readonly prompts: readonly string[];
}

/** A server that a person configures. The token is kept in memory only; that there was one is known. */
export interface McpServerDraft {
  readonly name: string;
  readonly url: string;
  readonly token?: string;
  readonly wantsToken?: boolean;
}

/** Why a server did not do it. */
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

/** Connections to MCP servers: made on first use, kept, and made again when they break. Rejects with an `McpFailure`. */
export interface McpConnections extends Observed<readonly McpServer[]> {
  /** Their names, in the order in which they were configured. */
  readonly servers: readonly string[];
  /** `onProgress` hears what the server says while it works; as long as it says something it is waited for. */
  call(
    server: string,
    tool: string,
    input: unknown,
    signal: AbortSignal,
    onProgress?: (text: string) => void,
  ): Promise<ToolResult>;
  /** Of one server, or of all of them; asked for each time. */
  listResources(server: string | undefined, signal: AbortSignal): Promise<readonly McpResource[]>;
  readResource(server: string, uri: string, signal: AbortSignal): Promise<readonly McpResourceContent[]>;
  /** Connects, or connects anew. */
  connect(server: string): Promise<void>;
  /** Adds a server, or takes the place of one of that name. */
  add(server: McpServerDraft): Promise<void>;
  remove(server: string): Promise<void>;
  /** Whether what a tool says of itself counts, until it says something else. */
  trust(server: string, tool: string, trusted: boolean): Promise<void>;
}
