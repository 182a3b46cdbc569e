import type { McpResource } from '@/lib/ports';
import { z } from 'zod';
import { defineTool } from '../../define-tool';
import { askMcp, SERVER_HINT } from '../mcp/ask-mcp';

export const listMcpResources = defineTool({
  name: 'ListMcpResources',
  title: 'List MCP resources',
  description:
    'Lists what MCP servers offer to read, each with its server, as it is at this moment. Use it before ReadMcpResource. Do ' +
    'not use it for files of the sandbox (use Ls or Glob). After NOT_FOUND choose a server from the names you are told; ' +
    'after NETWORK_ERROR try once more.',
  kind: 'read',
  category: 'network',
  tier: 'specialist',
  source: 'builtin',
  capabilities: ['mcp'],
  input: z.strictObject({
    server: z.string().min(1).max(100).optional().describe(`${SERVER_HINT} Left out: all of them.`),
  }),
  titleFor: ({ server }) => (server === undefined ? 'List MCP resources' : `List resources of ${server}`),
  async execute({ server }, context) {
    const answer = await askMcp(context, (mcp) => mcp.listResources(server, context.signal));
    if (!answer.ok) return answer.failure;
    const resources = answer.value;
    const summary = `${resources.length} ${resources.length === 1 ? 'resource' : 'resources'}`;
    if (resources.length === 0) return { text: 'There are no resources to read.', summary };
    return {
      text: [`${summary}, to be read with ReadMcpResource:`, '', ...resources.map(lineFor)].join('\n'),
      summary,
    };
  },
});

function lineFor({ server, uri, name, description, mimeType }: McpResource, index: number): string {
  const about = description === undefined ? '' : `: ${description}`;
  const type = mimeType === undefined ? '' : `, ${mimeType}`;
  return `${index + 1}. ${name}${about}\n   server ${server}, uri ${uri}${type}`;
}
