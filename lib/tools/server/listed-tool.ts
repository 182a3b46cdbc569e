import { mcpDeclaration } from '@/lib/models/declarations';
import { toJsonSchema } from '@/lib/schema';
import type { Tool as McpTool } from '@modelcontextprotocol/sdk/types.js';
import { toApiTool } from '../api-tool';
import type { AnyTool } from '../tool';

/** A tool as `tools/list` shows it. */
export function listedTool(tool: AnyTool): McpTool {
  const { inputSchema, ...form } = mcpDeclaration(toApiTool(tool));
  const output = tool.output && toJsonSchema(tool.output);
  return {
    ...form,
    inputSchema: { ...inputSchema },
    ...(output?.type === 'object' && { outputSchema: { ...output, type: 'object' } }),
  };
}
