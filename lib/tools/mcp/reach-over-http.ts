import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { McpServerDraft } from '@/lib/ports';

/** Opens a Streamable HTTP transport to a server; each request uses the given `fetch`. */
export async function reachOverHttp(
  { url, token }: McpServerDraft,
  fetch: (url: string | URL, init?: RequestInit) => Promise<Response>,
): Promise<Transport> {
  const headers = new Headers(token === undefined ? [] : [['authorization', `Bearer ${token}`]]);
  return new StreamableHTTPClientTransport(new URL(url), { fetch, requestInit: { headers } });
}
