import { z } from 'zod';
import { defineTool } from '../../define-tool';
import { mcpToolName } from '../../pool/mcp-name';
import { failure } from '../../result';
import { MOST_CALL_MS } from './most-call';
import type { ToolContext } from '../../tool';
import { askMcp, SERVER_HINT } from './ask-mcp';
import { summaries } from '../summaries';

export const mcpCall = defineTool({
  name: 'McpCall',
  title: 'Call an MCP tool',
  description:
    'Calls a tool of an MCP server, connecting to it first where needed. Use it for a server whose tools you do not see yet; ' +
    'once it is connected, its tools are here as mcp__server__tool. Do not use it for a tool that you see: call that by its ' +
    'own name. After TOOL_NOT_FOUND or NOT_FOUND choose from the names you are told; after INVALID_ARGS fix the input.',
  kind: 'other',
  category: 'network',
  tier: 'specialist',
  source: 'builtin',
  capabilities: ['mcp'],
  annotations: { openWorldHint: true },
  input: z.strictObject({
    server: z.string().min(1).max(100).describe(SERVER_HINT),
    tool: z.string().min(1).max(200).describe("The server's own name of the tool."),
    input: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('The arguments of the tool, as its schema wants them.'),
  }),
  titleFor: ({ server, tool }) => `Call ${tool} of ${server}`,
  ruleSubject: async ({ server, tool }) => ({
    kind: 'command',
    whole: `${server} ${tool}`,
    commands: [`${server} ${tool}`],
  }),
  delegatesTo: ({ server, tool }) => ({ name: mcpToolName(server, tool), source: 'mcp' }),
  suggestRule: async ({ server, tool }) => `McpCall(${server} ${tool})`,
  deadlineFor: () => MOST_CALL_MS,
  async execute({ server, tool, input = {} }, context) {
    const answer = await askMcp(context, async (mcp) => {
      const known = mcp.value.find(({ name }) => name === server);
      if (known?.tools.some(({ name }) => name === tool) && isOff(context, mcpToolName(server, tool))) {
        return failure(
          'TOOL_NOT_FOUND',
          `${tool} of ${server} is disabled here. Go on without it, or ask the person for it.`,
        );
      }
      return mcp.call(server, tool, input, context.signal, context.onOutput);
    });
    return answer.ok ? { summary: summaries(context).mcpCall(tool, server), ...answer.value } : answer.failure;
  },
});

/** Whether a person turned a tool off: then it must not be callable this way either. */
const isOff = ({ pool }: ToolContext, name: string): boolean =>
  pool !== undefined && !pool().some((tool) => tool.name === name);
