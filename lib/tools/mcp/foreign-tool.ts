import type { McpConnections } from '@/lib/ports';
import type { Tool as McpDeclaration } from '@modelcontextprotocol/sdk/types.js';
import { abortReasonOf, abortedResult } from '../result';
import { defineTool } from '../define-tool';
import { eraseTool } from '../erase-tool';
import { mcpToolName } from '../pool/mcp-name';
import type { AnyTool } from '../tool';
import { MOST_CALL_MS } from '../builtin/mcp/most-call';
import { mcpFailureResult } from '../builtin/mcp/failure-result';

/** Characters of a foreign description that a model is told. */
const MOST_DESCRIPTION = 4_000;

/**
 * A tool of an MCP server as one of the pool. What it says of itself counts only where a person trusts it; until then each call is
 * one that may change and destroy things. Throws where no tool can be made of its form.
 */
export function foreignTool(
  server: string,
  form: McpDeclaration,
  trusted: boolean,
  call: McpConnections['call'],
): AnyTool {
  const { name, title, description = '', inputSchema, annotations = {} } = form;
  const readOnly = trusted && annotations.readOnlyHint === true;
  return eraseTool(
    defineTool({
      name: mcpToolName(server, name),
      title: title ?? annotations.title ?? name,
      description: description.slice(0, MOST_DESCRIPTION) || `The tool ${name} of the MCP server ${server}.`,
      kind: readOnly ? 'read' : 'other',
      category: 'network',
      tier: 'specialist',
      source: 'mcp',
      input: inputSchema,
      titleFor: () => `${title ?? name} (${server})`,
      isReadOnly: readOnly,
      annotations: trusted
        ? {
            readOnlyHint: readOnly,
            destructiveHint: !readOnly && annotations.destructiveHint !== false,
            idempotentHint: annotations.idempotentHint === true,
            openWorldHint: annotations.openWorldHint !== false,
          }
        : { openWorldHint: true },
      deadlineFor: () => MOST_CALL_MS,
      async execute(input, context) {
        const { signal } = context;
        try {
          return await call(server, name, input, signal, context.onOutput);
        } catch (error) {
          if (signal.aborted) return abortedResult(abortReasonOf(signal));
          return mcpFailureResult(error, context);
        }
      },
    }),
  );
}
