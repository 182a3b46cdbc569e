import type { Tool } from '@ag-ui/core';
import type { ToolMetadata } from '@/lib/protocol';
import { z } from 'zod';
import { TOOL_SEARCH, ToolQuerySchema } from './tool-search';

/** A tool's AG-UI form with our metadata, for tests. */
export const toolOf = (
  name: string,
  description: string,
  { parameters, ...more }: Partial<ToolMetadata> & { parameters?: object } = {},
): Tool => {
  const toolyard: ToolMetadata = {
    title: name,
    kind: 'read',
    category: 'files',
    tier: 'core',
    source: 'builtin',
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    ...more,
  };
  return { name, description, parameters: parameters ?? { type: 'object' }, metadata: { toolyard } };
};

export const toolSearch: Tool = toolOf(TOOL_SEARCH, 'Finds tools.', {
  category: 'tools',
  alwaysActive: true,
  parameters: z.toJSONSchema(ToolQuerySchema),
});

export const pool: readonly Tool[] = [
  toolOf('Read', 'Reads a text file with line numbers, whole or in part. Use it before Edit.', {
    help: 'Shows notebooks cell by cell.',
  }),
  toolOf('Write', 'Creates a file or replaces it.', { kind: 'edit' }),
  toolOf('Grep', 'Searches the contents of files with a regular expression.', { category: 'search' }),
  toolOf('Glob', 'Finds files by their names.', { category: 'search' }),
  toolOf('Bash', 'Runs a command in the sandbox.', { kind: 'execute', category: 'shell' }),
  toolOf('NotebookEdit', 'Changes one cell.', { kind: 'edit' }),
  { name: 'weather', description: 'A foreign tool. It has no metadata.' },
  toolSearch,
];
