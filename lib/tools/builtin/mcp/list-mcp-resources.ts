import type { McpResource } from '@/lib/ports';
import { z } from 'zod';
import { defineTool } from '../../define-tool';
import { need } from '../../requirements';
import { askMcp, SERVER_HINT } from './ask-mcp';
import { naming } from '../../system';
import { summaries } from '../summaries';

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
    const mcp = need(context, 'mcp');
    if (!mcp.ok) return mcp.failure;
    const names = server === undefined ? mcp.value.servers : [server];
    const answers = await Promise.all(
      names.map((name) => askMcp(context, (servers) => servers.listResources(name, context.signal))),
    );
    // A server that is down must not hide the resources of others.
    const faults = answers.flatMap((answer) => (answer.ok ? [] : [answer.failure]));
    const [first] = faults;
    if (first && (faults.length === answers.length || context.signal.aborted)) return first;
    const resources = answers.flatMap((answer) => (answer.ok ? answer.value : []));
    const count = `${resources.length} ${resources.length === 1 ? 'resource' : 'resources'}`;
    const head =
      resources.length === 0
        ? 'There are no resources to read.'
        : `${count}${naming(context, ['ReadMcpResource'], (read) => `, to be read with ${read}`)}:\n`;
    return {
      text: [head, ...resources.map(lineFor), ...faults.map(({ text }) => `[Not asked: ${text}]`)].join('\n'),
      summary: summaries(context).resources(resources.length, faults.length, names.length),
    };
  },
});

function lineFor({ server, uri, name, description, mimeType }: McpResource, index: number): string {
  const about = description === undefined ? '' : `: ${description}`;
  const type = mimeType === undefined ? '' : `, ${mimeType}`;
  return `${index + 1}. ${name}${about}\n   server ${server}, uri ${uri}${type}`;
}
