import { z } from 'zod';

/** The only Streamable HTTP headers that are passed on to an MCP server. */
export const MCP_HEADERS = [
  'accept',
  'authorization',
  'content-type',
  'last-event-id',
  'mcp-protocol-version',
  'mcp-session-id',
] as const;

const ExchangeSchema = z.strictObject({
  /** The tab's own stream, which delivers the answer. */
  channel: z.string(),
  /** The tab's id for this request, which its answer carries. */
  exchange: z.string().max(100),
  url: z.url({ protocol: /^https?$/ }).max(2_000),
  method: z.enum(['GET', 'POST', 'DELETE']),
  headers: z.partialRecord(z.enum(MCP_HEADERS), z.string().max(8_000)),
  body: z.string().optional(),
});
export type McpRelayExchange = Omit<z.infer<typeof ExchangeSchema>, 'channel' | 'exchange'>;

/** Body of `POST /api/services/mcp-relay`: a request to an MCP server that a person configured, or the cancellation of one. */
export const McpRelayRequestSchema = z.union([ExchangeSchema, ExchangeSchema.pick({ channel: true, exchange: true })]);
export type McpRelayRequest = z.infer<typeof McpRelayRequestSchema>;

/** A frame of the stream about one request: the head of its response, a piece of it, or its end (`false` if it broke off). */
export const McpRelayFrameSchema = z.union([
  z.object({ id: z.string(), status: z.number(), headers: z.record(z.string(), z.string()) }),
  z.object({ id: z.string(), text: z.string() }),
  z.object({ id: z.string(), end: z.boolean() }),
]);
export type McpRelayFrame = z.infer<typeof McpRelayFrameSchema>;
