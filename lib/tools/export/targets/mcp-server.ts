import { literal, type ExportTarget } from '../exported-tool';
import { eachTool, projectOf } from '../project';
import { callOverMcp } from './call-over-mcp';

export const mcpServer: ExportTarget = {
  id: 'mcp-server',
  title: 'MCP server',
  files: (tools, project) =>
    projectOf(tools, project, {
      title: 'any MCP client',
      use: `Over stdio: \`npm run build\`, and then, in a client's configuration:

\`\`\`json
{ "mcpServers": { "${project}": { "command": "node", "args": ["<this folder>/dist/stdio.js"] } } }
\`\`\`

Over streamable HTTP: \`npm run http\` serves http://127.0.0.1:3001/mcp; \`PORT\` and \`HOST\` change where. Put a proxy that asks who is there
in front of it before others can reach it.`,
      scripts: { http: 'tsc && node dist/http.js' },
      dependencies: { '@modelcontextprotocol/sdk': '^1.29.0' },
      sources: {
        'src/server.ts': `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { runWhole } from './run.js';
import * as tools from './tools/index.js';

async function told(ran: ReturnType<typeof runWhole>) {
  const { text, images } = await ran;
  return { content: [{ type: 'text' as const, text }, ...images] };
}

export function createServer(): McpServer {
  const server = new McpServer({ name: ${literal(project)}, version: '1.0.0' });
${eachTool(
  tools,
  (id) => `  server.registerTool(
    ${id}.name,
    { description: ${id}.description, inputSchema: ${id}.input, annotations: ${id}.annotations },
    async (input: ${id}.Input) => told(runWhole(${id}, input)),
  );`,
)}
  return server;
}
`,
        'src/stdio.ts': `import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createServer } from './server.js';

await createServer().connect(new StdioServerTransport());
`,
        'src/http.ts': `import { createServer as createHttpServer } from 'node:http';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { createServer } from './server.js';

const port = Number(process.env.PORT ?? 3001);
const host = process.env.HOST ?? '127.0.0.1';

/** A page of another site could reach this server by a name of its own that leads to it (DNS rebinding). */
const names = new Set(['127.0.0.1', 'localhost', '[::1]', host]);
const isOurs = (value: string | undefined) => value !== undefined && names.has(value.replace(/:\\d+$/, ''));

createHttpServer(async (request, response) => {
  if (!isOurs(request.headers.host) || !request.url?.startsWith('/mcp')) return void response.writeHead(404).end();
  // Without sessions: each request has a server of its own.
  const server = createServer();
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
  response.on('close', () => void server.close());
  await server.connect(transport);
  await transport.handleRequest(request, response);
}).listen(port, host, () => console.error(\`Listening on http://\${host}:\${port}/mcp\`));
`,
        'src/call.ts': callOverMcp("import { createServer } from './server.js';", 'createServer()'),
      },
    }),
};
