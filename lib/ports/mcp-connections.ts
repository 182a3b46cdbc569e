import type { ToolResult } from '@/lib/protocol';

export interface McpResource {
  /** The server it belongs to. */
  readonly server: string;
  readonly uri: string;
  readonly name: string;
  readonly mimeType?: string;
}

/** Connections to MCP servers: made on first use, kept, and made again when they break. Rejects with what the server said. */
export interface McpConnections {
  readonly servers: readonly string[];
  call(server: string, tool: string, input: unknown, signal: AbortSignal): Promise<ToolResult>;
  /** Of one server, or of all of them. */
  listResources(server?: string): Promise<readonly McpResource[]>;
  readResource(server: string, uri: string): Promise<string>;
}
