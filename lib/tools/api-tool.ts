import type { Tool as ApiTool } from '@ag-ui/core';
import type { Annotations, ToolMetadata } from '@/lib/protocol';
import { toJsonSchema } from '@/lib/schema';
import type { AnyTool, JsonSchema } from './tool';

const converted = new WeakMap<AnyTool, ApiTool>();

/** A tool as sent to the agent loop: AG-UI's form, with our own fields in the metadata. Built once per tool. */
export function toApiTool(tool: AnyTool): ApiTool {
  const known = converted.get(tool);
  if (known) return known;
  const made = describe(tool);
  converted.set(tool, made);
  return made;
}

const listed = new WeakMap<readonly AnyTool[], readonly ApiTool[]>();

/** Converts a list of tools; returns the same list for the same input list. */
export function toApiTools(tools: readonly AnyTool[]): readonly ApiTool[] {
  const known = listed.get(tools);
  if (known) return known;
  const made = tools.map(toApiTool);
  listed.set(tools, made);
  return made;
}

function describe(tool: AnyTool): ApiTool {
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

/** A tool in the form Anthropic's API accepts. */
export interface AnthropicTool {
  readonly name: string;
  readonly description: string;
  readonly input_schema: JsonSchema;
  readonly annotations?: Annotations;
}

/** Converts a tool to Anthropic's form. Annotations are included only on request: the API itself rejects them. */
export const toAnthropicTool = (
  { name, description, input, annotations }: AnyTool,
  { annotated = false }: { annotated?: boolean } = {},
): AnthropicTool => ({ name, description, input_schema: toJsonSchema(input), ...(annotated && { annotations }) });
