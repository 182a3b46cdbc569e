import type { Tool } from '@ag-ui/core';
import { ToolMetadataSchema, type ToolMetadata } from '@/lib/protocol';
import { z } from 'zod';

/** The tool through which a model finds others. The agent loop answers it itself: what it finds, the model sees from then on. */
export const TOOL_SEARCH = 'ToolSearch';

/** Its input. */
export const ToolQuerySchema = z.strictObject({
  query: z.string().optional().describe('Words, or `select:Name,Name`.'),
  category: z.string().optional().describe('Only tools of this category.'),
});
export type ToolQuery = z.infer<typeof ToolQuerySchema>;

/** Our part of a tool's metadata; undefined for a tool of a foreign client. */
export function toolMetadata({ metadata }: Tool): ToolMetadata | undefined {
  const ours = ToolMetadataSchema.safeParse(metadata?.toolyard);
  return ours.success ? ours.data : undefined;
}

/** Whether this is our ToolSearch: a foreign client may have a tool of that name, which it answers itself. */
export const isToolSearch = (tool: Tool): boolean =>
  tool.name === TOOL_SEARCH && toolMetadata(tool)?.source === 'builtin';

/** Whether a tool's form is sent in every turn, whatever the discovery. */
export const isAlwaysActive = (tool: Tool): boolean => isToolSearch(tool) || toolMetadata(tool)?.alwaysActive === true;
