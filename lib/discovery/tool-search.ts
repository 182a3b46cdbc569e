import type { Tool } from '@ag-ui/core';
import { ToolMetadataSchema, type ToolMetadata } from '@/lib/protocol';
import { z } from 'zod';

/** The tool that finds other tools. The agent loop answers it itself; the model sees the tools it finds from then on. */
export const TOOL_SEARCH = 'ToolSearch';

/** Its input. */
export const ToolQuerySchema = z.strictObject({
  query: z.string().optional().describe('Words, or `select:Name,Name`.'),
  category: z.string().optional().describe('Only tools of this category.'),
});
export type ToolQuery = z.infer<typeof ToolQuerySchema>;

/** Our part of a tool's metadata; undefined for another client's tool. */
export function toolMetadata({ metadata }: Tool): ToolMetadata | undefined {
  const ours = ToolMetadataSchema.safeParse(metadata?.toolyard);
  return ours.success ? ours.data : undefined;
}

/** Whether this is our ToolSearch. Another client may have a tool of that name, which it answers itself. */
export const isToolSearch = (tool: Tool): boolean =>
  tool.name === TOOL_SEARCH && toolMetadata(tool)?.source === 'builtin';

/** Whether a tool's declaration is sent in every turn, in any discovery mode. */
export const isAlwaysActive = (tool: Tool): boolean => isToolSearch(tool) || toolMetadata(tool)?.alwaysActive === true;
