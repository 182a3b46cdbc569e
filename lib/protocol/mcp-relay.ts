import { z } from 'zod';

/** Headers of Streamable HTTP that travel to an MCP server; no others do. */
export const MCP_HEADERS = [
  'accept',
  'authorization',
  'content-type',
  'last-event-id',
  'mcp-protocol-version',
  'mcp-session-id',
] as const;

/** Body of `POST /api/services/mcp-relay`: one request to an MCP server that a person configured. */
export const McpRelayRequestSchema = z.strictObject({
  url: z.url({ protocol: /^https?$/ }).max(2_000),
  method: z.enum(['GET', 'POST', 'DELETE']),
  headers: z.partialRecord(z.enum(MCP_HEADERS), z.string().max(8_000)),
  body: z.string().optional(),
});
export type McpRelayRequest = z.infer<typeof McpRelayRequestSchema>;
