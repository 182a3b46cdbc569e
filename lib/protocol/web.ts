import { z } from 'zod';

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
