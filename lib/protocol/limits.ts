import { z } from 'zod';

/** Largest request body that the server reads, bytes. */
export const BODY_LIMIT = 16 * 1024 * 1024;
/** Largest text of one tool result, bytes of UTF-8. More than any tool promises: 100,000 characters of three bytes or more. */
export const RESULT_TEXT_LIMIT = 512 * 1024;
/** Largest metadata of one tool result, bytes of JSON. */
export const RESULT_METADATA_LIMIT = 64 * 1024;

/** Default number of calls per window, and its length. */
export const DEFAULT_RATE = { calls: 30, windowSeconds: 60 } as const;

/** How many calls each tool may make in a window of time: one token bucket per tool, as large as a window's calls. */
export const RateLimitsSchema = z.object({
  /** Calls of any tool that has no limit of its own. */
  calls: z.number().int().min(1).max(10_000),
  /** Default: 60. */
  windowSeconds: z.number().int().min(1).max(3600).optional(),
  /** Calls by tool name. */
  tools: z.record(z.string(), z.number().int().min(1).max(10_000)),
});
export type RateLimits = z.infer<typeof RateLimitsSchema>;
