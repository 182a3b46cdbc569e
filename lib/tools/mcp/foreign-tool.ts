import type { McpConnections } from '@/lib/ports';
import type { Tool as McpDeclaration } from '@modelcontextprotocol/sdk/types.js';
import { abortReasonOf, abortedResult } from '../result';
import { defineTool } from '../define-tool';
import { mcpToolName } from '../pool/mcp-name';
import { eraseTool, type AnyTool } from '../tool';
import { MOST_CALL_MS } from '../builtin/mcp/most-call';
import { mcpFailureResult } from '../builtin/mcp/failure-result';

/** Maximum characters of a server's tool description that a model sees. */
const MOST_DESCRIPTION = 4_000;

/**
 * An MCP server's tool as a tool for the pool. Its annotations count only if a person trusts it; until then any call may
 * change and destroy things. Throws if its declaration is unusable.
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
