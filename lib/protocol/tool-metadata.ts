import { z } from 'zod';

export const ToolKindSchema = z.enum(['read', 'edit', 'delete', 'move', 'execute', 'fetch', 'other']);
export type ToolKind = z.infer<typeof ToolKindSchema>;

/** Hints about a tool's behaviour, with MCP's names. */
const AnnotationsSchema = z.object({
  readOnlyHint: z.boolean(),
  destructiveHint: z.boolean(),
  idempotentHint: z.boolean(),
  openWorldHint: z.boolean(),
});
export type Annotations = z.infer<typeof AnnotationsSchema>;

const ToolTierSchema = z.enum(['core', 'advanced', 'specialist']);
const ToolSourceSchema = z.enum(['builtin', 'custom', 'mcp', 'dynamic']);

/** Our metadata in an AG-UI tool, `Tool.metadata.toolyard`. The tools of other clients have none. */
export const ToolMetadataSchema = z.object({
  title: z.string(),
  kind: ToolKindSchema,
  category: z.string(),
  tier: ToolTierSchema,
  source: ToolSourceSchema,
  annotations: AnnotationsSchema,
  /** Only shown when the tool is looked up by name. */
  help: z.string().optional(),
  /** Its schema is sent in every turn, whatever the discovery. */
  alwaysActive: z.boolean().optional(),
  /** The provider may stream its arguments unbuffered. */
  supportsInputStreaming: z.boolean().optional(),
  /** The built-in tool that does the work, if this is that tool under another system's name. */
  executor: z.string().optional(),
  /** The names of its fields, by the executor's names; empty for a field that it does not have. */
  fields: z.record(z.string(), z.string()).optional(),
  /** Its paths have to be absolute. */
  absolutePaths: z.boolean().optional(),
});
export type ToolMetadata = z.infer<typeof ToolMetadataSchema>;
