import type { Tool as ApiTool } from '@ag-ui/core';
import type { Annotations, ToolMetadata } from '@/lib/protocol';
import { toJsonSchema } from '@/lib/schema';
import type { AnyTool, JsonSchema } from './tool';

const told = new WeakMap<AnyTool, ApiTool>();

/** A tool as it travels to the agent loop: AG-UI's form, with ours in the metadata. Made once for each tool. */
export function toApiTool(tool: AnyTool): ApiTool {
  const known = told.get(tool);
  if (known) return known;
  const made = describe(tool);
  told.set(tool, made);
  return made;
}

const listed = new WeakMap<readonly AnyTool[], readonly ApiTool[]>();

/** Many tools, in the same list as long as theirs is the same. */
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

/** A tool as Anthropic's API takes it. */
export interface AnthropicTool {
  readonly name: string;
  readonly description: string;
  readonly input_schema: JsonSchema;
  readonly annotations?: Annotations;
}

/** A tool in the form of Anthropic's API; with its hints where they are wanted, as the API itself refuses them. */
export const toAnthropicTool = (
  { name, description, input, annotations }: AnyTool,
  { annotated = false }: { annotated?: boolean } = {},
): AnthropicTool => ({ name, description, input_schema: toJsonSchema(input), ...(annotated && { annotations }) });
