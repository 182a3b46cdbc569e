import type { Tool } from '@ag-ui/core';
import type { Annotations } from '@/lib/protocol';
import { metadataOf, parametersOf, type ObjectSchema } from './tool-form';

/** A tool as an MCP server lists it. */
export interface McpForm {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly annotations?: Annotations;
}

/** The one form that carries annotations: MCP defines them. */
export function mcpForm(tool: Tool): McpForm {
  const known = metadataOf(tool);
  return {
    name: tool.name,
    ...(known && { title: known.title }),
    description: tool.description,
    inputSchema: parametersOf(tool),
    ...(known && { annotations: known.annotations }),
  };
}
