import { literal, type ExportTarget } from '../exported-tool';
import { eachTool, projectOf } from '../project';
import { callOverMcp } from './call-over-mcp';

export const claudeAgentSdkTarget: ExportTarget = {
  id: 'claude-agent-sdk',
  title: 'Claude Agent SDK',
  // oxlint-disable-next-line max-lines-per-function -- a table of files
  files: (tools, project) =>
    projectOf(tools, project, {
      title: 'the Claude Agent SDK',
      use: '`npm run agent` asks Claude: `src/agent.ts`. It wants a key in `ANTHROPIC_API_KEY`.',
      dependencies: {
        '@anthropic-ai/claude-agent-sdk': '>=0.2.0',
        '@anthropic-ai/sdk': '*',
        '@modelcontextprotocol/sdk': '^1.29.0',
      },
      sources: {
        'src/agent.ts': `import { query } from '@anthropic-ai/claude-agent-sdk';
import { server } from './server.js';

const allowedTools = ${JSON.stringify(tools.map(({ name }) => `mcp__${project}__${name}`))};
const messages = query({
  prompt: 'What can you do?',
  options: { mcpServers: { '${project}': server }, allowedTools },
});
for await (const message of messages) if (message.type === 'result') console.log(message);
`,
        'src/server.ts': `import { createSdkMcpServer, tool } from '@anthropic-ai/claude-agent-sdk';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { runWhole } from './run.js';
import * as tools from './tools/index.js';
import { checked } from './words.js';

async function told(ran: ReturnType<typeof runWhole>) {
  const { text, images } = await ran;
  return { content: [{ type: 'text' as const, text }, ...images] };
}

export const server = createSdkMcpServer({
  name: ${literal(project)},
  version: '1.0.0',
  tools: [
${eachTool(
  tools,
  (id) => `    tool(
      ${id}.name,
      ${id}.description,
      ${id}.input.shape,
      async (input) => told(runWhole(${id}, await checked(${id}.input, input))),
      { annotations: ${id}.annotations },
    ),`,
)}
  ],
});

interface Tool {
  name: string;
  description: string;
  annotations: object;
  input: z.ZodType;
  handler: (input: never) => unknown;
}

/**
 * The SDK knows the fields of an object and nothing else: it tells of no other schema, drops fields that nobody knows, and
 * refuses with the JSON of Zod's issues. So each tool is told of, and checked, as it is written.
 */
const all: Tool[] = Object.values(tools);
server.instance.server.setRequestHandler(ListToolsRequestSchema, () => ({
  tools: all.map(({ name, description, annotations, input }) => {
    const { type: _, ...schema } = z.toJSONSchema(input, { io: 'input' });
    return { name, description, annotations, inputSchema: { type: 'object' as const, ...schema } };
  }),
}));
server.instance.server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
  try {
    const found = all.find(({ name }) => name === params.name);
    if (!found) throw new Error(\`There is no tool named "\${params.name}".\`);
    return await told(runWhole(found, (await checked(found.input, params.arguments ?? {})) as never));
  } catch (error) {
    return { isError: true, content: [{ type: 'text', text: error instanceof Error ? error.message : String(error) }] };
  }
});
`,
        'src/call.ts': callOverMcp("import { server } from './server.js';", 'server.instance'),
      },
    }),
};
