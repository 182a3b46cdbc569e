import type { Annotations, Content } from '@/lib/protocol';
import { z } from 'zod';
import { defineTool, type ToolReturn } from './define-tool';
import type { Tool, ToolContext, ToolOutput } from './tool';

/** A piece of what an MCP tool returns. */
export type McpContent =
  | { type: 'text'; text: string }
  | { type: 'image'; data: string; mimeType: string }
  | { type: 'resource'; resource: { uri: string; mimeType?: string; text?: string } }
  | { type: 'resource_link'; uri: string; name?: string; mimeType?: string };

/** What a handler returns: a `CallToolResult` of MCP. */
export interface McpToolResult {
  content: McpContent[];
  isError?: boolean;
  structuredContent?: Record<string, unknown>;
}

export interface ToolExtras {
  annotations?: Partial<Annotations>;
}

/** What `tool()` returns: the four things it was given, and what makes a tool of ours of them. */
export type SdkTool<Shape extends z.ZodRawShape> = Tool<z.infer<z.ZodObject<Shape>>, ToolOutput> & {
  readonly inputSchema: Shape;
  readonly handler: (args: z.infer<z.ZodObject<Shape>>, extra: ToolContext) => Promise<McpToolResult> | McpToolResult;
};

/**
 * A tool in the Claude Agent SDK's form: a shape of Zod fields, and a handler that returns what MCP's `tools/call` does. The same
 * contract as `defineTool`: the handler gets valid input, and a throw becomes a failed result.
 */
export function tool<Shape extends z.ZodRawShape>(
  name: string,
  description: string,
  shape: Shape,
  handler: (args: z.infer<z.ZodObject<Shape>>, extra: ToolContext) => Promise<McpToolResult> | McpToolResult,
  { annotations }: ToolExtras = {},
): SdkTool<Shape> {
  const made = defineTool({
    name,
    description,
    input: z.object(shape),
    annotations,
    execute: async (args, extra) => fromMcp(await handler(args, extra)),
  });
  return { ...made, inputSchema: shape, handler };
}

function fromMcp({ content, isError = false, structuredContent }: McpToolResult): ToolReturn {
  return {
    success: !isError,
    content: content.map(contentOf),
    ...(structuredContent && { structuredContent }),
  };
}

function contentOf(part: McpContent): Content {
  switch (part.type) {
    case 'resource': {
      const { uri, mimeType, text } = part.resource;
      return { type: 'resource', uri, mimeType, text };
    }
    case 'resource_link':
      return { type: 'resource', uri: part.uri, name: part.name, mimeType: part.mimeType };
    default:
      return part;
  }
}
