import { McpRelayRequestSchema } from '@/lib/protocol';
import { UrlRefused } from '../address-guard';
import { service, ServiceProblem } from './service';

/** What an MCP server answers with; a page of anything else is not handed on. */
const TYPES: ReadonlySet<string> = new Set(['application/json', 'text/event-stream']);
/** Headers of an answer that the transport needs. */
const ANSWER_HEADERS = ['content-type', 'mcp-session-id', 'mcp-protocol-version', 'retry-after'];

/**
 * `POST /api/services/mcp-relay`: one request to an MCP server that a person configured, and its answer as it comes. The page may
 * talk to nobody but us; the address is checked here, and private ones are reached only where the operator lists them.
 */
export const mcpRelayService = service(
  McpRelayRequestSchema,
  async ({ url, method, headers, body }, { server, request }) => {
    let response: Response;
    try {
      response = await server.outbound.configured(url, {
        method,
        headers: new Headers(Object.entries(headers)),
        ...(method === 'POST' && body !== undefined && { body }),
        redirect: 'error',
        signal: request.signal,
      });
    } catch (error) {
      if (request.signal.aborted) throw error;
      if (error instanceof UrlRefused) {
        const advice = 'A private server has to be listed by the operator in TOOLYARD_ALLOW_HOSTS.';
        throw new ServiceProblem(403, 'URL_REFUSED', `${error.message} ${advice}`);
      }
      throw new ServiceProblem(502, 'NETWORK_ERROR', 'The MCP server cannot be reached.');
    }
    const type = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
    const readable = type !== undefined && TYPES.has(type);
    if (!readable) await response.body?.cancel();
    const kept = ANSWER_HEADERS.flatMap((name): [string, string][] => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value]];
    });
    return new Response(readable ? response.body : null, {
      status: response.status,
      headers: [...kept, ['cache-control', 'no-cache, no-transform']],
    });
  },
);
