import { z } from 'zod';

export const ToolKindSchema = z.enum(['read', 'edit', 'delete', 'move', 'execute', 'fetch', 'other']);
export type ToolKind = z.infer<typeof ToolKindSchema>;

/** Hints about a tool's behaviour, as MCP names them. */
const AnnotationsSchema = z.object({
  readOnlyHint: z.boolean(),
  destructiveHint: z.boolean(),
  idempotentHint: z.boolean(),
  openWorldHint: z.boolean(),
});
export type Annotations = z.infer<typeof AnnotationsSchema>;

const ToolTierSchema = z.enum(['core', 'advanced', 'specialist']);
const ToolSourceSchema = z.enum(['builtin', 'custom', 'mcp', 'dynamic']);

/** What travels in an AG-UI `Tool.metadata.toolyard`. A foreign client's tool has none. */
export const ToolMetadataSchema = z.object({
  title: z.string(),
  kind: ToolKindSchema,
  category: z.string(),
  tier: ToolTierSchema,
  source: ToolSourceSchema,
  annotations: AnnotationsSchema,
  /** Shown only on direct look-up. */
  help: z.string().optional(),
  /** Its form is sent in every turn, whatever the discovery. */
  alwaysActive: z.boolean().optional(),
  /** The provider may stream the arguments unbuffered. */
  supportsInputStreaming: z.boolean().optional(),
  /** The built-in tool that does the work, where this one is that tool under another system's name. */
  executor: z.string().optional(),
  /** What its fields are called, by the executor's names for them; empty where it has none for one. */
  fields: z.record(z.string(), z.string()).optional(),
  /** Its paths have to begin at the root. */
  absolutePaths: z.boolean().optional(),
});
export type ToolMetadata = z.infer<typeof ToolMetadataSchema>;
