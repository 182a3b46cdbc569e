import { MCP_HEADERS, type McpRelayRequest } from '@/lib/protocol';

/** A `fetch` to MCP servers elsewhere: each request goes through our own server, the only one that a page may ask. */
export const relayFetch =
  (fetch: typeof globalThis.fetch) =>
  async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
    const given = new Headers(init.headers);
    const headers = Object.fromEntries(
      MCP_HEADERS.flatMap((name) => {
        const value = given.get(name);
        return value === null ? [] : [[name, value] as const];
      }),
    );
    const method = init.method === 'GET' || init.method === 'DELETE' ? init.method : 'POST';
    const request: McpRelayRequest = {
      url: String(url),
      method,
      headers,
      ...(typeof init.body === 'string' && { body: init.body }),
    };
    return fetch('/api/services/mcp-relay', {
      method: 'POST',
      credentials: 'same-origin',
      cache: 'no-store',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
      signal: init.signal ?? null,
    });
  };
