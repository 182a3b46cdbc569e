import type { Tool } from '@ag-ui/core';
import type { Annotations } from '@/lib/protocol';
import { metadataOf, parametersOf, type ObjectSchema } from './tool-declaration';

/** A tool as an MCP server lists it. */
export interface McpDeclaration {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly annotations?: Annotations;
}

/** The only form that carries annotations, since MCP defines them. */
export function mcpDeclaration(tool: Tool): McpDeclaration {
  const known = metadataOf(tool);
  return {
    name: tool.name,
    ...(known && { title: known.title }),
    description: tool.description,
    inputSchema: parametersOf(tool),
    ...(known && { annotations: known.annotations }),
  };
}
