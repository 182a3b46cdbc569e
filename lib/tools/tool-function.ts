import type { Annotations, Content, ToolResult } from '@/lib/protocol';
import { messageOf } from '@/lib/protocol/message-of';
import { z } from 'zod';
import { defineTool, type ToolReturn } from './define-tool';
import { failure } from './result';
import type { Tool, ToolContext } from './tool';

/** One content block of an MCP tool's result. */
export type McpContent =
  | { type: 'text'; text: string }
  | { type: 'image'; data: string; mimeType: string }
  | { type: 'resource'; resource: { uri: string; mimeType?: string; text?: string } }
  | { type: 'resource_link'; uri: string; name?: string; mimeType?: string };

/** What a handler returns: MCP's `CallToolResult`. */
export interface McpToolResult {
  content: McpContent[];
  isError?: boolean;
  structuredContent?: Record<string, unknown>;
}

export interface ToolExtras {
  annotations?: Partial<Annotations>;
}

/** What `tool()` returns: its four arguments, and the rest of our tool contract. */
type SdkTool<Shape extends z.ZodRawShape> = Tool<z.infer<z.ZodObject<Shape>>, ToolReturn> & {
  readonly inputSchema: Shape;
  readonly handler: (args: z.infer<z.ZodObject<Shape>>, extra: ToolContext) => Promise<McpToolResult> | McpToolResult;
};

/**
 * Defines a tool in the Claude Agent SDK's form: a shape of Zod fields, and a handler that returns what MCP's `tools/call` does.
 * Same contract as `defineTool`: the handler gets valid input, and an exception becomes a failed result.
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
    execute: async (args, extra) => {
      try {
        return fromMcp(await handler(args, extra));
      } catch (error) {
        return thrownBy(error, extra);
      }
    },
  });
  return { ...made, inputSchema: shape, handler };
}

/** Turns an exception into a failed result with its message as the text. Rethrows if the call was aborted. */
export function thrownBy(error: unknown, { signal }: Pick<ToolContext, 'signal'>): ToolResult {
  if (signal.aborted) throw error;
  return failure('EXECUTION_ERROR', messageOf(error));
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
