import { TOOL_SEARCH, ToolQuerySchema } from '@/lib/discovery/tool-search';
import { toApiTool } from '../../api-tool';
import { defineTool } from '../../define-tool';
import { failure } from '../../result';
import { summaries } from '../summaries';

export const toolSearch = defineTool({
  name: TOOL_SEARCH,
  titleFor: ({ query, category }) => `Search tools: ${query ?? category ?? ''}`,
  description:
    'Finds and activates up to 5 tools. Use it when no active tool fits. Do not use it for files. After NOT_FOUND try other words.',
  kind: 'read',
  category: 'search',
  source: 'builtin',
  capabilities: ['pool'],
  alwaysActive: true,
  annotations: { idempotentHint: true },
  input: ToolQuerySchema,
  /** For agents, the agent loop answers the call and activates what it finds; this code answers all other calls. */
  async execute(query, { pool, language }) {
    if (!pool) return failure('STORE_UNAVAILABLE', 'There is no list of tools here to search.');
    const { searchTools } = await import('@/lib/discovery/search-tools');
    const { text, error, issues, found } = searchTools(pool().map(toApiTool), query);
    return error
      ? failure(error, text, { ...(issues && { issues }) })
      : { text, summary: summaries({ language }).foundTools(found), details: { found } };
  },
});
