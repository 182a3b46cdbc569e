import { createServer } from 'node:http';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { createServer as createEverything } from '@modelcontextprotocol/server-everything/dist/server/index.js';

/** The reference server, with a tool of every kind. @returns {McpServer} */
export const everything = () => createEverything().server;

/** A server with one tool, which returns the server's name. @param {string} name @returns {McpServer} */
export function named(name) {
  const server = new McpServer({ name, version: '1.0.0' });
  server.registerTool('who', { description: 'Says its name.' }, () => ({ content: [{ type: 'text', text: name }] }));
  return server;
}

/**
 * Serves an MCP server on a free local port, with one session per client; if `token` is given, only to clients that present
 * it.
 *
 * @param {() => McpServer} make @param {string} [token]
 * @returns {Promise<{ url: string; close: () => Promise<void> }>}
 */
export async function serveMcp(make, token) {
  /** @type {Map<string, StreamableHTTPServerTransport>} */
  const sessions = new Map();
  const server = createServer((request, response) => {
    if (token !== undefined && request.headers.authorization !== `Bearer ${token}`) {
      response.writeHead(401).end();
      return;
    }
    const id = request.headers['mcp-session-id'];
    const known = typeof id === 'string' ? sessions.get(id) : undefined;
    void (known ? Promise.resolve(known) : open()).then((transport) => transport.handleRequest(request, response));
  });
  async function open() {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: (session) => void sessions.set(session, transport),
    });
    await make().connect(transport);
    return transport;
  }
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}/mcp`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
