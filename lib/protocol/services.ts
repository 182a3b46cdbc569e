import { z } from 'zod';
import { AgentOptionsSchema } from './options';

/** Body of `POST /api/services/count-tokens`: what is to be counted, as the provider would get it. */
export const CountTokensRequestSchema = z.strictObject({
  /** The provider's name for the model. Default: its cheapest. */
  modelName: z.string().max(200).optional(),
  text: z.string().max(1_000_000).optional(),
  /** AG-UI tools. The first one also adds the provider's own instructions about tools. */
  tools: z
    .array(
      z.looseObject({
        name: z.string().min(1),
        description: z.string(),
        parameters: z.record(z.string(), z.unknown()).optional(),
      }),
    )
    .max(500)
    .optional(),
});
export type CountTokensRequest = z.infer<typeof CountTokensRequestSchema>;

export const CountTokensAnswerSchema = z.object({ tokens: z.number().int(), modelName: z.string() });
export type CountTokensAnswer = z.infer<typeof CountTokensAnswerSchema>;

/** Body of `POST /api/services/models`: the provider whose models are wanted. */
export const ListModelsRequestSchema = AgentOptionsSchema.pick({ model: true, baseURL: true });

/** Possible values of `AgentOptions.modelName`, in the provider's order. */
export const ListModelsAnswerSchema = z.object({ names: z.array(z.string()) });

/** Body of `POST /api/services/remote-trigger`. */
export const RemoteTriggerRequestSchema = z.strictObject({
  url: z.string().max(2_000),
  event: z.string().min(1).max(200),
  data: z.record(z.string(), z.unknown()),
});

/** What the receiver answered, whatever its status. */
export const RemoteTriggerAnswerSchema = z.object({
  /** The id of the message at the receiver. */
  id: z.string(),
  status: z.number().int(),
  text: z.string(),
});
export type RemoteTriggerAnswer = z.infer<typeof RemoteTriggerAnswerSchema>;

/** The scheme of documents that are bundled with the program: they are found and read without a network. */
export const BUNDLED_SCHEME = 'toolyard:';

/** Body of `POST /api/services/web-fetch`. */
export const WebFetchRequestSchema = z.strictObject({
  url: z.string().max(2_000),
  /** Left out if the text of the page itself is wanted. */
  prompt: z.string().min(1).max(10_000).optional(),
  /** The body of the response is wanted unchanged: HTML stays HTML. */
  raw: z.literal(true).optional(),
});

/** A page's answer to a prompt, or the address it has moved to. */
export const WebFetchAnswerSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('page'),
    title: z.string(),
    /** The answer of a small model, the passages of the page that best fit the prompt, or the page itself. */
    by: z.enum(['model', 'passages', 'page']),
    /** The small model's name. */
    model: z.string().optional(),
    /** Why no model answered. */
    why: z.string().optional(),
    text: z.string(),
    /** Media type of the body, such as `text/html`, if it was wanted unchanged. */
    type: z.string().optional(),
    /** Whether the page was longer than the part that was read. */
    cut: z.boolean(),
    /** Whether it came from the cache. */
    cached: z.boolean(),
    bytes: z.number().int(),
  }),
  z.object({ kind: z.literal('moved'), to: z.string() }),
]);
export type WebFetchAnswer = z.infer<typeof WebFetchAnswerSchema>;

const Domains = z.array(z.string().min(1).max(253)).max(50).optional();

/** Body of `POST /api/services/web-search`. */
export const WebSearchRequestSchema = z.strictObject({
  query: z.string().min(2).max(1_000),
  allowed_domains: Domains,
  blocked_domains: Domains,
});
export type WebSearchRequest = z.infer<typeof WebSearchRequestSchema>;

export const WebSearchAnswerSchema = z.object({
  /** A search engine, or the documents that are bundled with the program. */
  source: z.enum(['engine', 'bundled']),
  results: z.array(z.object({ title: z.string(), url: z.string(), excerpt: z.string() })),
});
export type WebSearchAnswer = z.infer<typeof WebSearchAnswerSchema>;

/** Body of `POST /api/services/git-relay`: one of the two requests by which git reads a repository over HTTP. */
export const GitRelayRequestSchema = z.strictObject({
  repository: z.url({ protocol: /^https?$/ }).max(2_000),
  /** What is wanted of it, as git's `upload-pack` takes it. Without it, its branches and tags are. */
  wants: z.string().max(1_000_000).optional(),
});

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
