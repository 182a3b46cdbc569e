import type { Tool as ApiTool } from '@ag-ui/core';
import type { ToolMetadata } from '@/lib/protocol';
import { toJsonSchema } from '@/lib/schema';
import type { AnyTool } from './tool';

/** A tool as it travels to the agent loop: AG-UI's form, with ours in the metadata. */
export function toApiTool(tool: AnyTool): ApiTool {
  const { title, kind, category, tier, source, annotations, help, alwaysActive, supportsInputStreaming } = tool;
  const { executor, fields, absolutePaths } = tool;
  const toolyard: ToolMetadata = {
    title,
    kind,
    category,
    tier,
    source,
    annotations,
    ...(help !== undefined && { help }),
    ...(alwaysActive !== undefined && { alwaysActive }),
    ...(supportsInputStreaming !== undefined && { supportsInputStreaming }),
    ...(executor !== undefined && { executor, fields: { ...fields } }),
    ...(absolutePaths && { absolutePaths }),
  };
  return {
    name: tool.name,
    description: tool.description,
    parameters: toJsonSchema(tool.input),
    metadata: { toolyard },
  };
}
