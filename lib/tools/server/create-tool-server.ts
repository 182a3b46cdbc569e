import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
  type Tool as McpTool,
} from '@modelcontextprotocol/sdk/types.js';
import type { CallContext } from '../dispatch';
import { createRegistry, type Registry } from '../registry';
import type { AnyTool } from '../tool';
import { caller } from './call-tool';
import { OpenMcpServer } from './open-mcp-server';
import { mcpDeclaration } from '@/lib/models/declarations';
import { toJsonSchema } from '@/lib/schema';
import { toApiTool } from '../api-tool';

export interface ToolServerOptions {
  readonly name: string;
  readonly version?: string;
  /** A registry's changes are sent to the server's clients as `notifications/tools/list_changed`. */
  readonly tools?: readonly AnyTool[] | Registry;
  /** What the tools may use, such as ports and folders. */
  readonly context?: Omit<CallContext, 'threadId'>;
}

/** An MCP server in this process, in the Claude Agent SDK's form. */
export interface ToolServer {
  readonly type: 'sdk';
  readonly name: string;
  readonly instance: McpServer;
}

/**
 * Serves tools over MCP: connect `instance` to any transport. A call of an unknown or disabled tool, or with invalid arguments,
 * gets the protocol error InvalidParams; a failing tool gives a result with `isError`.
 */
export function createToolServer({ name, version = '1.0.0', tools = [], context }: ToolServerOptions): ToolServer {
  const registry = 'subscribe' in tools ? tools : createRegistry(tools);
  const instance = new OpenMcpServer({ name, version }, registry);
  const { server } = instance;
  const call = caller(registry, { writeRoots: [], ...context, threadId: name });
  // The SDK's high-level methods know only Zod and turn every error into a result; ours also do JSON Schema and error codes.
  instance.serveTools = () => {
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: registry.tools.map(listedTool) }));
    server.setRequestHandler(CallToolRequestSchema, ({ params }, { signal, requestId }) =>
      call({ id: String(requestId), name: params.name, args: JSON.stringify(params.arguments ?? {}) }, signal),
    );
  };
  // A server without tools does not declare the tools capability.
  if (registry.entries.length > 0 || 'subscribe' in tools) {
    server.registerCapabilities({ tools: { listChanged: true } });
    instance.serveTools();
  }
  registry.subscribe(() => {
    // A client that is disconnecting need not be told.
    if (instance.isConnected()) void server.sendToolListChanged().catch(() => undefined);
  });
  return { type: 'sdk', name, instance };
}

/** A tool in the form of `tools/list`. */
function listedTool(tool: AnyTool): McpTool {
  const { inputSchema, ...form } = mcpDeclaration(toApiTool(tool));
  const output = tool.output && toJsonSchema(tool.output);
  return {
    ...form,
    inputSchema: { ...inputSchema },
    ...(output?.type === 'object' && { outputSchema: { ...output, type: 'object' } }),
  };
}
